"""Defects of a data set, of a score file for it, and the set without them."""

import json

import pytest

from mteval.core.errors import CapabilityError
from mteval.evaluation.lint import lint, write_clean


def item(source, reference="das Ufer", contrast="die Bank", **own):
    return {
        "source": source,
        "reference": reference,
        "ambig word": "bank",
        "original translation": "Ufer",
        "origin": "made",
        "sense": "shore",
        "errors": [{"contrastive": contrast, "type": "word_sense", "replacement": "Bank"}],
        **own,
    }


@pytest.fixture
def data(tmp_path):
    """Twelve sound items, one whose contrast is the reference, and one that comes twice."""
    items = [item(f"the bank {i}", f"das Ufer {i}", f"die Bank {i}") for i in range(12)]
    items += [item("a bank", contrast="das Ufer"), item("the bank 0", "das Ufer 0", "die Bank 0")]
    path = tmp_path / "en-de.json"
    path.write_text(json.dumps(items))
    return path


def codes(report):
    return {finding.code: finding.count for finding in report.findings}


def test_defects_seen_while_loading_and_deeper_ones_are_found(data):
    report = lint(str(data), "mucow-scoring")
    assert report.suite.name == "en-de.json"
    assert report.family is report.suite.family
    assert codes(report)["contrast-equals-reference"] == 1
    assert codes(report)["duplicate-item"] == 1
    assert "chance-level" in codes(report)


def test_training_data_that_overlap_are_found(data, tmp_path):
    assert "training-overlap" not in " ".join(codes(lint(str(data), "mucow-scoring")))
    files = [tmp_path / "train.en", tmp_path / "train.de"]
    files[0].write_text("the bank 3\nsomething else\n")
    files[1].write_text("das Ufer 3\n")
    found = codes(lint(str(data), "mucow-scoring", training=files))
    plain = codes(lint(str(data), "mucow-scoring"))
    assert set(found) - set(plain)


def test_options_go_to_the_family(data):
    report = lint(str(data), "mucow-scoring", {"unit": "error"})
    assert report.suite.options["unit"] == "error"


@pytest.mark.parametrize(("better", "suspicious"), [("higher", False), ("lower", True)])
def test_scores_with_the_wrong_sign_are_found(data, tmp_path, better, suspicious):
    scores = tmp_path / "scores"
    scores.write_text("-1.0\n-2.0\n" * 14)
    found = codes(lint(str(data), "mucow-scoring", scores=f"{scores}?better={better}"))
    assert ("suspicious-sign" in found) is suspicious


def test_scores_are_for_suites_that_ask_for_them(tmp_path):
    (tmp_path / "ref.txt").write_text("a\n")
    (tmp_path / "scores").write_text("1\n")
    with pytest.raises(CapabilityError, match="asks for Translate, but 'score-file' only answers LogProb"):
        lint(str(tmp_path / "ref.txt"), "lines", scores=str(tmp_path / "scores"))


def test_a_family_without_rules_of_its_own_has_the_defects_of_loading(tmp_path):
    (tmp_path / "ref.txt").write_text("a\n\nb\n")
    assert codes(lint(str(tmp_path / "ref.txt"), "lines")) == {"empty-line": 1}


def test_the_clean_set_is_written_in_its_own_format(data, tmp_path):
    kept, _ = write_clean(lint(str(data), "mucow-scoring"), tmp_path / "clean.json")
    assert kept == 12
    again = lint(str(tmp_path / "clean.json"), "mucow-scoring")
    assert len(again.suite.cases) == 12
    assert not {"contrast-equals-reference", "duplicate-item"} & codes(again).keys()


def test_what_cannot_be_cleaned_is_said(tmp_path):
    (tmp_path / "ref.txt").write_text("a\n")
    with pytest.raises(CapabilityError, match="family 'reference' cannot be cleaned"):
        write_clean(lint(str(tmp_path / "ref.txt"), "lines"), tmp_path / "clean.txt")


def test_it_is_told_how_many_records_were_left_out(data, tmp_path):
    assert write_clean(lint(str(data), "mucow-scoring"), tmp_path / "clean.json") == (12, 2)


def test_a_set_of_single_defects_loses_as_many_records(tmp_path):
    items = [item(f"the bank {i}", f"das Ufer {i}", f"die Bank {i}") for i in (0, 1, 2, 1)]
    (tmp_path / "en-de.json").write_text(json.dumps(items))
    report = lint(str(tmp_path / "en-de.json"), "mucow-scoring")
    assert write_clean(report, tmp_path / "clean.json") == (3, 1)

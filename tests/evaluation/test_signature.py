"""Signatures hold everything a number depends on, and each key once."""

from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from mteval.core.options import FILE, FOLDER, LIST, REAL, TRUTH, WHOLE, Option, OptionValues, parse_spec
from mteval.core.suites import SuiteSource
from mteval.core.version import own_version
from mteval.evaluation.opened import NamedMetric, NamedSystem, named_systems, open_metric
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import describe_suite, describe_system, joined, option_parts, option_text, signature
from mteval.statistics.metric_base import MetricBase
from mteval.storage.digests import file_digest
from tests.evaluation.small_suites import DIGEST, contrast_suite, run_contrasts, signed

SUITE = contrast_suite(["bank", "bat"])
DRAWN = Settings(resamples=150, seed=7)


class Model:
    """A system with options and a description of itself."""

    answers = ()
    options = (Option("beam", WHOLE, 4), Option("threads", WHOLE, 2, signed=False))
    signature: ClassVar = {"version": "1.2", "sha256": "ab" * 32, "digest": "cd", "file": "m.bin", "device": ""}
    fingerprint = ""

    def __init__(self, **chosen):
        self.chosen = OptionValues(self.options, {"beam": 4, "threads": 2} | chosen)


def made(metric="accuracy", suite=SUITE, settings=DRAWN, **chosen):
    return signed(signature(open_metric(metric), suite, NamedSystem("mine", "backend-x", Model(**chosen)), settings))


def test_the_metrics_own_rule_comes_first():
    found = made()
    assert list(found)[:3] == ["metric", "decision", "macro"]
    assert found["metric"] == "accuracy"


def test_resamples_and_seed_are_signed():
    assert (made()["bs"], made()["seed"]) == ("150", "7")


def test_without_resamples_neither_they_nor_the_seed_are_signed():
    assert not {"bs", "seed"} & made(settings=Settings(resamples=0)).keys()


def test_the_data_are_signed_by_their_digest():
    assert made()["data"] == DIGEST[:12]
    other = replace(SUITE, source=replace(SUITE.source, digest="f" * 64))
    assert made(suite=other)["data"] == "f" * 12


def test_data_without_a_digest_are_not_signed():
    assert "data" not in made(suite=replace(SUITE, source=replace(SUITE.source, digest="")))


def test_the_options_of_the_family_are_signed():
    assert made()["ties"] == "wrong"
    assert made(suite=contrast_suite(["bank"], ties="skip"))["ties"] == "skip"
    assert "training" not in made()


def test_the_options_of_the_format_are_signed():
    chosen = OptionValues((Option("unit"),), {"unit": "segment"})
    found = made(suite=replace(SUITE, source=replace(SUITE.source, options=chosen)))
    assert found["suite.unit"] == "segment"
    assert found["unit"] == "item"


def test_what_changes_a_systems_answers_is_signed():
    assert made(beam=8)["beam"] == "8"
    assert made()["version"] == "1.2"
    assert made()["backend"] == "backend-x"


@pytest.mark.parametrize("key", ["threads", "name", "file", "digest", "sha256", "device"])
def test_what_does_not_change_the_number_is_not_signed(key):
    assert key not in made()


def test_the_version_is_signed():
    assert made()["mteval"] == own_version()
    assert list(made())[-1] == "mteval"


def test_the_options_of_a_metric_are_signed():
    class Deep(MetricBase):
        options = (Option("depth", WHOLE, 3),)
        signature = "metric:deep"

    def of(metric):
        return signed(signature(NamedMetric(parse_spec("deep"), metric), SUITE, NamedSystem("m", "b", Model()), DRAWN))

    assert of(Deep())["depth"] == "3"
    assert of(Deep(depth=5))["depth"] == "5"


def test_a_metric_that_signs_its_options_in_a_peers_spelling_is_not_asked_again():
    found = made("bleu?tokenize=none")
    assert found["tok"] == "none"
    assert "tokenize" not in found


def test_a_key_two_owners_have_is_told_apart():
    parts = {"metric": [("version", "1"), ("case", "mixed")], "suite": [("case", "lc")], "system": [("version", "2")]}
    assert joined(parts) == "version:1|case:mixed|suite.case:lc|system.version:2"


def test_a_value_may_hold_colons():
    class Odd(MetricBase):
        signature = "metric:odd|tok:a:b||note"

    found = signature(
        NamedMetric(parse_spec("odd"), Odd()), SUITE, NamedSystem("m", "b", Model()), Settings(resamples=0)
    )
    assert found.startswith("metric:odd|tok:a:b|note:|")


def test_scores_of_a_run_carry_their_signature():
    score = run_contrasts(SUITE, DRAWN, a=[True, False]).reports[0].scores[0]
    assert signed(score.signature) | {"data": DIGEST[:12], "seed": "7", "ties": "wrong"} == signed(score.signature)
    assert signed(score.signature)["backend"] == "python"


def test_runs_that_differ_in_anything_that_matters_differ_in_signature():
    runs = {
        run_contrasts(suite, settings, a=[True, False]).reports[0].scores[0].signature
        for suite in (SUITE, contrast_suite(["bank", "bat"], ties="skip"))
        for settings in (DRAWN, replace(DRAWN, seed=8), replace(DRAWN, resamples=10))
    }
    assert len(runs) == 6


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        (Option("o", TRUTH), False, "false"),
        (Option("o", REAL), 0.25, "0.25"),
        (Option("o", LIST), ("a", "b"), "a,b"),
    ],
)
def test_options_are_written_as_users_write_them(option, value, text):
    assert option_text(option, value) == text


def test_a_file_is_signed_by_name_and_contents_not_by_where_it_lies(tmp_path):
    texts = set()
    for place in ("here", "there"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "words.txt").write_text("a\n")
        texts.add(option_text(Option("o", FILE), str(tmp_path / place / "words.txt")))
    assert texts == {f"words.txt@{file_digest(tmp_path / 'here' / 'words.txt')[:12]}"}
    assert option_text(Option("o", FOLDER), tmp_path / "here") == "here"


def test_options_that_were_never_read_have_no_parts():
    assert list(option_parts({"tokenize": "none"})) == []


def test_what_a_report_says_of_a_suite():
    source = replace(SUITE.source, version="2", languages=("en", "fi"), licence="CC0", citation="me", status="checked")
    source = replace(source, options=OptionValues((Option("columns"),), {"columns": "3"}))
    assert describe_suite(replace(SUITE, source=source)) == {
        "name": "contrasts",
        "family": "contrastive",
        "version": "2",
        "digest": DIGEST,
        "format": "mucow-scoring",
        "languages": ["en", "fi"],
        "licence": "CC0",
        "citation": "me",
        "status": "checked",
        "cases": 2,
        "cluster": "word",
        "options": {"columns": "3", "normalise": "none", "ties": "wrong", "empty_contrasts": "skip", "unit": "item"},
    }


def test_what_a_source_does_not_say_is_empty():
    source = SuiteSource("made", "contrastive", "mucow-scoring", {"data": Path("a")})
    found = describe_suite(replace(SUITE, source=source))
    assert (found["version"], found["digest"], found["licence"], found["citation"], found["status"]) == ("0", *[""] * 4)
    assert (found["languages"], source.description) == ([], "")


def test_what_a_report_says_of_a_system():
    found = describe_system(NamedSystem("mine", "backend-x", Model(beam=9)))
    assert found == {"name": "mine", "backend": "backend-x", "beam": "9", **Model.signature}


def test_a_function_is_described_by_its_name():
    found = describe_system(named_systems({"mine": len})[0])
    assert (found["name"], found["backend"], found["function"], found["queries"]) == ("mine", "python", "len", "false")


def test_no_value_is_lost_where_one_owner_has_a_key_twice():
    """A metric, a family and a format with one option name each: family and format are both the suite's."""
    found = joined({"metric": [("unit", "1")], "suite": [("unit", "2"), ("unit", "3")]})
    assert sorted(part.partition(":")[2] for part in found.split("|")) == ["1", "2", "3"]

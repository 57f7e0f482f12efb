"""mteval rerank: lines, record, and what score says of a text that its metric chose."""

import json

import pytest

from tests.cli.calling import call

NBEST = "".join(f"{i} ||| {text}\n" for i in range(6) for text in ("a small house", "the small house", "the small hut"))


@pytest.fixture
def nbest(tmp_path):
    path = tmp_path / "nbest"
    path.write_text(NBEST)
    return path


def test_lines_go_to_the_screen_and_what_they_are_beside(nbest, capsys):
    code, out, err = call(capsys, "rerank", nbest)
    assert code == 0
    assert out.splitlines() == ["the small house"] * 6
    assert "overestimates" in err


@pytest.fixture
def chosen(nbest, tmp_path, capsys):
    output = tmp_path / "chosen.txt"
    assert call(capsys, "rerank", nbest, "-o", output)[0] == 0
    (tmp_path / "reference").write_text("the small house\n" * 5 + "a hut\n")
    return output


def findings_of(capsys, output, metrics):
    reference = output.parent / "reference"
    code, out, err = call(capsys, "score", output, "-r", reference, "-m", metrics, "--resamples", 0, "--json")
    assert code == 0, err
    return [one["message"] for one in json.loads(out)["reports"][0]["findings"] if one["code"] == "chosen-by-metric"]


def test_score_with_the_metric_that_chose_says_that_it_overestimates(chosen, capsys):
    assert len(findings_of(capsys, chosen, "chrf,bleu")) == 1
    assert findings_of(capsys, chosen, "chrf++")  # counts the same things
    assert findings_of(capsys, chosen, "bleu") == []


def test_a_record_of_other_lines_is_not_believed(chosen, capsys):
    chosen.write_text(chosen.read_text().replace("house", "cabin", 1))
    assert findings_of(capsys, chosen, "chrf") == []


def test_a_broken_record_is_a_sentence(chosen, capsys):
    chosen.with_name("chosen.txt.rerank.json").write_text('{"rule": 3}')
    code, _, err = call(capsys, "score", chosen, "-r", chosen.parent / "reference", "--resamples", 0)
    assert code == 2
    assert "chosen.txt.rerank.json" in err


def test_run_says_it_too(chosen, capsys):
    reference = chosen.parent / "reference"
    arguments = (
        "--format",
        "lines",
        "--system",
        f"output-file:{chosen}",
        "--metrics",
        "chrf",
        "--resamples",
        0,
        "--json",
    )
    code, out, err = call(capsys, "run", reference, *arguments)
    assert code == 0, err
    assert "chosen-by-metric" in out


def test_json_holds_every_score(nbest, capsys):
    code, out, _ = call(capsys, "rerank", nbest, "--mbr", "bleu", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["chosen_by"]["metric"] == "bleu"
    segment = document["segments"][0]
    assert segment["text"] == "the small house"
    assert segment["score"] == max(segment["scores"])
    assert document["findings"][0]["code"] == "chosen-by-metric"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--mbr", "chrf", "-m", "bleu"], "two ways"),
        (["-r", "REFERENCE"], "Say which"),
        (["-m", "chrf"], "references"),
        (["--mbr", "chfr"], "chrf"),
    ],
)
def test_bad_input_is_a_sentence(nbest, tmp_path, capsys, arguments, problem):
    (tmp_path / "reference").write_text("x\n" * 6)
    given = [tmp_path / "reference" if one == "REFERENCE" else one for one in arguments]
    output = tmp_path / "out"
    code, _, err = call(capsys, "rerank", nbest, *given, "-o", output)
    assert code == 2
    assert problem in err
    assert not output.exists()

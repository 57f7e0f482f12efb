"""mteval checklist quality, end to end."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

LEXICONS = {"good": ["good", "nice"], "thing": ["film", "book", "play"]}


@pytest.fixture
def files(tmp_path):
    def labelled(template, label):
        return {"template": template, "label": label}

    def write(name, vocabulary, negation, lexicons=LEXICONS):
        document = {"language": "en", "task": "sentiment", "labels": ["negative", "neutral", "positive"]}
        document["capabilities"] = {"Vocabulary": {"tests": vocabulary}, "Negation": {"tests": negation}}
        (tmp_path / name).write_text(json.dumps(document | {"lexicons": lexicons}), encoding="utf-8")

    good, bad = labelled("The {thing} was {good}.", "positive"), labelled("The {thing} was not {good}.", "negative")
    write("a.json", [good, labelled("A {good} {thing} it was.", "positive")], [bad])
    write("v.json", [good], [bad], LEXICONS | {"thing": ["film", "book"]})
    (tmp_path / "log.csv").write_text("template,annotator,seconds\nt1,ann,60\nt2,ann,120\n", encoding="utf-8")
    (tmp_path / "always.py").write_text(
        "def positive(texts):\n    return ['positive'] * len(texts)\n", encoding="utf-8"
    )
    return tmp_path


def run(folder, *arguments):
    command = [sys.executable, "-m", "mteval.cli.main", "checklist", "quality", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_all_axes_in_one_document(files):
    done = run(
        files,
        "a.json",
        "v.json",
        "--verified",
        "v.json",
        "--system",
        "python:always:positive",
        "--log",
        "log.csv",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    first, second = document["checklists"]
    # Always positive: nothing of Vocabulary fails, all of Negation does.
    assert first["failure_rates"] == {"Vocabulary": 0.0, "Negation": 1.0}
    assert first["failure_rate"] == 0.5
    assert first["fr_diff"] == 0.0
    assert first["pearson"] == pytest.approx(1.0)
    assert first["diversity"]["templates"] == 3
    assert first["diversity"]["values"] == 5
    assert first["cost"]["minutes_per_template"] == 1.5
    assert first["match"]["strict"] == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
    assert first["match"]["subset"]["precision"] == pytest.approx(2 / 3)
    assert first["match"]["lenient"]["recall"] == 1.0
    assert second["match"]["strict"]["f1"] == 1.0
    assert document["mean"]["failure_rate"] == 0.5


def test_a_table_names_the_axes(files):
    done = run(files, "a.json")
    assert done.returncode == 0, done.stderr
    assert "CT-BLEU" in done.stdout
    assert "FR-diff" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.json",),
        ("a.json", "v.json", "a.json", "--verified", "v.json", "--verified", "a.json"),
        ("a.json", "--system", "nothing"),
        ("a.json", "--log", "a.json"),
    ],
)
def test_bad_input_is_exit_code_two_without_a_traceback(files, arguments):
    done = run(files, *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""

"""A judge by a prompt of one's own, from the command's spelling to the report."""

from __future__ import annotations

import json
import sys

import pytest

from mteval import api
from mteval.core.errors import CapabilityError, DataError, UsageError
from mteval.evaluation.opened import open_metric
from tests.metrics.judges import metric

SOURCES = [f"sentence {number}" for number in range(8)]
GOOD = [f"Satz {number}" for number in range(8)]


@pytest.fixture
def module(tmp_path, monkeypatch):
    """A module of judges, importable as `judges_here`."""
    (tmp_path / "judges_here.py").write_text(
        "def rate(queries):\n"
        "    return [one(query.messages[-1][1]) for query in queries]\n"
        "def one(text):\n"
        "    return '4' if 'Satz' in text else 'no idea' if 'stumm' in text else '2'\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "python:judges_here:rate?batch=3%26queries=true"
    sys.modules.pop("judges_here", None)


def test_a_judge_scores_a_run_and_systems_are_tested_against_each_other(module, tmp_path):
    prompt = tmp_path / "mine.j2"
    prompt.write_text("[user]\nFrom {{ low }} to {{ high }}: {{ source }} = {{ translation }}", encoding="utf-8")
    systems = {"good": GOOD, "bad": ["x", *["y"] * 6, "stumm"]}
    spec = f"judge?system={module}&prompt={prompt}&scale=1-5"
    results = api.score(systems, [GOOD], source=SOURCES, languages="en-de", metrics=spec)
    good, bad = results.reports
    assert good.scores[0].values["judge"] == 4.0
    assert (bad.scores[0].values["judge"], bad.scores[0].n, bad.scores[0].skipped) == (2.0, 7, 1)
    assert results.comparisons[0].difference == 2.0
    assert "prompt:mine@" in good.scores[0].signature
    assert "system:python:judges_here:rate?queries=true" in good.scores[0].signature
    assert any(finding.code == "unreadable-reply" for finding in bad.findings)
    assert bad.cases[-1].detail["seen"][good.scores[0].spec]["unreadable"] == "no idea"
    json.loads(results.to_json())


def test_stored_rows_are_tested_again_without_the_judge(module, tmp_path):
    results = api.score(
        {"a": GOOD, "b": ["x"] * 8}, [GOOD], source=SOURCES, languages="en-de", metrics=f"judge?system={module}"
    )
    api.write_results(results, tmp_path / "run")
    (tmp_path / "judges_here.py").unlink()
    sys.modules.pop("judges_here", None)
    again = api.compare_stored([api.read_results(tmp_path / "run")])
    assert again.comparisons[0].difference == results.comparisons[0].difference
    assert open_metric(results.reports[0].scores[0].spec).metric.keys == ("judge", "spread")


def test_a_judge_and_a_system_of_one_family_are_named(module):
    spec = f"judge?system=Qwen3-judge={module}&tuned=mine"
    found = api.score({"qwen2.5-7b": GOOD, "mine": GOOD}, [GOOD], source=SOURCES, languages="en-de", metrics=spec)
    codes = [{finding.code for finding in report.findings} for report in found.reports]
    assert "judge-of-own-family" in codes[0]
    assert "judge-of-own-family" not in codes[1]
    assert "tuned-on-judge" in codes[1]


def test_lower_may_be_better():
    assert metric("judge", lambda text: "1", lower="true").higher_is_better is False


def test_bad_options_are_refused():
    with pytest.raises(UsageError, match="scale=7"):
        metric("judge", lambda text: "1", scale="7")
    with pytest.raises(DataError, match="no such prompt file"):
        metric("judge", lambda text: "1", prompt="nowhere.j2")


def test_a_system_that_cannot_go_on_after_messages_is_no_judge(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("x\n" * 8, encoding="utf-8")
    with pytest.raises(CapabilityError, match="openai"):
        api.score({"a": GOOD}, [GOOD], source=SOURCES, languages="en-de", metrics=f"judge?system=output-file:{path}")

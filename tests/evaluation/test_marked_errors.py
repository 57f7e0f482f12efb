"""Errors that metrics marked, written as ratings and read back."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.core.results import CaseResult, Report, Results
from mteval.evaluation.marked_errors import marked_errors, write_marked_errors
from mteval.library import read_ratings

SUITE = {"name": "s", "family": "reference", "languages": ["en", "de"]}
MAJOR = {"start": 4, "end": 8, "severity": "major", "category": "", "side": "target", "confidence": 0.9}
GONE = {"missing": True, "severity": "minor", "category": "accuracy/omission", "side": "source"}


def case(id, spans, **scores):
    seen = {"seen": {"comet": {"spans": spans}}} if spans else {}
    return CaseResult(id, "scored", source="the dog", answer="der Hund", scores=scores, detail=seen)


def report(*cases, name="a", suite=SUITE):
    return Report(suite, {"name": name}, (), cases=cases)


RESULTS = Results((report(case("1", [MAJOR, GONE], comet=0.4), case("2", [], comet=0.9), case("3", [])),))


def test_a_translation_that_was_scored_and_not_marked_has_no_errors_and_one_not_scored_is_left_out(tmp_path):
    write_marked_errors(RESULTS, tmp_path / "errors.jsonl")
    found = read_ratings(tmp_path / "errors.jsonl").ratings
    assert [(one.item, one.system, one.annotator) for one in found] == [("1", "a", "comet"), ("2", "a", "comet")]
    first = found[0].spans
    assert [(one.start, one.end, one.severity, one.side, one.missing) for one in first] == [
        (4, 8, "major", "target", False),
        (0, 0, "minor", "source", True),
    ]
    assert found[1].spans == ()
    assert (found[0].detail["source"], found[0].detail["target"]) == ("the dog", "der Hund")


def test_mt_metrics_eval_gets_its_own_form(tmp_path):
    write_marked_errors(RESULTS, tmp_path / "en-de.comet.seg.rating")
    lines = (tmp_path / "en-de.comet.seg.rating").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == ["a", "a"]
    assert '"start": 4' in lines[0]
    assert lines[1].split("\t")[1] == '{"errors": []}'


def test_suites_are_told_apart_as_documents():
    other = report(case("1", [MAJOR], comet=0.1), suite={**SUITE, "name": "t"})
    assert [one.detail["document"] for one in marked_errors(Results((*RESULTS.reports, other)))] == ["s", "s", "t"]


def test_results_without_marks_are_refused_and_nothing_is_written(tmp_path):
    with pytest.raises(UsageError, match="No metric of these results marked errors"):
        write_marked_errors(Results((report(case("1", [], comet=0.4)),)), tmp_path / "errors.jsonl")
    assert not list(tmp_path.iterdir())


def test_mt_metrics_eval_numbers_segments(tmp_path):
    with pytest.raises(DataError, match="numbers segments"):
        write_marked_errors(Results((report(case("one", [MAJOR])),)), tmp_path / "x.rating")

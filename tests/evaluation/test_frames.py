"""Results as a data frame: one row per system, slice, metric and value."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from mteval.core.errors import UsageError
from mteval.core.results import Report, Results, Score, Slice
from mteval.evaluation.frames import case_frame, pair_frame, score_frame, segment_frame
from mteval.evaluation.settings import Settings
from tests.evaluation.small_suites import run_texts, text_suite

FEW = Settings(resamples=20, trials=20, grow=False)


def test_every_value_has_its_row():
    whole = Score(
        "bleu", {"bleu": 41.5, "bp": math.nan}, {"bleu": (40.0, 43.0)}, 9, 1, True, "tok:13a", spec="bleu?x=1"
    )
    part = Score("bleu", {"bleu": 12.5}, {}, 4, 0, True, "tok:13a")
    reports = (
        Report({"name": "s"}, {"name": "a"}, (whole,), (Slice("origin", "news", (part,)),)),
        Report({"name": "s"}, {"name": "b"}, (part,)),
    )
    frame = score_frame(Results(reports))
    assert frame[["system", "tag", "slice", "metric", "key", "n"]].to_numpy().tolist() == [
        ["a", "", "", "bleu?x=1", "bleu", 9],
        ["a", "", "", "bleu?x=1", "bp", 9],
        ["a", "origin", "news", "bleu", "bleu", 4],
        ["b", "", "", "bleu", "bleu", 4],
    ]
    assert frame["value"].tolist()[0] == 41.5
    assert frame["value"].isna().tolist() == [False, True, False, False]
    assert frame.loc[0, ["low", "high"]].tolist() == [40.0, 43.0]
    assert frame["low"].isna().tolist() == [False, True, True, True]


def test_no_reports_are_an_empty_frame():
    assert score_frame(Results(())).empty


def two_systems():
    suite = text_suite(["the old cat sat", "a dog barks here"], ["one", "two"])
    return run_texts(suite, "chrf,ter", FEW, a=["the old cat sat", "x"], b=["the old cat", "a dog barks here"])


def test_a_segment_has_a_row_per_system_and_metric():
    results = two_systems()
    frame = segment_frame(results)
    assert frame.columns.tolist() == ["suite", "system", "case", "metric", "score"]
    assert len(frame) == 2 * 2 * 2
    wide = frame.pivot(index="case", columns=["system", "metric"], values="score")
    assert wide["a"]["chrf"].tolist()[0] == 100
    assert wide["b"]["ter"].tolist() == [25, 0]  # one of four words is missing


def test_a_pair_has_its_difference_with_the_interval():
    suite = text_suite(["the old cat sat", "a dog barks here"] * 10)
    results = run_texts(
        suite, "chrf,ter", FEW, a=["the old cat sat", "x"] * 10, b=["the old cat", "a dog barks here"] * 10
    )
    frame = pair_frame(results)
    assert frame[["a", "b", "metric"]].to_numpy().tolist() == [["a", "b", "chrf"], ["a", "b", "ter"]]
    assert frame["difference"].tolist() == [test.difference for test in results.comparisons]
    assert (frame["low"] <= frame["difference"]).all()
    assert (frame["difference"] <= frame["high"]).all()
    assert pair_frame(Results(())).columns.tolist() == frame.columns.tolist()


def test_a_case_has_its_texts_tags_and_scores():
    frame = case_frame(two_systems())
    assert frame["answer"].tolist() == ["the old cat sat", "x", "the old cat", "a dog barks here"]
    assert frame["document"].tolist() == ["one", "two"] * 2
    assert frame["chrf"].tolist()[0] == 100


def test_results_read_without_cases_say_so():
    results = two_systems()
    bare = Results(tuple(replace(report, cases=()) for report in results.reports))
    for frame in (case_frame, segment_frame):
        with pytest.raises(UsageError, match="hold no cases"):
            frame(bare)

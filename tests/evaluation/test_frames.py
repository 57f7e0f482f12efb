"""Results as a data frame: one row per system, slice, metric and value."""

from __future__ import annotations

import math

from mteval.core.results import Report, Results, Score, Slice
from mteval.evaluation.frames import score_frame


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

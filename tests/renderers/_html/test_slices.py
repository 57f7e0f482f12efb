"""Slices of a page: a row for each metric, system and slice."""

import math

from mteval.core.results import Report, Results, Score, Slice
from mteval.renderers._html.slices import slice_rows
from mteval.renderers._presentation import standings


def test_rows_have_system_n_score_and_interval_and_one_value_is_no_slice():
    known = Score("m", {"m": 0.5}, {"m": (0.25, 0.75)}, 4, 0, True, "", spec="m")
    unknown = Score("m", {"m": math.nan}, {}, 0, 0, True, "", spec="m")
    slices = (Slice("type", "noun", (known,)), Slice("type", "verb", (unknown,)), Slice("origin", "web", (known,)))
    reports = (Report({"name": "s"}, {"name": "a"}, (known,), slices),)
    assert slice_rows(reports, standings("s", reports, Results(reports))) == [
        [0, "type", "noun", 0, 4, "4", 0.5, 0.25, 0.75],
        [0, "type", "verb", 0, 0, "0", None, None, None],
    ]

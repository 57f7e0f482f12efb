"""Span F1 by hand counts."""

import numpy as np
import pytest

from mteval.statistics.span_overlap import SpanOverlap


def marks(start, end, severity):
    return dict.fromkeys(range(start, end), severity)


def test_counts_are_summed_over_systems_and_segments_where_both_looked():
    human = [[marks(0, 4, "minor"), {}], [None, marks(0, 2, "major")]]
    metric = [[marks(2, 6, "minor"), marks(0, 1, "minor")], [marks(0, 9, "minor"), marks(0, 2, "minor")]]
    metric_of = SpanOverlap()
    statistics = metric_of.table(human, metric)
    assert statistics.rows.tolist() == [[2, 5, 4], [1, 2, 2]]
    values = metric_of.estimate(statistics, np.ones((1, 2)))[0]
    assert values == pytest.approx([2 * 3 / 13, 3 / 7, 3 / 6])


def test_where_nothing_is_marked_nothing_is_said():
    statistics = SpanOverlap().table([[{}], [None]], [[{}], [{}]])
    assert statistics.counted.tolist() == [True, False]
    assert np.isnan(SpanOverlap().estimate(statistics, np.ones((1, 2)))).all()


def test_evidence_of_single_cases_is_no_mark():
    with pytest.raises(TypeError, match="table"):
        SpanOverlap().observe([])

"""Agreement on spans, counted by hand."""

import math

import pytest

from mteval.statistics.span_agreement import SpanMark, span_agreement


def test_another_severity_has_half_the_credit():
    # a marks 0–4, b marks 2–6: two characters shared; F1 = 2 · 2 / 8, or half of it where the severity differs.
    same = span_agreement([[[SpanMark(0, 4, "minor")], [SpanMark(2, 6, "minor")]]])
    other = span_agreement([[[SpanMark(0, 4, "minor")], [SpanMark(2, 6, "major")]]])
    assert (same.character_f1, other.character_f1) == (0.5, 0.25)


def test_precision_and_recall_count_spans():
    a, b = [SpanMark(0, 4, "minor"), SpanMark(8, 9, "minor")], [SpanMark(2, 6, "minor")]
    found = span_agreement([[a, b]])
    assert (found.precision, found.recall) == (1.0, 0.5)
    assert found.span_f1 == pytest.approx(2 / 3)


def test_clean_translations_are_counted_and_nothing_marked_is_not_a_number():
    found = span_agreement([[[], []], [[], []]])
    assert (found.pairs, found.both_clean) == (2, 2)
    assert math.isnan(found.character_f1)


def test_missing_matches_missing_and_sides_are_apart():
    missing = SpanMark(0, 0, "minor", missing=True)
    assert span_agreement([[[missing], [missing]]]).precision == 1.0
    assert span_agreement([[[SpanMark(0, 2, "minor", "source")], [SpanMark(0, 2, "minor")]]]).precision == 0.0

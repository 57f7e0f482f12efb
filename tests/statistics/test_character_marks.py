"""Marked characters by hand counts."""

import pytest

from mteval.statistics.character_marks import credit, gravest


@pytest.mark.parametrize("backwards", [False, True])
def test_of_several_marks_the_gravest_counts_whatever_their_order(backwards):
    spans = [(range(0, 4), "major"), (range(3, 6), "minor"), (range(5, 7), "neutral"), (range(6, 7), "critical")]
    found = gravest(spans[::-1] if backwards else spans)
    assert found == {0: "major", 1: "major", 2: "major", 3: "major", 4: "minor", 5: "minor", 6: "critical"}


def test_an_unknown_severity_is_as_grave_as_a_minor_one():
    assert gravest([(range(0, 2), "odd"), (range(0, 1), "neutral"), (range(1, 2), "major")]) == {0: "odd", 1: "major"}


def test_another_severity_counts_half_and_what_one_alone_marked_nothing():
    first = {0: "major", 1: "major", 2: "minor", 9: "minor"}
    second = {1: "major", 2: "major", 3: "minor"}
    assert credit(first, second) == credit(second, first) == 1.5
    assert credit(first, {}) == 0

from __future__ import annotations

import pytest

from mteval.core.columns import Columns, Same, kinds_of
from mteval.core.evidence import Comparison, Skipped

COMPARISONS = Columns(Comparison, ["a", "b", "c"], [("x",), ("y",), ("z",)], Same(None, 3))


def test_items_are_made_of_what_stands_in_their_place():
    assert COMPARISONS[1] == Comparison("b", ("y",), None)
    assert COMPARISONS[-1] == Comparison("c", ("z",), None)
    assert list(COMPARISONS) == [Comparison("a", ("x",)), Comparison("b", ("y",)), Comparison("c", ("z",))]


def test_a_part_holds_its_items():
    assert COMPARISONS[1:] == (Comparison("b", ("y",)), Comparison("c", ("z",)))
    assert COMPARISONS[5:] == ()


def test_a_place_that_there_is_not_is_an_error():
    with pytest.raises(IndexError):
        COMPARISONS[3]
    with pytest.raises(IndexError):
        Same("a", 2)[2]


def test_one_value_stands_for_many():
    same = Same("a", 3)
    assert (len(same), list(same), same[-1], same[1:]) == (3, ["a"] * 3, "a", ("a", "a"))


def test_the_kind_is_known_without_looking_at_items():
    assert kinds_of(COMPARISONS) == {Comparison}
    assert kinds_of([Comparison("a", ()), Skipped("late")]) == {Comparison, Skipped}

"""Long values with a value of another slot inside are frames with one slot more."""

from __future__ import annotations

import pytest

from mteval.checklists.tea.frames import split_by_frames

NAMES = ["Ann", "Bob", "Eve", "Ann", "Bob", "Eve"]
CLAUSES = ["sees Bob now", "sees Eve now", "sees Ann now", "calls Eve up", "calls Ann up", "calls Bob up"]


def cut(text):
    return tuple(token for word in text.split(" ") for token in (word, " "))[:-1]


def test_each_frame_is_a_table_with_one_slot_more():
    ((tables, chance),) = list(split_by_frames([0, " ", 1, "."], [NAMES, CLAUSES], range(10, 16), cut))
    assert [table.sentences for table in tables] == [(10, 11, 12), (13, 14, 15)]
    assert tables[0].rows == (
        ("Ann", " ", "sees ", "Bob", " now", "."),
        ("Bob", " ", "sees ", "Eve", " now", "."),
        ("Eve", " ", "sees ", "Ann", " now", "."),
    )
    # Three names drawn independently would differ in all six sentences with probability (2/3)^6.
    assert chance == pytest.approx((2 / 3) ** 6)


def test_a_value_without_a_name_inside_stays_whole_in_a_table_of_its_own():
    names, clauses = [*NAMES, "Ann"], [*CLAUSES, "sleeps"]
    ((tables, chance),) = list(split_by_frames([0, " ", 1], [names, clauses], range(7), cut))
    assert tables[-1].sentences == (6,)
    assert tables[-1].rows == (("Ann", " ", "sleeps"),)
    assert chance == pytest.approx((2 / 3) ** 6)


@pytest.mark.parametrize(
    ("names", "clauses"),
    [
        # A name beside itself: the two places do not keep apart.
        (["Ann", "Bob", "Eve", "Ann"], ["sees Ann", "sees Eve", "sees Ann", "sees Bob"]),
        # One name only is inside.
        (["Ann", "Bob", "Eve", "Bob"], ["sees Kim", "sees Ann", "sees Ann", "calls Ann"]),
        # As many frames as values: they explain nothing.
        (["Ann", "Bob", "Eve"], ["sees Bob", "calls Eve", "finds Ann"]),
        # Nothing inside anything.
        (["Ann", "Bob"], ["sees", "calls"]),
    ],
)
def test_what_frames_do_not_explain_is_not_cut(names, clauses):
    assert list(split_by_frames([0, " ", 1], [names, clauses], range(len(names)), cut)) == []


def test_a_value_is_found_as_words_not_as_letters():
    names, clauses = ["Ann", "Bob", "Ann", "Bob"], ["sees Bobby", "sees Annie", "calls Bobby", "calls Annie"]
    assert list(split_by_frames([0, " ", 1], [names, clauses], range(4), cut)) == []

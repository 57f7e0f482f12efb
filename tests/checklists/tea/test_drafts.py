"""Drafts: how many sentences they make."""

import pytest

from mteval.checklists.tea.drafts import Draft, Hole

CITIES = ("Rome", "Oslo", "Lima")


@pytest.mark.parametrize(
    ("parts", "made"),
    [
        (("no slot",), 1),
        ((Hole(CITIES, 1), " ", Hole(("a", "b"), 2)), 6),
        # The same link takes the same value.
        ((Hole(CITIES, 1), " ", Hole(CITIES, 1)), 3),
        # One family never takes a value twice: 3 · 2, and 3 · 2 · 1 · 0.
        ((Hole(CITIES, 1, family=1), " ", Hole(CITIES, 2, family=1)), 6),
        (tuple(Hole(CITIES, link, family=1) for link in range(1, 5)), 0),
        ((Hole(CITIES, 1, family=1), Hole(CITIES, 2, family=1), Hole(("x", "y"), 3)), 12),
    ],
)
def test_combinations(parts, made):
    assert Draft(parts, frozenset()).combinations == made


def test_holes_are_given_once_by_link():
    one, other = Hole(CITIES, 1), Hole(("x",), 2)
    assert Draft((one, "a", other, one), frozenset()).holes == (one, other)

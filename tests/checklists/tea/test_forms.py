"""Agreement by form: groups by article and ending, and a p-value by exhaustive permutation."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from mteval.checklists.tea.forms import form_classes

NOUNS = ("el coche", "el libro", "el perro", "la casa", "la mesa", "la silla")
ADJECTIVES = ("blanco", "nuevo", "caro", "blanca", "nueva", "cara")
AGREEING = np.kron(np.eye(2, dtype=np.int64), np.ones((3, 3), dtype=np.int64))


def found_by_groups(counts, values):
    return {(tuple(one.groups[0]), tuple(one.groups[1])): one for one in form_classes(counts, values)}


def test_articles_and_endings_separate_what_agrees():
    found = found_by_groups(AGREEING, (NOUNS, ADJECTIVES))
    gender = found[(0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1)]
    assert gender.table.tolist() == [[9, 0], [0, 9]]
    assert gender.p_value < 0.05


def test_values_that_all_met_show_no_agreement():
    everything = np.ones((6, 6), dtype=np.int64)
    assert {one.p_value for one in form_classes(everything, (NOUNS, ADJECTIVES))} == {1.0}


def test_every_grouping_puts_something_together_and_not_everything():
    for one in form_classes(AGREEING, (NOUNS, ADJECTIVES)):
        sizes = [len(set(groups.tolist())) for groups in one.groups]
        assert min(sizes) > 1
        assert sizes[0] < 6 or sizes[1] < 6
        assert one.table.shape == tuple(sizes)
        assert one.table.sum() == AGREEING.sum()


def test_the_same_grouping_is_not_tried_twice():
    found = form_classes(AGREEING, (NOUNS, ADJECTIVES))
    assert len(found_by_groups(AGREEING, (NOUNS, ADJECTIVES))) == len(found)


def test_the_p_value_is_near_that_of_all_permutations():
    """Six pairs, all 720 orders of the right-hand side: 72 of them leave as much empty as was seen; three groupings are tried."""
    counts = np.eye(6, dtype=np.int64)
    values = tuple([f"{side}{letter}{ending}" for ending in "xy" for letter in "abc"] for side in ("l", "r"))
    classes = (0, 0, 0, 1, 1, 1)

    def empty(order):
        return 4 - len({(classes[place], classes[right]) for place, right in enumerate(order)})

    orders = list(permutations(range(6)))
    exact = sum(empty(order) >= empty(range(6)) for order in orders) / len(orders)
    found = found_by_groups(counts, values)
    assert (len(found), exact) == (3, 0.1)
    assert found[classes, classes].p_value == pytest.approx(3 * exact, abs=0.09)


def test_the_same_seed_gives_the_same_digits():
    rows = np.random.default_rng(3).integers(0, 60, (6, 6))
    first, again = (form_classes(rows, (NOUNS, ADJECTIVES), 5) for _ in range(2))
    assert [one.p_value for one in first] == [one.p_value for one in again]


def test_counts_are_counts_not_cells():
    found = found_by_groups(3 * AGREEING, (NOUNS, ADJECTIVES))
    assert found[(0, 0, 0, 1, 1, 1), (0, 0, 0, 1, 1, 1)].table.tolist() == [[27, 0], [0, 27]]

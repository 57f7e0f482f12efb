"""Tables of rated cases under weights, by hand."""

import numpy as np
import pytest

from mteval.core.protocols import Statistics
from mteval.statistics.rated_cases import codes, mean_by_code, weighted_table

NAN = np.nan
# (unit, rater, value): unit 0 by raters 0 and 1, unit 3 by rater 1, unit 1 by rater 0, and one case that does not count.
ROWS = np.array([[0, 0, 5], [0, 1, 4], [3, 1, 2], [1, 0, 1], [0, 0, 0]], dtype=float)
COUNTED = np.array([True, True, True, True, False])


def made(rows=ROWS, counted=COUNTED):
    return Statistics(rows, counted)


def test_units_are_rows_and_raters_columns():
    table, weights = weighted_table(made(), np.ones((1, 5)))
    assert table.values.tolist() == pytest.approx(np.array([[5, 4], [1, NAN], [NAN, 2]]), nan_ok=True)
    assert table.items == ("0", "1", "2")
    assert table.annotators == ("0", "1")
    assert weights.tolist() == [[1, 1, 1]]


def test_a_unit_weighs_what_its_cases_weigh():
    weights = np.array([[2.0, 2, 0, 1, 7], [0, 0, 3, 1, 7]])
    table, found = weighted_table(made(), weights)
    assert len(table.items) == 3
    assert found.tolist() == [[2, 1, 0], [0, 1, 3]]


def test_cases_that_weigh_nothing_in_any_resample_drop_out():
    table, weights = weighted_table(made(), np.array([[1.0, 1, 0, 1, 1], [2, 2, 0, 0, 1]]))
    assert table.values.tolist() == pytest.approx(np.array([[5, 4], [1, NAN]]), nan_ok=True)
    assert weights.tolist() == [[1, 1], [2, 0]]


def test_a_cell_met_again_is_a_unit_of_its_own():
    """As where the cases of two systems are laid end to end."""
    twice = made(np.concatenate([ROWS[:2], [[0, 0, 3], [0, 1, 2]]]), np.ones(4, bool))
    table, weights = weighted_table(twice, np.array([[1.0, 1, 0, 0], [0, 0, 1, 1]]))
    assert table.values.tolist() == [[5, 4], [3, 2]]
    assert weights.tolist() == [[1, 0], [0, 1]]


def test_no_cases_make_an_empty_table():
    table, weights = weighted_table(made(counted=np.zeros(5, bool)), np.ones((2, 5)))
    assert len(table.items) == 0
    assert weights.shape == (2, 0)


def test_the_mean_weight_of_columns_with_one_code():
    found = mean_by_code(np.array([[1.0, 2, 3, 4], [0, 0, 6, 0]]), np.array([1, 0, 1, 1]))
    assert found == pytest.approx(np.array([[2, 8 / 3], [0, 2]]))


def test_names_are_numbered_as_they_appear():
    assert codes(["b", "a", "b", "c"]) == [0, 1, 0, 2]

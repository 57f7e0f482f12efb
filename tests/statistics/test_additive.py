"""Metrics made of summed rows, on numbers counted by hand."""

import numpy as np
import pytest

from mteval.core.protocols import Statistics
from mteval.statistics.additive import AdditiveMetric, ratio, sums_by_stratum


class Share(AdditiveMetric):
    """The share of the first column in the second."""

    keys = ("share",)

    def observe(self, evidence):
        raise NotImplementedError

    def combine(self, sums):
        return ratio(sums[..., :1], sums[..., 1:])


class SumsOfStrata(Share):
    """The sums themselves, one per stratum and column."""

    stratified = True

    def combine(self, sums):
        return sums.reshape(len(sums), -1)


ROWS = np.array([[1.0, 2.0], [3.0, 4.0], [0.0, 0.0], [5.0, 5.0]])
COUNTED = np.array([True, True, False, True])


def statistics(strata=None, names=()):
    return Statistics(ROWS, COUNTED, None if strata is None else np.array(strata), names)


def test_a_value_is_made_of_the_weighted_sum_of_the_rows():
    weights = np.array([[1.0, 1, 1, 1], [2, 0, 1, 1]])
    assert Share().estimate(statistics(), weights).tolist() == [[9 / 11], [7 / 9]]


def test_the_value_of_a_case_is_made_of_its_own_row():
    assert Share().per_case(statistics()) == pytest.approx([0.5, 0.75, np.nan, 1.0], nan_ok=True)


def test_a_case_that_does_not_count_has_no_value_even_where_its_row_would_give_one():
    uncounted = Statistics(ROWS, np.array([True, False, True, True]))
    assert np.isnan(Share().per_case(uncounted)[1])


def test_a_macro_average_has_no_value_of_single_cases():
    assert SumsOfStrata().per_case(statistics([0, 1, 1, 0], ("a", "b"))) is None


def test_rows_are_summed_by_stratum_and_those_without_come_last():
    made = statistics([1, 0, 1, -1], ("a", "b"))
    weights = np.array([[1.0, 2, 1, 3]])
    assert SumsOfStrata().estimate(made, weights).tolist() == [[6, 8, 1, 2, 15, 15]]


def test_a_stratum_nobody_is_of_sums_to_zero():
    sums = sums_by_stratum(statistics([2, 2, 2, 2], ("a", "b", "c")), np.ones((1, 4)))
    assert sums.tolist() == [[[0, 0], [0, 0], [9, 11], [0, 0]]]


def test_without_strata_all_rows_are_of_none():
    assert sums_by_stratum(statistics(), np.ones((1, 4))).tolist() == [[[9, 11]]]


def test_sums_over_no_cases_are_zero():
    nothing = Statistics(np.zeros((0, 2)), np.zeros(0, bool), np.zeros(0, np.int64), ("a",))
    assert sums_by_stratum(nothing, np.ones((3, 0))).tolist() == [[[0, 0], [0, 0]]] * 3


def test_the_strata_of_the_cases_stay_as_they_are():
    made = statistics([-1, 0, -1, 0], ("a",))
    sums_by_stratum(made, np.ones((1, 4)))
    assert made.strata.tolist() == [-1, 0, -1, 0]


def test_a_ratio_over_nothing_is_not_a_number():
    assert ratio(np.array([1.0, 1.0, 0.0]), np.array([2.0, 0.0, 0.0])) == pytest.approx(
        [0.5, np.nan, np.nan], nan_ok=True
    )

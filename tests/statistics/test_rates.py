"""Wilson's interval against statsmodels."""

import math

import pytest
from statsmodels.stats.proportion import proportion_confint

from mteval.statistics.rates import wilson_interval


@pytest.mark.parametrize(("hits", "n"), [(0, 5), (1, 7), (30, 40), (9, 9), (500, 1000)])
def test_wilson_equals_statsmodels(hits, n):
    assert wilson_interval(hits, n) == pytest.approx(proportion_confint(hits, n, method="wilson"))


def test_another_level_has_another_quantile():
    assert wilson_interval(3, 10, 1.6448536269514722) == pytest.approx(proportion_confint(3, 10, 0.1, method="wilson"))


def test_bounds_stay_within_zero_and_one():
    for n in range(1, 60):
        assert wilson_interval(0, n)[0] >= 0
        assert wilson_interval(n, n)[1] <= 1


def test_a_share_of_nothing_has_no_interval():
    assert all(math.isnan(bound) for bound in wilson_interval(0, 0))

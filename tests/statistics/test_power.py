"""The oracle is scipy: Student's and the noncentral t distribution."""

import numpy as np
import pytest
from scipy.stats import nct, norm, t

from mteval.statistics.power import detectable_difference


@pytest.mark.parametrize("units", [50, 200, 5000])
def test_detectable_difference_has_the_power_it_promises(units):
    """A t-test of a difference so large rejects four times in five, by the noncentral t distribution."""
    difference = detectable_difference(2.0, units)
    power = nct.sf(t.ppf(0.975, units - 1), units - 1, difference / 2.0)
    assert power == pytest.approx(0.8, abs=0.005)
    assert np.isnan(detectable_difference(float("nan"), units))


@pytest.mark.parametrize(("units", "degrees"), [(10, 7), (49, 46), (50, 49), (1000, 999)])
def test_quantiles_are_students(units, degrees):
    expected = 2 * (t.ppf(0.975, degrees) + t.ppf(0.8, degrees))
    assert detectable_difference(2.0, units) == pytest.approx(expected, rel=1e-4)
    expected = 2 * (t.ppf(0.995, degrees) + t.ppf(0.9, degrees))
    assert detectable_difference(2.0, units, alpha=0.01, power=0.9) == pytest.approx(expected, rel=1e-4)


def test_of_very_many_units_they_are_normal():
    assert detectable_difference(2.0, 10**7) == pytest.approx(2 * (norm.ppf(0.975) + norm.ppf(0.8)), rel=1e-6)


def test_the_level_is_shared_by_all_tests():
    """Three pairs: .05/3 for each, by Bonferroni."""
    expected = t.ppf(1 - 0.05 / 6, 199) + t.ppf(0.8, 199)
    assert detectable_difference(1.0, 200, tests=3) == pytest.approx(expected, rel=1e-4)

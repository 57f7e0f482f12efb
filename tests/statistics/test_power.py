import numpy as np
import pytest
from scipy.stats import norm

from mteval.statistics.power import detectable_difference


def test_detectable_difference_has_the_power_it_promises():
    difference = detectable_difference(2.0, alpha=0.05, power=0.8)
    assert norm.sf(norm.ppf(0.975) - difference / 2.0) == pytest.approx(0.8)
    assert np.isnan(detectable_difference(float("nan")))


def test_unless_told_otherwise_power_is_80_per_cent_at_5_per_cent():
    assert detectable_difference(2.0) == pytest.approx(2 * (norm.ppf(0.975) + norm.ppf(0.8)))
    assert detectable_difference(2.0, alpha=0.01, power=0.9) == pytest.approx(2 * (norm.ppf(0.995) + norm.ppf(0.9)))

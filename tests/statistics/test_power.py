from statistics import NormalDist

import numpy as np
import pytest
from scipy.stats import norm

from mteval.core.errors import UsageError
from mteval.statistics.power import detectable_difference, largest_count, probability_exceeding


def test_bridge_bears_116_cars():
    # A lecture's exercise: tolerance N(400, 40), each car N(3, .3), at most .1 risk of failure.
    assert largest_count(NormalDist(3, 0.3), NormalDist(400, 40), 0.1) == 116


def test_one_more_car_is_too_risky():
    tolerance = NormalDist(400, 40)
    risk = [probability_exceeding(NormalDist(3 * n, 0.3 * n**0.5), tolerance) for n in (116, 117)]
    assert risk[0] <= 0.1 < risk[1]


def test_detectable_difference_has_the_power_it_promises():
    difference = detectable_difference(2.0, alpha=0.05, power=0.8)
    assert norm.sf(norm.ppf(0.975) - difference / 2.0) == pytest.approx(0.8)
    assert np.isnan(detectable_difference(float("nan")))


@pytest.mark.parametrize("risk", [0, 1, -0.5])
def test_impossible_risk_is_refused(risk):
    with pytest.raises(UsageError):
        largest_count(NormalDist(3, 0.3), NormalDist(400, 40), risk)

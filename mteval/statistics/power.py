"""Normal approximations: how small a difference a test set can show, and how much load a tolerance bears."""

from __future__ import annotations

from math import isnan, sqrt
from statistics import NormalDist

from mteval.core.errors import UsageError

STANDARD = NormalDist()


def detectable_difference(spread: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """The smallest true difference found with probability `power` by a two-sided test at `alpha`.

    `spread` is the standard error of the difference between two systems on this test set.
    """
    if isnan(spread):
        return float("nan")
    return (STANDARD.inv_cdf(1 - alpha / 2) + STANDARD.inv_cdf(power)) * spread


def probability_exceeding(load: NormalDist, tolerance: NormalDist) -> float:
    """How probable it is that a random load is above a random tolerance, both normal and independent."""
    return (tolerance - load).cdf(0.0)


def largest_count(item: NormalDist, tolerance: NormalDist, risk: float) -> int:
    """The most independent items whose summed load exceeds the tolerance with at most the given risk."""
    if not 0 < risk < 1:
        raise UsageError(f"risk={risk} is not possible: it must lie between 0 and 1.")
    if item.mean <= 0:
        raise UsageError("An item must weigh something on average, or any number of them can be borne.")
    count = 0
    while True:
        more = count + 1
        load = NormalDist(item.mean * more, item.stdev * sqrt(more))
        if probability_exceeding(load, tolerance) > risk:
            return count
        count = more

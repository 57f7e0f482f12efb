"""How small a difference a test set can show."""

from __future__ import annotations

from math import isnan
from statistics import NormalDist

STANDARD = NormalDist()


def detectable_difference(spread: float, *, alpha: float = 0.05, power: float = 0.8) -> float:
    """The smallest true difference found with probability `power` by a two-sided test at `alpha`.

    `spread` is the standard error of the difference between two systems on this test set.
    """
    if isnan(spread):
        return float("nan")
    return (STANDARD.inv_cdf(1 - alpha / 2) + STANDARD.inv_cdf(power)) * spread

"""How small a difference a test set can show."""

from __future__ import annotations

from math import isnan

from mteval.statistics.intervals import quantile


def detectable_difference(
    spread: float, units: int, *, tests: int = 1, alpha: float = 0.05, power: float = 0.8
) -> float:
    """The smallest true difference found with probability `power` by a two-sided test at `alpha`, corrected for `tests`.

    `spread` is the standard error of the difference between two systems on so many units. The correction is Bonferroni's,
    which Holm's never exceeds, so that the power holds for every pair.
    """
    if isnan(spread):
        return float("nan")
    return (quantile(1 - alpha / tests, units) + quantile(2 * power - 1, units)) * spread

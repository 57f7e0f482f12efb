"""Intervals from the spread of the resamples: Student's, and for shares Wilson's or Korn and Graubard's.

A percentile interval is too narrow with few units (documents, words), and has no width where every case of a small slice
passed. Measured coverage is in scripts/benchmarks/README.md (validity.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from mteval.core.results import Scale

Array = NDArray[np.float64]
Interval = tuple[float, float]
NO_INTERVAL: Interval = (nan, nan)
UNBOUNDED = Scale()
COUNT = Scale(low=0)
ALIKE = 1e-12
"""Spread that is only rounding."""
FEWEST_UNITS = 3
"""With fewer units nothing honest can be said about the spread between them."""
MANY_UNITS = 50
LOST_DEGREES = 2
"""Degrees of freedom lost beyond the usual one, for units of unequal size; chosen by coverage on documents."""
EXPANDED_FROM = 40


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its standard error, and what it rests on: units that were resampled, and the cases in them."""

    value: float
    error: float
    units: int
    cases: int

    @property
    def alike(self) -> bool:
        """Whether the value does not spread at all."""
        return self.error <= ALIKE * max(abs(self.value), 1.0)


def standard_error(estimates: Array, units: int) -> float:
    """The spread of a value over resamples, with what a resample of few units misses of the true spread."""
    known = estimates[~np.isnan(estimates)]
    if len(known) < 2 or units < 2:
        return nan
    return float(known.std(ddof=1)) * sqrt(units / (units - 1))


def quantile(level: float, units: int) -> float:
    """Student's two-sided quantile for so many units."""
    degrees = max(units - 1 - LOST_DEGREES, 1) if units < MANY_UNITS else units - 1
    if degrees < EXPANDED_FROM:
        from scipy.special import stdtrit  # 0.1 s to import, which a run with many cases need not pay

        return float(stdtrit(degrees, (1 + level) / 2))
    z = _normal(level)
    # Fisher and Cornish (1960): exact to four digits for so many degrees of freedom.
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


def interval(found: Estimate, key: str, scale: Scale, level: float) -> Interval:
    """The interval of one value of a metric: Wilson's where it is a share, else Student's within the metric's bounds.

    NaN where there are too few units, or where all of them are alike and the value is no share.
    """
    if isnan(found.value):
        return NO_INTERVAL
    if key in scale.shares and found.units >= found.cases:
        return wilson(found.value, found.cases, level) if found.cases else NO_INTERVAL
    if key in scale.counts:
        return student(found, level, COUNT)
    if (scale.low, scale.high) == (0, 1):
        return _of_share(found, level)
    return student(found, level, scale)


def differences_on(scale: Scale) -> Scale:
    """The scale of differences between two values on one."""
    if scale.low is None or scale.high is None:
        return UNBOUNDED
    return Scale(low=scale.low - scale.high, high=scale.high - scale.low)


def student(found: Estimate, level: float, scale: Scale = UNBOUNDED) -> Interval:
    """Student's interval within the bounds of a scale; NaN where the units are too few or all alike."""
    if isnan(found.value) or isnan(found.error) or found.units < FEWEST_UNITS or found.alike:
        return NO_INTERVAL
    half = quantile(level, found.units) * found.error
    low, high = found.value - half, found.value + half
    return (low if scale.low is None else max(low, scale.low), high if scale.high is None else min(high, scale.high))


def _of_share(found: Estimate, level: float) -> Interval:
    """A share, or a mean of shares, by the number of independent cases that would spread as much as the units do.

    Wilson's interval on that number where each case stands alone; Clopper and Pearson's, as Korn and Graubard (1998) advise,
    where cases come in clusters.
    """
    inside = found.value * (1 - found.value)
    extreme = inside <= ALIKE
    if isnan(found.error) or found.units < FEWEST_UNITS or (found.alike and not extreme):
        return NO_INTERVAL
    widened = (_normal(level) / quantile(level, found.units)) ** 2
    effective = float(found.units) if extreme else inside / found.error**2 * widened
    if found.units >= found.cases:
        return wilson(found.value, effective, level)
    return _clopper_pearson(found.value, min(effective, found.cases), level)


def wilson(share: float, cases: float, level: float) -> Interval:
    """Wilson's interval of a share of so many independent cases."""
    z = _normal(level)
    centre = (share + z * z / (2 * cases)) / (1 + z * z / cases)
    half = z * sqrt(share * (1 - share) / cases + z * z / (4 * cases**2)) / (1 + z * z / cases)
    return (max(0.0, centre - half), min(1.0, centre + half))


def _clopper_pearson(share: float, cases: float, level: float) -> Interval:
    from scipy.special import betaincinv

    hits, tail = share * cases, (1 - level) / 2
    low = 0.0 if share <= 0 else float(betaincinv(hits, cases - hits + 1, tail))
    high = 1.0 if share >= 1 else float(betaincinv(hits + 1, cases - hits, 1 - tail))
    return (low, high)


def _normal(level: float) -> float:
    if level == 0.95:
        return 1.959963984540054
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + level) / 2)

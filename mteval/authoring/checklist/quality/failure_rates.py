"""Failure rates of two CheckLists compared: FR-diff, and their correlation over capabilities.

Axes: utility (FR, the mean over capabilities, then over annotators) and correctness (FR-diff). The correlations are those
of the paper's Table 2: the failure rates of one system on the extracted and on the verified CheckList, capability by
capability.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mteval.statistics.correlation import pearson, spearman

Rates = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RateComparison:
    """Two CheckLists' failure rates over the capabilities both have.

    `difference` is the difference of the mean failure rates, without its sign: the paper's FR-diff. `by_capability` is the
    mean over capabilities of the absolute differences, which is larger where they cancel out. `shift` has the sign.
    """

    capabilities: tuple[str, ...]
    difference: float
    by_capability: float
    shift: float
    pearson: float
    spearman: float


def mean_rate(rates: Rates) -> float:
    """The mean over capabilities; capabilities without a rate do not count."""
    known = [rate for rate in rates.values() if not math.isnan(rate)]
    return math.fsum(known) / len(known) if known else math.nan


def compare_rates(ours: Rates, verified: Rates) -> RateComparison:
    """FR-diff and the correlations, over the capabilities both CheckLists have."""
    shared = tuple(
        name for name in ours if name in verified and not (math.isnan(ours[name]) or math.isnan(verified[name]))
    )
    a = np.array([ours[name] for name in shared])
    b = np.array([verified[name] for name in shared])
    if not shared:
        return RateComparison((), math.nan, math.nan, math.nan, math.nan, math.nan)
    correlated = len(shared) > 1
    return RateComparison(
        shared,
        abs(float(a.mean() - b.mean())),
        float(np.abs(a - b).mean()),
        float(a.mean() - b.mean()),
        float(pearson(a, b)) if correlated else math.nan,
        float(spearman(a, b)) if correlated else math.nan,
    )


def mean_over(values: Sequence[float]) -> float:
    """The mean over annotators, of those that have a value."""
    known = [value for value in values if not math.isnan(value)]
    return math.fsum(known) / len(known) if known else math.nan

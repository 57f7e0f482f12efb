"""Is one metric really closer to people than another? PERM-BOTH."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mteval.statistics.rating_table import Array, chunks

Statistic = Callable[[Array], Array]


@dataclass(frozen=True, slots=True)
class MetricDifference:
    """How much better the first metric does than the second, and how often chance does as well."""

    difference: float
    p_value: float
    resamples: int


def perm_both(first: Array, second: Array, statistic: Statistic, *, resamples: int, seed: int) -> MetricDifference:
    """PERM-BOTH (Deutsch, Dror & Roth 2021): swap the two metrics' standardised scores cell by cell.

    `first` and `second` are (systems, segments) or (systems, 1) for scores that exist only per system; `statistic` maps
    (…, systems, segments) to the correlation with the human scores. Two-sided, with
    p = (1 + #{|Δ*| ≥ |Δ|}) / (1 + resamples).
    """
    first, second = standardise(first), standardise(second)
    both = np.stack([statistic(first[None])[0], statistic(second[None])[0]])
    difference = float(both[0] - both[1])
    generator = np.random.default_rng(seed)
    extreme = 0
    for part in chunks(resamples, first.size):
        swap = generator.random((part.stop - part.start, *first.shape)) < 0.5
        permuted = statistic(np.where(swap, second, first)) - statistic(np.where(swap, first, second))
        extreme += int((np.abs(np.nan_to_num(permuted)) >= abs(difference) - 1e-12).sum())
    p_value = (1 + extreme) / (1 + resamples) if not np.isnan(difference) else float("nan")
    return MetricDifference(difference, p_value, resamples)


def standardise(scores: Array) -> Array:
    """Scores with mean 0 and variance 1 over all cells, so that two metrics' scores may change places."""
    spread = np.nanstd(scores)
    return np.asarray((scores - np.nanmean(scores)) / spread if spread > 0 else scores - np.nanmean(scores))

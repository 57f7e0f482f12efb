"""Metrics that are a function of summed rows: one matrix product scores any weighting of the cases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from mteval.core.evidence import Evidence
from mteval.core.protocols import Statistics
from mteval.statistics.metric_base import Array, MetricBase
from mteval.statistics.products import weighted_sums


class AdditiveMetric(MetricBase, ABC):
    """A metric whose value depends on the cases only through the sum of their rows.

    A subclass writes `observe` and `combine`; a stratified one (macro averages) sets `stratified` and gets sums of shape
    (…, strata + 1, columns) in `combine`: all zeros for a stratum nobody was drawn from, and last the cases that belong to
    no stratum. A later version may add columns to the end of a row; rows stored without them are filled up with zeros.
    """

    stratified: bool = False

    @abstractmethod
    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row of sufficient statistics per case."""

    @abstractmethod
    def combine(self, sums: Array) -> Array:
        """Values (…, keys) from summed rows (…, columns), or (…, strata + 1, columns) where stratified."""

    def sums(self, statistics: Statistics, weights: Array) -> Array:
        """Weighted sums of the rows, linear in the weights: what `combine` takes."""
        if self.stratified:
            return sums_by_stratum(statistics, weights)
        return weighted_sums(weights, statistics.rows)

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """Values (resamples, keys) when case i counts weights[r, i] times."""
        return self.combine(self.sums(statistics, weights))

    def per_case(self, statistics: Statistics) -> Array | None:
        """The headline of each case taken alone; override where the sentence-level formula differs."""
        if self.stratified:
            return None
        values = self.combine(np.asarray(statistics.rows, dtype=np.float64))[..., 0]
        return np.where(statistics.counted, values, np.nan)


def ratio(part: Array, whole: Array) -> Array:
    """Elementwise quotient, NaN where there is nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def sums_by_stratum(statistics: Statistics, weights: Array) -> Array:
    """Weighted sums of rows within each stratum: (resamples, strata + 1, columns), cases without a stratum last."""
    rows, count = statistics.rows, len(statistics.strata_names)
    strata = np.full(len(rows), count) if statistics.strata is None else statistics.strata.copy()
    strata[strata < 0] = count
    sums = np.zeros((weights.shape[0], count + 1, rows.shape[1]))
    if not len(rows):
        return sums
    # Sorting makes each stratum a run of columns, so that one matrix product per stratum sums all its resamples.
    if np.any(strata[1:] < strata[:-1]):
        order = np.argsort(strata, kind="stable")
        weights, rows, strata = weights[:, order], rows[order], strata[order]
    present, starts = np.unique(strata, return_index=True)
    for stratum, start, stop in zip(present, starts, [*starts[1:], len(rows)], strict=True):
        sums[:, stratum] = weights[:, start:stop] @ rows[start:stop]
    return sums

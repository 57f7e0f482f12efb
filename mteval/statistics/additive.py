"""Metrics that are a function of summed rows: one matrix product scores any weighting of the cases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mteval.core.evidence import Evidence
from mteval.core.protocols import Statistics

Array = NDArray[np.float64]


class AdditiveMetric(ABC):
    """A metric whose value depends on the cases only through the sum of their rows.

    A subclass writes `observe` and `combine`; a stratified one (macro averages) sets `stratified` and gets sums of shape
    (…, strata, columns) in `combine`, with an all-zero row of sums for a stratum nobody was drawn from.
    """

    name: str = ""
    keys: tuple[str, ...] = ()
    higher_is_better: bool = True
    stratified: bool = False

    @abstractmethod
    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row of sufficient statistics per case."""

    @abstractmethod
    def combine(self, sums: Array) -> Array:
        """Values (…, keys) from summed rows (…, columns), or (…, strata, columns) where stratified."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """Everything needed to repeat the number."""

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """Values (resamples, keys) when case i counts weights[r, i] times."""
        if self.stratified:
            return self.combine(sums_by_stratum(statistics, weights))
        return self.combine(weights @ statistics.rows)

    def per_case(self, statistics: Statistics) -> Array | None:
        """The headline of each case taken alone; override where the sentence-level formula differs."""
        if self.stratified:
            return None
        values = self.combine(statistics.rows)[..., 0]
        return np.where(statistics.counted, values, np.nan)


def sums_by_stratum(statistics: Statistics, weights: Array) -> Array:
    """Weighted sums of rows within each stratum: (resamples, strata, columns)."""
    rows, strata = statistics.rows, statistics.strata
    if strata is None:
        return (weights @ rows)[:, None, :]
    # Sorting makes each stratum a run of columns, so that one reduceat per statistic sums all strata of all resamples.
    member = strata >= 0
    order = np.flatnonzero(member)[np.argsort(strata[member], kind="stable")]
    present, starts = np.unique(strata[order], return_index=True)
    sums = np.zeros((weights.shape[0], max(len(statistics.strata_names), 1), rows.shape[1]))
    for column in range(rows.shape[1]):
        weighted = weights[:, order] * rows[order, column]
        sums[:, present, column] = np.add.reduceat(weighted, starts, axis=1) if len(order) else 0.0
    return sums

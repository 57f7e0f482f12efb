"""Metrics that look at a translation and its source alone, one row of counts per case."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from mteval.core.evidence import Comparison, Evidence
from mteval.core.protocols import Statistics
from mteval.statistics.additive import AdditiveMetric


class UnreferencedMetric(AdditiveMetric):
    """An additive metric that needs no references; a subclass writes `row`."""

    evidence: ClassVar[type] = Comparison
    columns: int

    @abstractmethod
    def row(self, one: Comparison) -> Sequence[float] | None:
        """The counts of one case; None where it does not count."""

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row per case; a case without what the metric looks at does not count."""
        found = [self.row(one) if isinstance(one, Comparison) and self._complete(one) else None for one in evidence]
        rows = np.array([(0.0,) * self.columns if row is None else row for row in found], dtype=np.float64)
        counted = np.array([row is not None for row in found], dtype=np.bool_)
        return Statistics(rows.reshape(len(evidence), self.columns), counted)

    def _complete(self, one: Comparison) -> bool:
        return one.source is not None or not self.needs_source

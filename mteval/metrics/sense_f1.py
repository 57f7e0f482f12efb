"""How often an ambiguous word is translated in its right sense: MuCoW's precision, recall and F1.

With positive, negative and unknown translations: coverage = (pos + neg) / all; precision = pos / (pos + neg). Two
recalls are in use. recall_a = pos / (pos + unknown) is the one in the published tables; it rises when a wrong sense
replaces an unknown word. recall_b = pos / all is the one the papers define. f1_a and f1_b go with each; the
headline is f1_b.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Outcome, Verdict
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array

ROWS = {Outcome.PASSED: (1.0, 0.0, 0.0), Outcome.FAILED: (0.0, 1.0, 0.0), Outcome.UNDECIDED: (0.0, 0.0, 1.0)}


@registry.metrics.register("sense-f1")
class SenseF1(AdditiveMetric):
    """Precision, both recalls and both F1 of the sense choice, on 0–1, and the counts behind them."""

    keys = (
        *("f1_b", "precision", "recall_a", "recall_b", "f1_a", "coverage"),
        *("positive", "negative", "unknown"),
    )
    higher_is_better = True
    evidence = Verdict
    scale = Scale(4, counts=("positive", "negative", "unknown"), low=0, high=1, shares=("precision",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: positive, negative, unknown."""
        empty = (0.0, 0.0, 0.0)
        rows = [ROWS.get(one.outcome, empty) if isinstance(one, Verdict) else empty for one in evidence]
        table = np.array(rows, dtype=np.float64).reshape(len(evidence), 3)
        return Statistics(table, table.sum(axis=1) > 0)

    def combine(self, sums: Array) -> Array:
        """Values from summed counts."""
        positive, negative, unknown = sums[..., 0], sums[..., 1], sums[..., 2]
        total = positive + negative + unknown
        precision = ratio(positive, positive + negative)
        recall_a = ratio(positive, positive + unknown)
        recall_b = ratio(positive, total)
        # F1 straight from the counts: harmonic means of the ratios would be 0/0 where nothing is positive.
        f1_a = ratio(2 * positive, 2 * positive + negative + unknown)
        f1_b = ratio(2 * positive, positive + negative + total)
        coverage = ratio(positive + negative, total)
        values = (f1_b, precision, recall_a, recall_b, f1_a, coverage, positive, negative, unknown)
        return np.stack(values, axis=-1)

    def per_case(self, statistics: Statistics) -> Array:
        """1 where the sense is right, else 0."""
        return np.where(statistics.counted, statistics.rows[:, 0], np.nan)

    def decisions(self, statistics: Statistics) -> Decisions:
        """Unknown translations are undecided."""
        return statistics.rows[:, 0] > 0, statistics.rows[:, :2].sum(axis=1) > 0

    @property
    def signature(self) -> str:
        """Which denominators stand behind the two recalls."""
        return "metric:sense-f1|recall_a:pos/(pos+unk)|recall_b:pos/all|both-senses:negative"

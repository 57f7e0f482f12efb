"""Span F1: do a metric and people mark the same characters as wrong? (Blain et al. 2023)

A character both mark counts 1, or ½ where the severities differ; precision divides by the characters the metric marks,
recall by those people mark, all summed over segments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from mteval.core.evidence import Evidence
from mteval.core.protocols import Statistics
from mteval.core.results import RATE
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.character_marks import credit
from mteval.statistics.metric_base import Array

Marks = Mapping[int, str]


class SpanOverlap(AdditiveMetric):
    """Character-level F1 of a metric's error spans beside those of people."""

    name = "span-f1"
    keys: tuple[str, ...] = ("f1", "precision", "recall")
    scale = RATE

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Only marks are observed, by `table`."""
        raise TypeError("marked characters are observed by table(human, metric)")

    def table(self, human: Sequence[Sequence[Marks | None]], metric: Sequence[Sequence[Marks | None]]) -> Statistics:
        """One row per segment, summed over systems: credit, characters the metric marks, characters people mark."""
        rows, counted = [], []
        for people, machine in zip(human, metric, strict=True):
            both = [(h, m) for h, m in zip(people, machine, strict=True) if h is not None and m is not None]
            rows.append(
                (sum(credit(*pair) for pair in both), sum(len(m) for _, m in both), sum(len(h) for h, _ in both))
            )
            counted.append(bool(both))
        return Statistics(np.array(rows, dtype=np.float64).reshape(-1, 3), np.array(counted, dtype=np.bool_))

    def combine(self, sums: Array) -> Array:
        """F1, precision, recall."""
        shared, marked, wanted = sums[..., 0], sums[..., 1], sums[..., 2]
        return np.stack([ratio(2 * shared, marked + wanted), ratio(shared, marked), ratio(shared, wanted)], axis=-1)

"""What is left of P@1 once the dictionary is cleaned: one value per step, each on top of the one before it.

headline = P@1 as precision-at-k has it; without_names = without pairs that are proper nouns; without_invalid = without
invalid pairs too; inflections_credited = a best candidate that is an inflected form of a gold target counts as right;
oov_wrong = words out of vocabulary count as wrong. Names and invalid pairs leave pair by pair: a word goes with its last.

Kementchedjhieva, Hartmann, Søgaard (2019): Lost in Evaluation: Misleading Benchmarks for Bilingual Dictionary Induction.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core.evidence import Evidence, Ranking
from mteval.core.protocols import Decisions, Statistics
from mteval.core.registry import metrics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array


@metrics.register("waterfall")
class Waterfall(AdditiveMetric):
    """P@1 at every step of cleaning; the family of dictionaries computes it beside precision-at-k."""

    keys = ("headline", "without_names", "without_invalid", "inflections_credited", "oov_wrong")
    evidence = Ranking
    scale = Scale(4, low=0, high=1)

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: right and counted at each step."""
        rows = np.zeros((len(evidence), 2 * len(self.keys)))
        for i, one in enumerate(evidence):
            if isinstance(one, Ranking):
                headline = (1 in one.ranks, one.in_vocabulary)
                rows[i] = np.array((headline, *(one.steps or (headline,) * 4)), dtype=np.float64).ravel()
        return Statistics(rows, np.array([isinstance(one, Ranking) for one in evidence], dtype=np.bool_))

    def combine(self, sums: Array) -> Array:
        """Right over counted, step by step."""
        return ratio(sums[..., 0::2], sums[..., 1::2])

    def decisions(self, statistics: Statistics) -> Decisions:
        """As in the headline."""
        return statistics.rows[:, 0] > 0, statistics.rows[:, 1] > 0

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:waterfall|names:pairwise|gold:any"

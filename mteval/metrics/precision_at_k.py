"""Share of source words with a gold target among the k best, as bilingual dictionary induction reports it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.evidence import Evidence, Ranking
from mteval.core.options import CHOICE, Option
from mteval.core.protocols import Decisions, Statistics
from mteval.core.queries import UNRANKED
from mteval.core.registry import metrics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array

CUTS = (1, 5, 10)


@metrics.register("precision-at-k")
class PrecisionAtK(AdditiveMetric):
    """P@k is a hit rate: a word is right if *any* of its gold targets is among the k best.

    P@k = words with a gold target at rank ≤ k ÷ words whose source and at least one gold target are in the vocabulary.
    `mrr@10` is the mean of 1 ÷ (rank of the best gold target), 0 beyond rank 10; `mrr=full` adds `mrr` without that cut
    (xling-eval's). `coverage` is the share of words that count at all, and `p@1_oov_wrong` what P@1 is when the others
    count as wrong: the only one of these numbers that a smaller vocabulary cannot raise.

    Whether a case is a source word (MUSE, VecMap) or a pair (xling-eval) is the family's `convention`.
    Intervals come from resampling source words.
    """

    evidence = Ranking
    keys: tuple[str, ...] = ("p@1", "p@5", "p@10", "mrr@10", "coverage", "p@1_oov_wrong")
    scale = Scale(4, coverage="coverage", low=0, high=1, shares=("p@1", "p@5", "p@10"))
    options = (Option("mrr", CHOICE, "10", "how far the reciprocal rank looks", choices=("10", "full")),)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._full_mrr = self.chosen["mrr"] == "full"
        if self._full_mrr:
            self.keys = (*self.keys, "mrr")

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Hits at 1, 5 and 10, both reciprocal ranks, whether the word is known, and 1."""
        rows = np.zeros((len(evidence), 7))
        counted = np.zeros(len(evidence), dtype=np.bool_)
        for i, one in enumerate(evidence):
            if isinstance(one, Ranking):
                if self._full_mrr and min(one.ranks, default=0) == UNRANKED:
                    raise UsageError("The system ranked only its ten best; mrr=full needs --set convention=xling.")
                rows[i] = _row(one)
                counted[i] = True
        return Statistics(rows, counted)

    def combine(self, sums: Array) -> Array:
        """Hit rates over known words; NaN where none is known."""
        hits, reciprocal, known, everything = sums[..., :3], sums[..., 3:5], sums[..., 5:6], sums[..., 6:7]
        ranks = ratio(reciprocal, known)
        values = [ratio(hits, known), ranks[..., :1], ratio(known, everything), ratio(hits[..., :1], everything)]
        if self._full_mrr:
            values.append(ranks[..., 1:])
        return np.concatenate(values, axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A word passed if a gold target comes first; one out of vocabulary is undecided."""
        return statistics.rows[:, 0] > 0, statistics.rows[:, 5] > 0

    @property
    def signature(self) -> str:
        """The cuts, and that any gold target will do."""
        return "k:1,5,10|gold:any"


def _row(ranking: Ranking) -> tuple[float, ...]:
    """The sufficient statistics of one word."""
    if not ranking.in_vocabulary:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    best = min(ranking.ranks, default=0)
    hits = [float(0 < best <= cut) for cut in CUTS]
    reciprocal = 1.0 / best if best else 0.0
    return (*hits, reciprocal if best <= CUTS[-1] else 0.0, reciprocal, 1.0, 1.0)

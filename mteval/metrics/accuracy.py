"""Share of decided cases that passed, with what guessing would give.

accuracy = passed / decided. pairwise = contests won / contests (each contrast counts once). macro = the mean of the
accuracies of the strata (senses), so that a frequent sense does not hide a rare one. chance = the mean probability of
passing by guessing, 1 / (1 + contrasts). Skipped and undecided cases do not count.
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


@registry.metrics.register("accuracy")
class Accuracy(AdditiveMetric):
    """Passes over passes and failures."""

    keys = ("accuracy", "pairwise", "macro", "chance", "correct", "decided")
    higher_is_better = True
    stratified = True
    evidence = Verdict
    scale = Scale(4, counts=("correct", "decided"), low=0, high=1, shares=("accuracy",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: passed, decided, wins, contests, chance."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 5)
        names = [one.stratum if isinstance(one, Verdict) else None for one in evidence]
        ordered = tuple(sorted({name for name in names if name is not None}))
        index = {name: place for place, name in enumerate(ordered)}
        strata = np.array([-1 if name is None else index[name] for name in names], dtype=np.int64)
        return Statistics(rows, rows[:, 1] > 0, strata, ordered)

    def combine(self, sums: Array) -> Array:
        """Values from sums (…, strata, columns); the macro average is over strata somebody was drawn from."""
        total = sums.sum(axis=-2)
        passed, decided, wins, contests, chance = (total[..., column] for column in range(5))
        # The last row holds the cases without a stratum, which a macro average cannot place.
        met = sums[..., :-1, 1] > 0
        rates = np.where(met, ratio(sums[..., :-1, 0], sums[..., :-1, 1]), 0.0)
        macro = ratio(rates.sum(axis=-1), met.sum(axis=-1))
        values = (
            ratio(passed, decided),
            ratio(wins, contests),
            macro,
            ratio(chance, decided),
            passed,
            decided,
        )
        return np.stack(values, axis=-1)

    def per_case(self, statistics: Statistics) -> Array:
        """1 where the case passed, 0 where it failed."""
        return np.where(statistics.counted, statistics.rows[:, 0], np.nan)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A case passed or failed."""
        return statistics.rows[:, 0] > 0, statistics.rows[:, 1] > 0

    @property
    def signature(self) -> str:
        """How ties and empty cases were taken stands in the suite's options; this is the rule of the metric."""
        return "metric:accuracy|decision:reference-beats-every-contrast|macro:stratum"


def _row(evidence: Evidence) -> tuple[float, ...]:
    if not isinstance(evidence, Verdict) or evidence.outcome not in (Outcome.PASSED, Outcome.FAILED):
        return (0.0,) * 5
    passed = float(evidence.outcome is Outcome.PASSED)
    chance = 0.0 if np.isnan(evidence.chance) else evidence.chance
    return (passed, 1.0, float(evidence.wins), float(evidence.contests), chance)

"""How often translations address people in the register that was asked for.

accuracy = right / decided. coverage = decided / all items: those whose translation shows a register at all. right and decided are
counts.

How to read it: 0–1, higher is better, by slice of the register asked for. Traps: a system that always says the same is right on
half of a balanced set, so accuracy near .5 is no control; compare coverage first, since items that show nothing do not count.
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


@registry.metrics.register("register-accuracy")
class RegisterAccuracy(AdditiveMetric):
    """Translations in the wanted register over those that show one."""

    keys = ("accuracy", "coverage", "right", "decided")
    higher_is_better = True
    evidence = Verdict
    scale = Scale(4, counts=("right", "decided"), coverage="coverage", low=0, high=1, shares=("accuracy",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: right, decided, items."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 3)
        return Statistics(rows, rows[:, 2] > 0)

    def combine(self, sums: Array) -> Array:
        """Shares from summed counts."""
        right, decided, items = (sums[..., at] for at in range(3))
        return np.stack((ratio(right, decided), ratio(decided, items), right, decided), axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A translation in the wanted register alone passed."""
        return statistics.rows[:, 0] > 0, statistics.rows[:, 1] > 0

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:register-accuracy|rule:any-word-of-the-other-register-fails"


def _row(evidence: Evidence) -> tuple[float, float, float]:
    if not isinstance(evidence, Verdict) or evidence.outcome is Outcome.SKIPPED:
        return (0.0, 0.0, 0.0)
    right = evidence.outcome is Outcome.PASSED
    return (float(right), float(right or evidence.outcome is Outcome.FAILED), 1.0)

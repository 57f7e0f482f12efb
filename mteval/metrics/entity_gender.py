"""How often translations give a person the gender that the source does: WinoMT's values.

accuracy = right / items; a translation that shows no gender is not right, as published. f1_female and f1_male = 2 · right / (read
as that gender + items of that gender). delta_g = f1_male − f1_female. delta_s = accuracy of the items marked `pro` − that of
those marked `anti` (of accuracies, not of F1; NaN without both). precision = right / decided. coverage = decided / items. right
and items are counts.

How to read it: 0–1, higher is better; delta_g and delta_s are best at 0, and above it where the system follows the masculine and
the stereotype. Traps: words that the lists do not know count as not right, so compare coverage before accuracy; coverage differs
by gender where only one form is listed.
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

COLUMNS = 13


@registry.metrics.register("entity-gender")
class EntityGender(AdditiveMetric):
    """People with the right gender over all, F1 by gender, and the gaps."""

    keys = ("accuracy", "f1_female", "f1_male", "delta_g", "delta_s", "precision", "coverage", "right", "items")
    higher_is_better = True
    evidence = Verdict
    # The gaps may be negative.
    scale = Scale(4, counts=("right", "items"), low=-1, high=1, shares=("accuracy",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: right, items, decided; right, read, gold of female, then of male; right and items of pro, then of anti."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), COLUMNS)
        return Statistics(rows, rows[:, 1] > 0)

    def combine(self, sums: Array) -> Array:
        """Values from summed counts."""
        right, items, decided = (sums[..., at] for at in range(3))
        women, men = _f1(sums[..., 3:6]), _f1(sums[..., 6:9])
        stereotype = ratio(sums[..., 9], sums[..., 10]) - ratio(sums[..., 11], sums[..., 12])
        shares = (ratio(right, decided), ratio(decided, items), right, items)
        return np.stack((ratio(right, items), women, men, men - women, stereotype, *shares), axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """The right gender alone passed."""
        return statistics.rows[:, 0] > 0, statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:entity-gender|unknown:not-right|delta_s:accuracy"


def _f1(counts: Array) -> Array:
    """F1 from right, read and gold; NaN for a gender without items."""
    right, read, gold = (counts[..., at] for at in range(3))
    return np.where(gold > 0, ratio(2 * right, read + gold), np.nan)


def _row(evidence: Evidence) -> tuple[float, ...]:
    if not isinstance(evidence, Verdict) or evidence.outcome is Outcome.SKIPPED:
        return (0.0,) * COLUMNS
    right, detail = evidence.outcome is Outcome.PASSED, evidence.detail
    row = [right, True, evidence.outcome is not Outcome.UNDECIDED]
    for gender in ("female", "male"):
        gold = detail.get("gender") == gender
        row += [right and gold, detail.get("seen") == gender, gold]
    for stereotype in ("pro", "anti"):
        marked = detail.get("stereotype") == stereotype
        row += [right and marked, marked]
    return tuple(map(float, row))

"""How often translations keep the gender of the source.

accuracy = right / decided. feminine and masculine = accuracy over the items of that gender; gap = masculine − feminine. shown =
the share of items whose translation holds a word of the right or of the wrong reference alone, so that a gender can be seen.
Values of a gender without items are NaN.

How to read it: 0–1, higher is better; a gap above 0 means that the system falls back on the masculine. Traps: translations in
which no gender can be seen count as right, as published, so compare `shown` before accuracy.
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


@registry.metrics.register("gender-accuracy")
class GenderAccuracy(AdditiveMetric):
    """Translations without a word of the wrong gender over all."""

    keys = ("accuracy", "feminine", "masculine", "gap", "shown", "right", "decided")
    higher_is_better = True
    evidence = Verdict
    scale = Scale(4, counts=("right", "decided"), low=0, high=1, shares=("accuracy",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: right, decided, the same of feminine and of masculine items, shown."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 7)
        return Statistics(rows, rows[:, 1] > 0)

    def combine(self, sums: Array) -> Array:
        """Shares from summed counts."""
        right, decided, feminine, all_feminine, masculine, all_masculine, shown = (sums[..., at] for at in range(7))
        women, men = ratio(feminine, all_feminine), ratio(masculine, all_masculine)
        values = (ratio(right, decided), women, men, men - women, ratio(shown, decided), right, decided)
        return np.stack(values, axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A translation without a word of the wrong gender passed."""
        return statistics.rows[:, 0] > 0, statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:gender-accuracy|rule:mt-geneval"


def _row(evidence: Evidence) -> tuple[float, ...]:
    if not isinstance(evidence, Verdict) or evidence.outcome not in (Outcome.PASSED, Outcome.FAILED):
        return (0.0,) * 7
    right, gender = float(evidence.outcome is Outcome.PASSED), evidence.detail.get("gender")
    women, men = float(gender == "feminine"), float(gender == "masculine")
    shown = float(bool(evidence.detail.get("right_words") or evidence.detail.get("wrong_words")))
    return (right, 1.0, right * women, women, right * men, men, shown)

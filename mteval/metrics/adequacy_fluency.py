"""Mean human ratings: adequacy, fluency, and the mean of whatever scales were rated.

mean = the average over scales of the scale's mean rating; adequacy and fluency = those scales alone (1 bad … 5 excellent),
NaN where not rated; ratings = how many ratings there are. Ratings of control items do not count.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Rating
from mteval.core.protocols import Statistics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.rating_table import Array, divide

CONTROLS = ("repeat", "degraded", "check")


@registry.metrics.register("adequacy-fluency")
class AdequacyFluency(AdditiveMetric):
    """Means per scale; each scale is a stratum, so that one rated more often does not outweigh another."""

    evidence = Rating
    keys = ("mean", "adequacy", "fluency", "ratings")
    higher_is_better = True
    stratified = True
    scale = Scale(2, counts=("ratings",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: sum of ratings, their number, and the same two for adequacy and for fluency."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 6)
        scales = [one.scale if isinstance(one, Rating) else "" for one in evidence]
        names = tuple(sorted(set(scales)))
        strata = np.array([names.index(scale) for scale in scales], dtype=np.int64)
        return Statistics(rows, rows[:, 1] > 0, strata, names)

    def combine(self, sums: Array) -> Array:
        """Values from sums (…, scales, columns)."""
        used = sums[..., 1] > 0
        means = np.where(used, divide(sums[..., 0], sums[..., 1]), 0.0)
        total = sums.sum(axis=-2)
        mean = divide(means.sum(axis=-1), used.sum(axis=-1).astype(float))
        return np.stack(
            [mean, divide(total[..., 2], total[..., 3]), divide(total[..., 4], total[..., 5]), total[..., 1]], axis=-1
        )

    def per_case(self, statistics: Statistics) -> Array:
        """The rating itself."""
        return np.where(statistics.counted, statistics.rows[:, 0], np.nan)

    @property
    def signature(self) -> str:
        """Means of ratings as given."""
        return "metric:adequacy-fluency|mean:scales|controls:left-out"


def _row(one: Evidence) -> tuple[float, ...]:
    if not isinstance(one, Rating) or one.detail.get("type") in CONTROLS:
        return (0.0,) * 6
    adequacy, fluency = float(one.scale == "adequacy"), float(one.scale == "fluency")
    return (one.value, 1.0, one.value * adequacy, adequacy, one.value * fluency, fluency)

"""Agreement between annotators, chance-corrected, in all the usual coefficients.

alpha_interval, alpha_ordinal, alpha_nominal: Krippendorff's α for scales where differences, order, or only equality count;
any pattern of missing ratings. fleiss_kappa: many annotators, nominal. cohen_kappa, cohen_kappa_linear,
cohen_kappa_quadratic: pairs of annotators, averaged over all pairs; weighted by the distance of the values. icc1, icc2_1,
icc3_1 and their means of k ratings: intraclass correlations after Shrout & Fleiss (one-way; two-way random, absolute
agreement; two-way mixed, consistency), the two-way ones over items that every annotator rated. kendall_w: whether
annotators rank the items alike. percent: share of equal pairs of ratings, not corrected for chance.

Ratings of control items (repeated, degraded, checks) are left out unless `controls=counted`. A coefficient is NaN where it
is undefined: one category only, no item with two ratings, no item rated by all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Rating
from mteval.core.options import CHOICE, TEXT, Option
from mteval.core.protocols import Statistics
from mteval.core.results import RATE
from mteval.statistics import agreement
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.rated_cases import codes, weighted_table
from mteval.statistics.rating_table import Array, RatingTable
from mteval.statistics.reliability import ICC_KEYS, intraclass_correlations, kendall_w

LEVELS = {
    "interval": agreement.krippendorff_interval,
    "ordinal": agreement.krippendorff_ordinal,
    "nominal": agreement.krippendorff_nominal,
}
CONTROLS = ("repeat", "degraded", "check")
KAPPAS = {"cohen_kappa": "unweighted", "cohen_kappa_linear": "linear", "cohen_kappa_quadratic": "quadratic"}
KEYS = ("alpha", *(f"alpha_{level}" for level in LEVELS), "fleiss_kappa", *KAPPAS, *ICC_KEYS, "kendall_w", "percent")


@registry.metrics.register("agreement")
class Agreement(MetricBase):
    """Every coefficient of one set of ratings; the headline is Krippendorff's α at the level asked for."""

    evidence = Rating
    keys = KEYS
    scale = RATE
    options = (
        Option("scale", TEXT, "", "only ratings on this scale (all)"),
        Option("level", CHOICE, "ordinal", "which α is the headline", choices=tuple(LEVELS)),
        Option("controls", CHOICE, "left-out", "what becomes of control items", choices=("left-out", "counted")),
    )

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: unit (an item of a system on a scale), annotator, value."""
        ratings = [one for one in evidence if isinstance(one, Rating) and self._counts(one)]
        units = codes([f"{one.item}\t{one.system or ''}\t{one.scale}\t{one.detail.get('type', '')}" for one in ratings])
        number = {name: place for place, name in enumerate(sorted({one.annotator for one in ratings}))}
        rows = np.zeros((len(evidence), 3))
        counted = np.array([self._counts(one) for one in evidence], dtype=bool)
        filled = [(unit, number[one.annotator], one.value) for unit, one in zip(units, ratings, strict=True)]
        rows[counted] = np.array(filled, dtype=float).reshape(-1, 3)
        return Statistics(rows, counted)

    def _counts(self, one: Evidence) -> bool:
        if not isinstance(one, Rating) or (self.chosen["scale"] and one.scale != self.chosen["scale"]):
            return False
        return self.chosen["controls"] == "counted" or one.detail.get("type") not in CONTROLS

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """All coefficients under each weighting."""
        table, unit_weights = weighted_table(statistics, weights)
        shared = table.shared
        if not shared.any():
            return np.full((len(weights), len(KEYS)), np.nan)
        # Items rated once say nothing of agreement, and most items of a large campaign are.
        return coefficients(table.only_shared(), unit_weights[:, shared], self.chosen["level"])

    @property
    def signature(self) -> str:
        """Which variants of the coefficients."""
        return "metric:agreement|icc:shrout-fleiss|kappa:mean-of-pairs"


def coefficients(table: RatingTable, weights: Array, level: str) -> Array:
    """(resamples, keys)."""
    alphas = {name: measure(table, weights) for name, measure in LEVELS.items()}
    kappas = [agreement.cohen_kappa(table, weights, agreement.DISTANCES[kind]) for kind in KAPPAS.values()]
    return np.column_stack(
        [
            alphas[level],
            *alphas.values(),
            agreement.fleiss_kappa(table, weights),
            *kappas,
            intraclass_correlations(table, weights),
            kendall_w(table, weights),
            agreement.percent_agreement(table, weights),
        ]
    )

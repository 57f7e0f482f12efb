"""How often terms are translated as a glossary says, and whether always alike.

success_rate = terms of the source whose listed translation was found in the output / terms of the source. surface_rate = the
same with the listed translation found as it is written, so without inflection or compounds. consistency = of the occurrences of
terms that a document has more than once, the share translated by the document's most frequent rendering of the term, which
may be another than the listed one: a system can be consistently wrong. found and terms are counts.

How to read it: 0–1, higher is better; compare with the success rate of a run without terms, and look at surface_rate beside
success_rate: a large gap is inflection, mostly right. Traps: a high success rate is bought easily by pasting terms into a bad
sentence, so look at chrf++ beside it. A guessed rendering is an association, not an alignment. Intervals of consistency take
each document's most frequent rendering as given.
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


@registry.metrics.register("term-success")
class TermSuccess(AdditiveMetric):
    """Terms translated as listed over terms in the source."""

    keys = ("success_rate", "surface_rate", "consistency", "found", "terms")
    higher_is_better = True
    evidence = Verdict
    scale = Scale(4, counts=("found", "terms"), low=0, high=1, shares=("success_rate", "surface_rate"))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: found, terms, found as written, agreeing with the document, terms met more than once in it."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 5)
        return Statistics(rows, rows[:, 1] > 0)

    def combine(self, sums: Array) -> Array:
        """Shares from summed counts."""
        found, terms, surface, agreeing, repeated = (sums[..., column] for column in range(5))
        values = (ratio(found, terms), ratio(surface, terms), ratio(agreeing, repeated), found, terms)
        return np.stack(values, axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A term that was found passed."""
        return statistics.rows[:, 0] > 0, statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric; how terms are found stands in the suite's options."""
        return "metric:term-success|consistency:document-mode"


def _row(evidence: Evidence) -> tuple[float, ...]:
    if not isinstance(evidence, Verdict) or evidence.outcome not in (Outcome.PASSED, Outcome.FAILED):
        return (0.0,) * 5
    agrees = evidence.detail.get("consistent")
    found = float(evidence.outcome is Outcome.PASSED)
    surface = float(evidence.detail.get("stage") == "surface")
    return (found, 1.0, surface, float(bool(agrees)), float(agrees is not None))

"""How much of the source comes back untranslated.

copy_rate = the share of translations that are the source again, but for case, white space and punctuation. copied_ngrams =
the share of the translations' runs of four words that stand in the source too, which finds parts left untranslated. Sources
without a letter (numbers, addresses) do not count: they are rightly copied.

How to read it: lower is better; a system that translates copies hardly anything between languages of different words.
Traps: names, titles and quotations are rightly copied, so a few per cent are no fault; related languages share words, and a
system "translating" into the language of the source copies everything. No reference is needed, but the source is.
"""

from __future__ import annotations

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Scale
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.words import word_cutter

ORDER = 4


@registry.metrics.register("copy-rate")
class CopyRate(UnreferencedMetric):
    """Translations that are the source again."""

    keys = ("copy_rate", "copied_ngrams")
    higher_is_better = False
    needs_source = True
    columns = 4
    scale = Scale(4, low=0, high=1, shares=("copy_rate",))

    def row(self, one: Comparison) -> tuple[float, ...] | None:
        """Columns: copied, cases, runs of four words that stand in the source, runs of four words."""
        if not any(map(str.isalpha, one.source or "")):
            return None
        cut = word_cutter("unicode")
        own, source = cut(one.translation), cut(one.source or "")
        runs, known = _runs(own), set(_runs(source))
        return (float(own == source), 1.0, float(sum(run in known for run in runs)), float(len(runs)))

    def combine(self, sums: Array) -> Array:
        """The two shares."""
        return np.stack((ratio(sums[..., 0], sums[..., 1]), ratio(sums[..., 2], sums[..., 3])), axis=-1)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A translation that is no copy passed."""
        return statistics.counted & (statistics.rows[:, 0] == 0), statistics.counted

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return f"metric:copy-rate|tok:unicode|ngram:{ORDER}"


def _runs(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[place : place + ORDER]) for place in range(len(words) - ORDER + 1)]

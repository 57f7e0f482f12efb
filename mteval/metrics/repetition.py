"""How often translations repeat themselves: the share of runs of words that came before in the same translation.

repetition = Σ repeated / Σ all runs of `order` words (4), a run being repeated if the same words in a row stand earlier in
the same translation: seq-rep-n of Welleck et al. (2020, Neural text generation with unlikelihood training), over all
translations together. looping = the share of translations in which more than a quarter of the runs are repeated.

How to read it: lower is better, and near 0 for text of people; decoders that got stuck show in looping. Traps: lists, verse
and legal text do repeat themselves; a source that does so must be repeated too, so compare systems with each other. Neither
reference nor source is needed.
"""

from __future__ import annotations

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.options import WHOLE, Option
from mteval.core.results import Scale
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.words import word_cutter

LOOPING = 0.25


@registry.metrics.register("repetition")
class Repetition(UnreferencedMetric):
    """Runs of words that came before."""

    keys = ("repetition", "looping")
    higher_is_better = False
    columns = 4
    scale = Scale(4, low=0, high=1)
    options = (Option("order", WHOLE, 4, "words in a run", minimum=1),)

    def row(self, one: Comparison) -> tuple[float, ...]:
        """Columns: repeated runs, runs, whether the translation loops, cases."""
        words, order = word_cutter("unicode")(one.translation), self.chosen["order"]
        runs = [tuple(words[place : place + order]) for place in range(len(words) - order + 1)]
        repeated = len(runs) - len(set(runs))
        return (float(repeated), float(len(runs)), float(repeated > LOOPING * len(runs)), 1.0)

    def combine(self, sums: Array) -> Array:
        """The two shares; translations too short to repeat anything have repeated nothing."""
        repeated = np.where(sums[..., 3] > 0, np.nan_to_num(ratio(sums[..., 0], sums[..., 1])), np.nan)
        return np.stack((repeated, ratio(sums[..., 2], sums[..., 3])), axis=-1)

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:repetition|tok:unicode"

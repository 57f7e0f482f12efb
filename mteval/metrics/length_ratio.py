"""How long translations are beside their sources: all their characters over all characters of the sources.

length_ratio = Σ length of translations / Σ length of sources, in characters without white space (unit=words: in words,
unit=bytes: in bytes of UTF-8). A ratio of sums, so that short segments do not weigh like long ones; the sentence scores are
ratios of single pairs.

How to read it: what is right depends on the pair of languages and their scripts, so compare systems with each other, or
with the references put in as a system. Well below the others, a system leaves something out or was cut at its greatest
length; well above, it adds, comments or loops. Neither high nor low is good: the paired test tells only that systems
differ. No reference is needed, but the source is.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.options import CHOICE, Option
from mteval.core.results import Scale
from mteval.metrics._unreferenced import UnreferencedMetric
from mteval.statistics.additive import ratio
from mteval.statistics.metric_base import Array
from mteval.text.words import word_cutter

LENGTHS: dict[str, Callable[[str], int]] = {
    "characters": lambda text: len("".join(text.split())),
    "words": lambda text: len(word_cutter("unicode")(text)),
    "bytes": lambda text: len("".join(text.split()).encode("utf-8", "surrogatepass")),
}


@registry.metrics.register("length-ratio")
class LengthRatio(UnreferencedMetric):
    """Length of translations over length of sources."""

    keys = ("length_ratio",)
    higher_is_better = True
    needs_source = True
    columns = 2
    scale = Scale(4, low=0)
    options = (Option("unit", CHOICE, "characters", "what is counted", choices=tuple(LENGTHS)),)

    def row(self, one: Comparison) -> tuple[float, float] | None:
        """Lengths of translation and source; an empty source does not count."""
        length = LENGTHS[self.chosen["unit"]]
        source = length(one.source or "")
        return (float(length(one.translation)), float(source)) if source else None

    def combine(self, sums: Array) -> Array:
        """The ratio of the sums."""
        return np.asarray(ratio(sums[..., :1], sums[..., 1:]))

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:length-ratio|average:sums"

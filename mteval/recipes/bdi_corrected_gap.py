"""The gap between two dictionary systems before and after a look at the words only one of them got."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes
from mteval.statistics.corrected_gap import LoneWords, corrected_gap

# English–Bulgarian: 1 125 source words, of which the better system alone got 125 and the other 50. Judged by hand, 54 % of the
# 125 are another form of a gold translation and 19 % a translation that the gold list lacks; of the 50 one half remains.
WORDS = 1_125
ALONE = (125, 50)
ALSO_RIGHT = (0.54 + 0.19, 0.5)
PERCENT = 100
TOLERANCE = 0.005


@recipes.register("bdi-corrected-gap")
class CorrectedGapRecipe:
    """Kementchedjhieva et al. (2019): how much of a gap of 6.67 points remains once false false positives are taken back."""

    files: ClassVar[tuple[PublishedFile, ...]] = ()

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Compute both gaps from the published shares."""
        # The shares were published in per cent; judged words are counted in hundredths of a word so that they stay exact.
        a, b = (
            LoneWords(words, words * PERCENT, round(words * PERCENT * share))
            for words, share in zip(ALONE, ALSO_RIGHT, strict=True)
        )
        found = corrected_gap(WORDS, a, b)
        rows = (
            PublishedNumber("gap as counted, points", 6.67, PERCENT * found.counted, TOLERANCE),
            PublishedNumber("corrected gap, points", 0.78, PERCENT * found.corrected, TOLERANCE),
        )
        notes = (
            "The corrected gap of .78 follows from the paper's own figures: (.27 · 125 − .50 · 50) / 1125. The paper prints .1, "
            "which does not.",
        )
        return Reproduction(rows, notes)

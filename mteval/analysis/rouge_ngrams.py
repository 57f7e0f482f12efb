"""ROUGE over counted units: n-grams (ROUGE-N) and skip-bigrams (ROUGE-S, ROUGE-SU)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import ClassVar

from mteval.analysis.rouge_metric import Rouge, shares
from mteval.core.options import whole_number

Counts = tuple[Counter[Hashable], int]
"""The units of a line, and how many there are."""


class CountedRouge(Rouge[Counts]):
    """Units in common, each counted at most as often as both sides have it."""

    def overlap(self, translation: Counts, reference: Counts) -> tuple[float, float]:
        """Precision and recall of the units."""
        own, other = (
            (translation[0], reference[0]) if translation[1] <= reference[1] else (reference[0], translation[0])
        )
        hits = 0
        for unit, count in own.items():
            there = other.get(unit)
            if there:
                hits += count if count < there else there
        return shares(hits, translation[1], reference[1])


class RougeN(CountedRouge):
    """ROUGE-N for the n of the subclass."""

    n: ClassVar[int]

    def units(self, line: str) -> Counts:
        """The n-grams of a line."""
        words = self.words(line)
        grams: Counter[Hashable] = (
            Counter(words) if self.n == 1 else Counter(zip(*(words[i:] for i in range(self.n)), strict=False))
        )
        return grams, max(len(words) - self.n + 1, 0)


class SkipRouge(CountedRouge):
    """ROUGE-S and ROUGE-SU: pairs of words in their order, at most `skip` words apart."""

    own_options = ("skip",)
    with_unigrams: ClassVar[bool] = False

    def __init__(self, **options: str) -> None:
        super().__init__(**options)
        given = options.get("skip", "any")
        self._skip = None if given == "any" else whole_number(given, "skip", minimum=0)

    def units(self, line: str) -> Counts:
        """The skip-bigrams of a line, and its words where they count too."""
        words = self.words(line)
        reach = len(words) if self._skip is None else self._skip + 1
        pairs: Counter[Hashable] = Counter(
            (word, other) for i, word in enumerate(words) for other in words[i + 1 : i + 1 + reach]
        )
        if self.with_unigrams:
            pairs.update(words)
        return pairs, pairs.total()

    def extras(self) -> dict[str, str]:
        """How far apart two words may be."""
        return {"skip": "any" if self._skip is None else str(self._skip)}

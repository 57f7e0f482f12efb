"""ROUGE over counted units: n-grams (ROUGE-N) and skip-bigrams (ROUGE-S, ROUGE-SU)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any, ClassVar

from mteval.core.options import TEXT, Option, whole_number
from mteval.metrics._rouge.metric import OPTIONS, Overlap, Rouge

Units = tuple[list[Hashable], set[Hashable]]
"""The units of a line, and the different ones among them."""


class CountedRouge(Rouge[Units]):
    """Units in common, each counted at most as often as both sides have it."""

    def overlap(self, translation: Units, reference: Units) -> Overlap:
        """The units both have, and all units of each."""
        (own, own_kinds), (other, other_kinds) = translation, reference
        common = own_kinds & other_kinds
        hits = len(common)
        # Only where both sides repeat units can a unit be hit more than once.
        if common and len(own) > len(own_kinds) and len(other) > len(other_kinds):
            here, there = Counter(own), Counter(other)
            hits = sum([min(here[unit], there[unit]) for unit in common])
        return hits, len(own), len(other)


class RougeN(CountedRouge):
    """ROUGE-N for the n of the subclass."""

    n: ClassVar[int]

    def units(self, line: str) -> Units:
        """The n-grams of a line."""
        words = self.words(line)
        if self.n == 1:
            return [*words], set(words)
        # Joined, not tuples: words hold no spaces, and strings do not occupy the garbage collector.
        grams: list[Hashable] = [*map(" ".join, zip(*(words[i:] for i in range(self.n)), strict=False))]
        return grams, set(grams)


class SkipRouge(CountedRouge):
    """ROUGE-S and ROUGE-SU: pairs of words in their order, at most `skip` words apart."""

    options = (*OPTIONS, Option("skip", TEXT, "any", "at most so many words between the two of a pair, or any"))
    with_unigrams: ClassVar[bool] = False

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        given = self.chosen["skip"]
        self._skip = None if given == "any" else whole_number(given, "skip", minimum=0)

    def units(self, line: str) -> Units:
        """The skip-bigrams of a line, and its words where they count too."""
        words = self.words(line)
        reach = len(words) if self._skip is None else self._skip + 1
        pairs: list[Hashable] = [
            (word, other) for i, word in enumerate(words) for other in words[i + 1 : i + 1 + reach]
        ]
        if self.with_unigrams:
            pairs += words
        return pairs, set(pairs)

    def extras(self) -> dict[str, str]:
        """How far apart two words may be."""
        return {"skip": "any" if self._skip is None else str(self._skip)}

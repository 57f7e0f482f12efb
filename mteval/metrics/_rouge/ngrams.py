"""ROUGE over counted units: n-grams (ROUGE-N) and skip-bigrams (ROUGE-S, ROUGE-SU)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from mteval.core.options import TEXT, Option, whole_number
from mteval.metrics._comparison import shared_ends
from mteval.metrics._rouge.metric import OPTIONS, Overlap, Rouge

Units = tuple[list[Hashable], set[Hashable]]
"""The units of a line, and the different ones among them."""


def shared_units(translation: Units, reference: Units) -> int:
    """How many units both have, each counted at most as often as both sides have it."""
    (own, own_kinds), (other, other_kinds) = translation, reference
    common = own_kinds & other_kinds
    # Only where both sides repeat units can a unit be hit more than once.
    if common and len(own) > len(own_kinds) and len(other) > len(other_kinds):
        here, there = Counter(own), Counter(other)
        return sum([min(here[unit], there[unit]) for unit in common])
    return len(common)


class RougeN(Rouge[Units]):
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

    def overlap(self, translation: Units, reference: Units) -> Overlap:
        """The n-grams both have, and all of each."""
        return shared_units(translation, reference), len(translation[0]), len(reference[0])


@dataclass(frozen=True, slots=True)
class SkipUnits:
    """The words of a line, and the units made of them; None where these are too many."""

    words: Sequence[str]
    units: Units | None


class SkipRouge(Rouge[SkipUnits]):
    """ROUGE-S and ROUGE-SU: pairs of words in their order, at most `skip` words apart.

    Of lines with too many pairs only those count that are within what both sides share at the beginning and at the end.
    """

    most_pairs: ClassVar[int] = 5 * 10**6

    options = (*OPTIONS, Option("skip", TEXT, "any", "at most so many words between the two of a pair, or any"))
    with_unigrams: ClassVar[bool] = False

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        given = self.chosen["skip"]
        self._skip = None if given == "any" else whole_number(given, "skip", minimum=0)

    def fits(self, words: int, others: int) -> bool:
        """Whether neither side has more pairs than are counted one by one."""
        return self._pairs(max(words, others)) <= self.most_pairs

    def units(self, line: str) -> SkipUnits:
        """The skip-bigrams of a line, and its words where they count too."""
        words = self.words(line)
        if not self.fits(len(words), 0):
            return SkipUnits(words, None)
        reach = self._reach(len(words))
        pairs: list[Hashable] = [
            (word, other) for i, word in enumerate(words) for other in words[i + 1 : i + 1 + reach]
        ]
        if self.with_unigrams:
            pairs += words
        return SkipUnits(words, (pairs, set(pairs)))

    def overlap(self, translation: SkipUnits, reference: SkipUnits) -> Overlap:
        """The units both have, and all units of each."""
        found, wanted = (self._count(len(side.words)) for side in (translation, reference))
        if translation.units is None or reference.units is None:
            start, end = shared_ends(translation.words, reference.words)
            # With a limit, a word of the beginning and one of the end may be too far apart.
            hits = self._count(start + end) if self._skip is None else self._count(start) + self._count(end)
            return hits, found, wanted
        return shared_units(translation.units, reference.units), found, wanted

    def _reach(self, words: int) -> int:
        return words if self._skip is None else self._skip + 1

    def _pairs(self, words: int) -> int:
        """How many pairs so many words have."""
        near = min(self._reach(words), max(words - 1, 0))
        return near * words - near * (near + 1) // 2

    def _count(self, words: int) -> int:
        return self._pairs(words) + (words if self.with_unigrams else 0)

    def extras(self) -> dict[str, str]:
        """How far apart two words may be."""
        return {"skip": "any" if self._skip is None else str(self._skip)}

"""How alike two senses are by the corpus alone: the other source words that their target words are linked to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mteval.authoring.contrast.senses import SenseCluster

Alike = Callable[[str, str], float | None]
"""The cosine of two source words; None where one has no vector."""


@dataclass(frozen=True, slots=True)
class SharedSources:
    """How far two senses of a word are translations of the same other words: what they share of their links back.

    Synonyms are linked to synonyms of the word (Mauer and Wand to "wall"), senses of a homonym only to the word itself.
    """

    word: str
    sources: Mapping[str, Mapping[str, int]]

    def __call__(self, one: SenseCluster, other: SenseCluster) -> float | None:
        """The share, from 0 to 1; None where a sense has no link to another word."""
        first, second = self._others(one), self._others(other)
        if not first or not second:
            return None
        totals = sum(first.values()), sum(second.values())
        return sum(
            min(first[source] / totals[0], second[source] / totals[1]) for source in first.keys() & second.keys()
        )

    def _others(self, sense: SenseCluster) -> dict[str, int]:
        """The other source words linked to the sense's words, more than once: single links are mostly errors."""
        found: dict[str, int] = {}
        for target in sense.words:
            for source, number in self.sources.get(target, {}).items():
                if source != self.word and number > 1:
                    found[source] = found.get(source, 0) + number
        return found


@dataclass(frozen=True, slots=True)
class SourceLikeness:
    """How like the word the other source words are that a sense's target words stand for: a word may be put for its like."""

    word: str
    sources: Mapping[str, Mapping[str, int]]
    alike: Alike

    def __call__(self, sense: SenseCluster) -> float | None:
        """The mean cosine, by links; None where nothing is known of the other source words."""
        total = number = 0.0
        for target in sense.words:
            for source, links in self.sources.get(target, {}).items():
                value = self.alike(self.word, source) if source != self.word and links > 1 else None
                if value is not None:
                    total, number = total + links * value, number + links
        return total / number if number else None

"""Whether the words around a source word tell its senses apart, and whether a sentence is like those of another sense.

Synonyms stand in the same contexts: whoever translated chose one or the other, and no context says which. Senses of a homonym
stand in different ones. What tells two senses apart is a naive Bayes classifier on the words of the source sentence and the two
neighbours of the word, each sentence judged by all others; how well it does is the area under the ROC curve (AUC).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.cutting import is_word
from mteval.authoring.contrast.sentences import Side

Features = frozenset[str]
SMOOTHING = 0.3
LEAST_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two senses compared: the AUC, and the middle score of the second sense's own sentences."""

    auc: float
    middle: float


@dataclass
class SourceContexts:
    """The sentences of one source word by sense, as bags of features; pairs of senses are compared once."""

    sentences: Mapping[int, Mapping[tuple[str, int], Features]]
    _pairs: dict[tuple[int, int], _Pair | None] = field(default_factory=dict)
    _totals: dict[int, Counter[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, candidates: Sequence[CandidateSentence], side: Side) -> SourceContexts:
        """The contexts of all candidate sentences of a word, each sentence once."""
        found: dict[int, dict[tuple[str, int], Features]] = {}
        for one in candidates:
            place = (one.corpus, one.line)
            if place not in found.setdefault(one.sense, {}):
                found[one.sense][place] = features(one, side)
        return cls(found)

    def told_apart(self, one: int, other: int, least: float) -> bool:
        """Whether contexts tell the two senses apart so well; too few sentences do not."""
        pair = self._pair(one, other)
        return pair is not None and pair.auc >= least

    def fits(self, candidate: CandidateSentence, other: int) -> bool:
        """Whether a sentence is more like its own sense than the typical sentence of the other sense is."""
        pair = self._pair(candidate.sense, other)
        own = self.sentences[candidate.sense].get((candidate.corpus, candidate.line))
        if pair is None or own is None:
            return False
        score = _score(own, self._counts(candidate.sense, own), self._counts(other))
        return score > max(pair.middle, 0.0)

    def _pair(self, one: int, other: int) -> _Pair | None:
        if (one, other) not in self._pairs:
            self._pairs[one, other] = self._compared(one, other)
        return self._pairs[one, other]

    def _compared(self, one: int, other: int) -> _Pair | None:
        sides = [self.sentences.get(sense, {}) for sense in (one, other)]
        if min(map(len, sides)) < LEAST_SENTENCES:
            return None
        right = [_score(own, self._counts(one, own), self._counts(other)) for own in sides[0].values()]
        wrong = sorted(_score(own, self._counts(one), self._counts(other, own)) for own in sides[1].values())
        higher = sum((score > rival) + 0.5 * (score == rival) for score in right for rival in wrong)
        return _Pair(higher / (len(right) * len(wrong)), wrong[len(wrong) // 2])

    def _counts(self, sense: int, without: Features = frozenset()) -> _Counts:
        if sense not in self._totals:
            self._totals[sense] = Counter(name for one in self.sentences[sense].values() for name in one)
        return _Counts(self._totals[sense], len(self.sentences[sense]), without)


@dataclass(frozen=True, slots=True)
class _Counts:
    """In how many sentences of a sense each feature stands, one sentence left out."""

    features: Counter[str]
    sentences: int
    without: Features

    def share(self, name: str) -> float:
        """The smoothed share of sentences that have the feature."""
        number = self.features[name] - (name in self.without)
        return (number + SMOOTHING) / (self.sentences - bool(self.without) + 2 * SMOOTHING)


def _score(own: Features, one: _Counts, other: _Counts) -> float:
    """How much likelier the features are in sentences of the one sense, as a logarithm."""
    return math.fsum(math.log(one.share(name)) - math.log(other.share(name)) for name in sorted(own))


def features(candidate: CandidateSentence, side: Side) -> Features:
    """The lemmas of a source sentence without the word itself, and those next to it by their places."""
    lemmas = side.lemmas(side.forms(candidate.source))
    place = candidate.places[0]
    around = {f"{step:+d} {lemmas[place + step]}" for step in (-1, 1) if 0 <= place + step < len(lemmas)}
    return frozenset(around | {lemma for number, lemma in enumerate(lemmas) if number != place and is_word(lemma)})

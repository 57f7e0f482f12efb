"""Whether the words around a source word tell its senses apart, and whether a sentence is like those of another sense.

Synonyms stand in the same contexts: whoever translated chose one or the other, and no context says which. Senses of a homonym
stand in different ones. What tells two senses apart is a naive Bayes classifier on the words of the source sentence and the two
neighbours of the word, each sentence judged by all others; how well it does is the area under the ROC curve (AUC).

Where one word is broader than the other (a fire is called feu, a burning house incendie or feu) contexts tell the senses apart,
but sentences like those of the narrower word have the broader one too. How many do is the doubt of a sentence.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.cutting import is_word
from mteval.authoring.contrast.sentences import Side
from mteval.statistics.isotonic import rising_means

Features = frozenset[str]
Place = tuple[str, int]
"""A corpus and a line."""
SMOOTHING = 0.3
LEAST_SENTENCES = 3


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two senses compared: the AUC, the middle score of the second sense's own sentences, the doubt of the first one's."""

    auc: float
    middle: float
    doubts: Mapping[Place, float]


@dataclass
class SourceContexts:
    """The sentences of one source word by sense, as bags of features; pairs of senses are compared once.

    Of frequent senses only some sentences are at hand; `frequencies` says how often each sense was seen.
    """

    sentences: Mapping[int, Mapping[Place, Features]]
    frequencies: Mapping[int, int] = field(default_factory=dict)
    _pairs: dict[tuple[int, int], _Pair | None] = field(default_factory=dict)
    _totals: dict[int, Counter[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, candidates: Sequence[CandidateSentence], side: Side, frequencies: Mapping[int, int] | None = None
    ) -> SourceContexts:
        """The contexts of all candidate sentences of a word, each sentence once."""
        found: dict[int, dict[Place, Features]] = {}
        for one in candidates:
            place = (one.corpus, one.line)
            if place not in found.setdefault(one.sense, {}):
                found[one.sense][place] = features(one, side)
        return cls(found, frequencies or {})

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

    def doubt(self, candidate: CandidateSentence, other: int) -> float:
        """The share of sentences like the candidate's, or more like its sense, that have the other sense; 1 if unknown."""
        pair = self._pair(candidate.sense, other)
        return pair.doubts.get((candidate.corpus, candidate.line), 1.0) if pair else 1.0

    def _pair(self, one: int, other: int) -> _Pair | None:
        if (one, other) not in self._pairs:
            self._pairs[one, other] = self._compared(one, other)
        return self._pairs[one, other]

    def _compared(self, one: int, other: int) -> _Pair | None:
        sides = [self.sentences.get(sense, {}) for sense in (one, other)]
        if min(map(len, sides)) < LEAST_SENTENCES:
            return None
        right = {place: _score(own, self._counts(one, own), self._counts(other)) for place, own in sides[0].items()}
        wrong = sorted(_score(own, self._counts(one), self._counts(other, own)) for own in sides[1].values())
        higher = sum((score > rival) + 0.5 * (score == rival) for score in right.values() for rival in wrong)
        doubts = _doubts(right, wrong, self._weight(other) / self._weight(one))
        return _Pair(higher / (len(right) * len(wrong)), wrong[len(wrong) // 2], doubts)

    def _weight(self, sense: int) -> float:
        """How many sentences of the text one that is at hand stands for."""
        return max(self.frequencies.get(sense, 0) / len(self.sentences[sense]), 1.0)

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


def _doubts(own: Mapping[Place, float], others: Sequence[float], weight: float) -> dict[Place, float]:
    """The share of others at the score of each own sentence, by isotonic regression: it rises as scores fall.

    An other counts `weight` times as much as an own one.
    """
    rows: list[tuple[float, Place | None]] = [(score, None) for score in others]
    # Of equal scores the others come first, which errs on the side of doubt.
    rows = sorted([*rows, *((score, place) for place, score in own.items())], key=lambda row: -row[0])
    shares = rising_means(
        [float(place is None) for _, place in rows], [weight if place is None else 1.0 for _, place in rows]
    )
    return {place: share for (_, place), share in zip(rows, shares, strict=True) if place is not None}


def features(candidate: CandidateSentence, side: Side) -> Features:
    """The lemmas of a source sentence without the word itself, and those next to it by their places."""
    lemmas = side.lemmas(side.forms(candidate.source))
    place = candidate.places[0]
    around = {f"{step:+d} {lemmas[place + step]}" for step in (-1, 1) if 0 <= place + step < len(lemmas)}
    return frozenset(around | {lemma for number, lemma in enumerate(lemmas) if number != place and is_word(lemma)})

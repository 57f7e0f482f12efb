"""How the threshold for merging senses fares against a gold lexicon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mteval.authoring.contrast.senses import AmbiguousWord, Similarity, refine
from mteval.core.errors import MtevalError

Clusters = Sequence[frozenset[str]]
# .15 to .65 in steps of .05, as in the paper.
THRESHOLDS = tuple(round(0.15 + 0.05 * step, 2) for step in range(11))


@dataclass(frozen=True, slots=True)
class TuningPoint:
    """What one threshold gives; a figure over nothing is NaN."""

    threshold: float
    right: int
    inferred: int
    gold: int

    @property
    def precision(self) -> float:
        """Right senses among the inferred ones."""
        return self.right / self.inferred if self.inferred else float("nan")

    @property
    def recall(self) -> float:
        """Right senses among the gold ones."""
        return self.right / self.gold if self.gold else float("nan")

    def f_score(self, beta: float = 1.0) -> float:
        """The weighted harmonic mean of precision and recall; beta below one favours precision."""
        weight = beta * beta
        base = weight * self.precision + self.recall
        return (1 + weight) * self.precision * self.recall / base if base else 0.0


def right_senses(inferred: Clusters, gold: Clusters) -> int:
    """How many inferred senses are neither falsely merged nor falsely kept apart, looking at words both sides have."""
    shared = frozenset().union(*inferred) & frozenset().union(*gold)
    wanted = {sense & shared for sense in gold} - {frozenset()}
    found = [sense & shared for sense in inferred]
    return sum(sense in wanted for sense in found)


def evaluate(words: Sequence[AmbiguousWord], gold: Mapping[str, Clusters], threshold: float) -> TuningPoint:
    """Compare senses with gold ones, over the words both have; words with one sense count as dropped.

    A gold word with a single sense is not to be found, so that it adds nothing to recall; its senses kept apart are wrong.
    """
    right = inferred = wanted = 0
    for word in words:
        if word.word not in gold:
            continue
        clusters = [frozenset(sense.words) for sense in word.senses] if len(word.senses) > 1 else []
        known = frozenset().union(*gold[word.word])
        senses = [cluster for cluster in clusters if cluster & known]
        right += right_senses(senses, gold[word.word]) if senses else 0
        inferred += len(senses)
        wanted += len(gold[word.word]) if len(gold[word.word]) > 1 else 0
    return TuningPoint(threshold, right, inferred, wanted)


def tune(
    words: Sequence[AmbiguousWord],
    gold: Mapping[str, Clusters],
    similarity: Similarity,
    thresholds: Sequence[float] = THRESHOLDS,
) -> list[TuningPoint]:
    """The figures of each threshold, over the words that the gold lexicon has."""
    shared = [word for word in words if word.word in gold]
    if not shared:
        examples = ", ".join(sorted(word.word for word in words)[:3])
        raise MtevalError(
            f"The gold lexicon ({len(gold)} words) has none of the {len(words)} words to be judged ({examples} …). Are both "
            "for the same languages?"
        )
    return [
        evaluate([refine(word, similarity, threshold) for word in shared], gold, threshold) for threshold in thresholds
    ]

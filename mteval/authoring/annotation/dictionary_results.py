"""What becomes of verdicts on dictionary predictions: an updated dictionary, corrected P@k, and who was right.

Verdicts on a prediction that is not among the gold targets: `wrong`; `other-form` (another form of a gold target);
`synonym` (a right translation missing from gold); `gold-wrong` (a gold target is itself wrong; the prediction may be right
or not). Several annotators' verdicts are settled by majority; a tie is unresolved and counts as wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

VERDICTS = {
    "wrong": "Wrong: not a translation of the word",
    "other-form": "Right, another form of a gold translation",
    "synonym": "Right, a translation missing from the gold list",
    "gold-wrong": "The gold list itself is wrong",
}
RIGHT = ("other-form", "synonym")
CUTS = (1, 5, 10)

Gold = Mapping[str, tuple[str, ...]]
Predictions = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class WordVerdict:
    """What the annotators say together of one predicted pair."""

    source: str
    prediction: str
    verdict: str
    wrong_gold: tuple[str, ...] = ()
    prediction_right: bool = False
    votes: int = 1

    @property
    def right(self) -> bool:
        """Whether the prediction is a translation of the source."""
        return self.verdict in RIGHT or self.prediction_right


@dataclass(frozen=True, slots=True)
class Opinion:
    """One annotator's decision on one pair."""

    source: str
    prediction: str
    verdict: str
    wrong_gold: tuple[str, ...] = ()
    prediction_right: bool = False


def settle(opinions: Iterable[Opinion]) -> list[WordVerdict]:
    """One verdict per pair, by majority; `unresolved` where the votes are tied."""
    groups: dict[tuple[str, str], list[Opinion]] = {}
    for one in opinions:
        groups.setdefault((one.source, one.prediction), []).append(one)
    return [_settle(source, prediction, given) for (source, prediction), given in groups.items()]


def _settle(source: str, prediction: str, given: Sequence[Opinion]) -> WordVerdict:
    counts = Counter(one.verdict for one in given).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        return WordVerdict(source, prediction, "unresolved", votes=len(given))
    winner = counts[0][0]
    holders = [one for one in given if one.verdict == winner]
    most = len(holders) / 2
    named = Counter(target for one in holders for target in one.wrong_gold)
    wrong = tuple(target for target, times in named.items() if times > most)
    right = sum(one.prediction_right for one in holders) > most
    return WordVerdict(source, prediction, winner, wrong, right, len(given))


def updated_gold(gold: Gold, verdicts: Iterable[WordVerdict]) -> dict[str, tuple[str, ...]]:
    """The dictionary with right predictions added and wrong gold targets taken out; a source may be left with none."""
    updated = {source: list(targets) for source, targets in gold.items()}
    for verdict in verdicts:
        targets = updated[verdict.source]
        if verdict.right and verdict.prediction not in targets:
            targets.append(verdict.prediction)
        if verdict.verdict == "gold-wrong":
            updated[verdict.source] = [target for target in targets if target not in verdict.wrong_gold]
    return {source: tuple(targets) for source, targets in updated.items()}


def precision(gold: Gold, predictions: Predictions, k: int) -> tuple[int, int]:
    """(hits, sources): sources with gold targets and with predictions of which any gold target is in the first k."""
    counted = [source for source, targets in gold.items() if targets and predictions.get(source)]
    hits = sum(any(target in gold[source] for target in predictions[source][:k]) for source in counted)
    return hits, len(counted)


@dataclass(frozen=True, slots=True)
class SystemGap:
    """Two systems on the sources both predicted: how often both, only one, or neither was right."""

    a: str
    b: str
    both: int
    only_a: int
    only_b: int
    neither: int


def contests(gold: Gold, systems: Mapping[str, Predictions]) -> list[SystemGap]:
    """The 2×2 table of who was right at rank 1, for every pair of systems."""
    found = []
    for a, b in combinations(systems, 2):
        counts: Counter[tuple[bool, bool]] = Counter()
        for source, targets in gold.items():
            first, second = systems[a].get(source), systems[b].get(source)
            if targets and first and second:
                counts[first[0] in targets, second[0] in targets] += 1
        cells = [counts[key] for key in ((True, True), (True, False), (False, True), (False, False))]
        found.append(SystemGap(a, b, *cells))
    return found

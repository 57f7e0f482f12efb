"""What becomes of verdicts on dictionary predictions: an updated dictionary, corrected P@k, and who was right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from mteval.human.dictionary_verdicts import WordVerdict

CUTS = (1, 5, 10)

Gold = Mapping[str, tuple[str, ...]]
Predictions = Mapping[str, tuple[str, ...]]


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

"""What is left of a headline P@1 once names, invalid pairs, missing inflections and unknown words are accounted for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from mteval.core.evidence import Evidence, Ranking
from mteval.core.protocols import Measure, Statistics
from mteval.core.results import Scale, Score
from mteval.lexical.morphology import GOLD, INFLECTION, SYNONYM, Relations
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array
from mteval.statistics.rates import wilson_interval

METRIC = "waterfall"
HEADLINE = "headline"
WATERFALL = {
    HEADLINE: "headline",
    "without names": "without_names",
    "without invalid pairs": "without_invalid",
    "inflected forms credited": "inflections_credited",
    "unknown words counted as wrong": "oov_wrong",
}
"""The steps, each on top of the one before it, and the key of the metric that holds each."""

Mark = tuple[bool, bool]
"""Whether a case is right, and whether it counts."""


@dataclass(frozen=True, slots=True)
class GoldTarget:
    """One gold target and what is known of the pair it makes with its source word."""

    word: str
    pos: tuple[str, ...] = ()
    name: bool = False
    invalid: bool = False


@dataclass(frozen=True, slots=True)
class RankedCase:
    """One case as a system answered it: rank of each known gold target, and the best candidate.

    `every` are all gold targets of the source word, also those of other cases where a case is a pair.
    """

    source: str
    targets: tuple[GoldTarget, ...]
    ranks: dict[str, int] = field(default_factory=dict)
    best: str | None = None
    every: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The gold targets as words."""
        return tuple(target.word for target in self.targets)

    @property
    def mark(self) -> Mark:
        """Right where a gold target comes first; counted where one is known."""
        return 1 in self.ranks.values(), bool(self.ranks)

    def keeping(self, targets: Sequence[GoldTarget]) -> RankedCase:
        """The case with some of its targets only."""
        words = {target.word for target in targets}
        ranks = {word: rank for word, rank in self.ranks.items() if word in words}
        return replace(self, targets=tuple(targets), ranks=ranks)


def case_steps(case: RankedCase, relations: Relations) -> tuple[Mark, ...]:
    """Whether the case is right and counts at each step after the headline.

    Names and invalid pairs leave the dictionary pair by pair: a case goes when its last pair goes, otherwise it is judged
    against the targets that stay.
    """
    nameless, valid = _without_names(case), _without_invalid(case)
    right, counted = valid.mark
    credited = right or (counted and relations.relation(case.best or "", valid.words) in (GOLD, INFLECTION))
    return nameless.mark, valid.mark, (credited, counted), (credited, bool(valid.targets))


def _without_names(case: RankedCase) -> RankedCase:
    return case.keeping([target for target in case.targets if not target.name])


def _without_invalid(case: RankedCase) -> RankedCase:
    return case.keeping([target for target in case.targets if not (target.name or target.invalid)])


def part_marks(case: RankedCase) -> dict[str, Mark]:
    """The case cut down to its pairs of each part of speech."""
    parts = dict.fromkeys(pos for target in case.targets for pos in target.pos)
    return {pos: case.keeping([target for target in case.targets if pos in target.pos]).mark for pos in parts}


class PartPrecision(AdditiveMetric):
    """P@1 of a dictionary cut down to the pairs of one part of speech, for several parts at once."""

    name = "p@1 by part of speech"
    scale = Scale(4, low=0, high=1)

    def __init__(self, parts: Sequence[str]) -> None:
        super().__init__()
        self.keys = tuple(parts)

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: right and counted for each part."""
        missing = (False, False)
        rows = [
            [one.parts.get(part, missing) if isinstance(one, Ranking) else missing for part in self.keys]
            for one in evidence
        ]
        table = np.array(rows, dtype=np.float64).reshape(len(evidence), 2 * len(self.keys))
        return Statistics(table, np.array([isinstance(one, Ranking) for one in evidence], dtype=np.bool_))

    def combine(self, sums: Array) -> Array:
        """Right over counted, part by part."""
        return ratio(sums[..., 0::2], sums[..., 1::2])


def waterfall_facts(cases: Sequence[RankedCase], relations: Relations, scores: Sequence[Score]) -> list[dict[str, Any]]:
    """The steps as they stand in the report: value and interval from the score, and the words each rests on.

    `right` and `counted` say per source word left in the dictionary, in order, how many of its cases were right and count.
    """
    score = next((one for one in scores if one.metric == METRIC), None)
    if score is None:
        return []
    marks = [(case.mark, *case_steps(case, relations)) for case in cases]
    cleaned = [(case, _without_names(case), *[_without_invalid(case)] * 3) for case in cases]
    return [
        {**_value(score, key), "step": step, **_words(place, cases, marks, cleaned)}
        for place, (step, key) in enumerate(WATERFALL.items())
    ]


def _value(score: Score, key: str) -> dict[str, Any]:
    low, high = score.intervals.get(key, (math.nan, math.nan))
    return {"value": score.values[key], "interval": [low, high]}


def _words(
    place: int,
    cases: Sequence[RankedCase],
    marks: Sequence[Sequence[Mark]],
    cleaned: Sequence[Sequence[RankedCase]],
) -> dict[str, Any]:
    """How many cases count at a step, and for each source word left how many were right and how many count."""
    right: dict[str, int] = {}
    counted: dict[str, int] = {}
    for case, mark, left in zip(cases, marks, cleaned, strict=True):
        if left[place].targets:
            right[case.source] = right.get(case.source, 0) + mark[place][0]
            counted[case.source] = counted.get(case.source, 0) + mark[place][1]
    sums = {"right": list(right.values()), "counted": list(counted.values())}
    return {"n": sum(sums["counted"]), "sources": len(counted), **sums}


def part_facts(
    cases: Sequence[RankedCase], evidence: Sequence[Evidence], slices: Mapping[str, Score], measure: Measure
) -> dict[str, dict[str, Any]]:
    """P@1 per part of speech, two ways.

    By source: the words with at least one pair of that part of speech, right if *any* gold target comes first (a slice). By
    pair: the dictionary cut down to the pairs of that part of speech and then scored, as one does with one of its files.
    """
    parts = tuple(dict.fromkeys(pos for case in cases for target in case.targets for pos in target.pos))
    if not parts:
        return {}
    pairs = measure(PartPrecision(parts), evidence)
    return {
        pos: {"by_source": _source_facts(pos, cases, slices), "by_pair": _pair_facts(pos, cases, pairs)}
        for pos in parts
    }


def _source_facts(pos: str, cases: Sequence[RankedCase], slices: Mapping[str, Score]) -> dict[str, Any]:
    members = [case for case in cases if any(pos in target.pos for target in case.targets)]
    return {"step": pos, **_value(slices[pos], "p@1"), **_size(members)} if pos in slices else {}


def _pair_facts(pos: str, cases: Sequence[RankedCase], score: Score) -> dict[str, Any]:
    cut = [case.keeping([target for target in case.targets if pos in target.pos]) for case in cases]
    return {"step": pos, **_value(score, pos), **_size([case for case in cut if case.targets])}


def _size(cases: Sequence[RankedCase]) -> dict[str, int]:
    return {"n": sum(case.mark[1] for case in cases), "sources": len({case.source for case in cases})}


def false_false_positives(cases: Sequence[RankedCase], relations: Relations) -> dict[str, Any]:
    """Of the words counted as wrong, how many got an inflection or a synonym of a gold target.

    The paper estimated this by hand; here it is what the lemmatiser, the UniMorph table and the wordnet at hand can see, so
    a lower bound. The interval is Wilson's. `other_gold` counts those that got a gold target of another pair of the word
    (where a case is a pair) or one in another case (where case counts); they are not in the share.
    """
    wrong = [case for case in cases if case.mark == (False, True) and case.best is not None]
    kinds = [relations.relation(case.best or "", case.every or case.words) for case in wrong]
    inflections, synonyms = kinds.count(INFLECTION), kinds.count(SYNONYM)
    low, high = wilson_interval(inflections + synonyms, len(wrong))
    return {
        "wrong": len(wrong),
        "inflections": inflections,
        "synonyms": synonyms,
        "other_gold": kinds.count(GOLD),
        "share": (inflections + synonyms) / len(wrong) if wrong else float("nan"),
        "interval": [low, high],
        "judged_from": list(relations.sources),
    }

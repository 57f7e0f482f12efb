"""What is left of a headline P@1 once names, invalid pairs, missing inflections and unknown words are accounted for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mteval.analysis.morphology import GOLD, INFLECTION, SYNONYM, Relations
from mteval.statistics.resampling import DEFAULT_SEED, Array, bootstrap_weights, cluster_indices, percentile_interval

HEADLINE = "headline"
WITHOUT_NAMES = "without names"
WITHOUT_INVALID = "without invalid pairs"
INFLECTIONS_CREDITED = "inflected forms credited"
OOV_COUNTED = "unknown words counted as wrong"
RESAMPLES = 1000


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


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the waterfall: P@1 over `n` words, `sources` of them left in the dictionary.

    `right` and `counted` say per source word, in order, how many of its cases were right and how many count: what two
    systems need to be compared at this step.
    """

    name: str
    value: float
    interval: tuple[float, float]
    n: int
    sources: int
    right: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()


def waterfall(cases: Sequence[RankedCase], relations: Relations) -> tuple[Step, ...]:
    """The five steps, each on top of the one before it.

    Names and invalid pairs leave the dictionary pair by pair: a source word goes when its last pair goes, otherwise it is
    judged against the targets that stay.
    """
    without_names = _without(cases, lambda target: target.name)
    valid = _without(without_names, lambda target: target.invalid)
    credited = [_hit(case) or _inflected(case, relations) for case in valid]
    known = [bool(case.ranks) for case in valid]
    return (
        _step(HEADLINE, cases, [_hit(case) for case in cases], [bool(case.ranks) for case in cases]),
        _step(
            WITHOUT_NAMES,
            without_names,
            [_hit(case) for case in without_names],
            [bool(case.ranks) for case in without_names],
        ),
        _step(WITHOUT_INVALID, valid, [_hit(case) for case in valid], known),
        _step(INFLECTIONS_CREDITED, valid, credited, known),
        _step(OOV_COUNTED, valid, credited, [True] * len(valid)),
    )


def precision_by_pos(cases: Sequence[RankedCase]) -> dict[str, dict[str, Any]]:
    """P@1 per part of speech, two ways.

    By source: the words with at least one pair of that part of speech, right if *any* gold target comes first. By pair:
    the dictionary cut down to the pairs of that part of speech and then scored, as one does with one of its files.
    """
    parts = dict.fromkeys(pos for case in cases for target in case.targets for pos in target.pos)
    found: dict[str, dict[str, Any]] = {}
    for pos in parts:
        members = [case for case in cases if any(pos in target.pos for target in case.targets)]
        restricted = _without(members, lambda target, pos=pos: pos not in target.pos)
        found[pos] = {
            "by_source": step_facts(_step(pos, members, [_hit(c) for c in members], [bool(c.ranks) for c in members])),
            "by_pair": step_facts(
                _step(pos, restricted, [_hit(c) for c in restricted], [bool(c.ranks) for c in restricted])
            ),
        }
    return found


def false_false_positives(cases: Sequence[RankedCase], relations: Relations) -> dict[str, Any]:
    """Of the words counted as wrong, how many got an inflection or a synonym of a gold target.

    The paper estimated this by hand; here it is what the lemmatiser, the UniMorph table and the wordnet at hand can see, so
    a lower bound. The interval is Wilson's. `other_gold` counts those that got a gold target of another pair of the word
    (where a case is a pair) or one in another case (where case counts); they are not in the share.
    """
    wrong = [case for case in cases if case.ranks and not _hit(case) and case.best is not None]
    kinds = [relations.relation(case.best or "", case.every or _words(case)) for case in wrong]
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


def step_facts(step: Step) -> dict[str, Any]:
    """A step as it stands in the report."""
    return {
        "step": step.name,
        "value": step.value,
        "interval": list(step.interval),
        "n": step.n,
        "sources": step.sources,
    }


def as_json(step: Step) -> dict[str, Any]:
    """A step of the waterfall as it stands in the report: `right` and `counted` hold one sign (0–9, a–z) per source word."""
    return {**step_facts(step), "right": _signs(step.right), "counted": _signs(step.counted)}


def _signs(counts: Iterable[int]) -> str:
    return "".join(np.base_repr(min(count, 35), 36).lower() for count in counts)


def wilson_interval(hits: int, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's score interval of a share (Wilson, 1927), 95 % unless told otherwise."""
    if not n:
        return (float("nan"), float("nan"))
    share, square = hits / n, z * z
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = z * float(np.sqrt(share * (1 - share) / n + square / (4 * n * n))) / (1 + square / n)
    return (max(0.0, centre - half), min(1.0, centre + half))


def _without(cases: Sequence[RankedCase], drop: Any) -> list[RankedCase]:
    """The cases with some targets taken out; a case goes with its last target."""
    left = []
    for case in cases:
        targets = tuple(target for target in case.targets if not drop(target))
        words = {target.word for target in targets}
        if targets:
            ranks = {word: rank for word, rank in case.ranks.items() if word in words}
            left.append(RankedCase(case.source, targets, ranks, case.best, case.every))
    return left


def _hit(case: RankedCase) -> bool:
    """Whether a gold target comes first."""
    return 1 in case.ranks.values()


def _inflected(case: RankedCase, relations: Relations) -> bool:
    """Whether the best candidate is a gold target or a form of one; only where the case counts at all."""
    if not case.ranks or case.best is None:
        return False
    return relations.relation(case.best, _words(case)) in (GOLD, INFLECTION)


def _words(case: RankedCase) -> tuple[str, ...]:
    return tuple(target.word for target in case.targets)


def _step(name: str, cases: Sequence[RankedCase], hits: Iterable[bool], counts: Iterable[bool]) -> Step:
    """P@1 and its interval, resampling source words."""
    hit, counted = np.array(list(hits), dtype=float), np.array(list(counts), dtype=float)
    n = int(counted.sum())
    if not n:
        return Step(name, float("nan"), (float("nan"), float("nan")), 0, len({case.source for case in cases}))
    clusters = cluster_indices([case.source for case in cases])
    right, known = (np.bincount(clusters, values).astype(np.float64) for values in (hit, counted))
    interval = percentile_interval(drawn_rates(right, known))
    marks = (tuple(right.astype(int).tolist()), tuple(known.astype(int).tolist()))
    return Step(name, float(hit.sum() / n), interval, n, len(right), *marks)


def drawn_rates(right: Array, counted: Array) -> Array:
    """P@1 on every resample of source words, given how many cases of each were right and how many count."""
    rates = []
    for weights in bootstrap_weights(len(right), RESAMPLES, DEFAULT_SEED):
        with np.errstate(divide="ignore", invalid="ignore"):
            rates.append((weights @ right) / (weights @ counted))
    return np.concatenate(rates)

"""Tests every pair of metrics on one correlation with people: PERM-BOTH, or permutation of outcomes by segment or pair.

Metrics that score the same cells share their draws, so that all their pairs are tested at once; two metrics that do not
are tested on the cells both score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from mteval.statistics.correlation import CORRELATIONS, GroupedPairs, agreement_with, kendall_b, settle_ties
from mteval.statistics.meta_evaluation import MEAN_KEYS, SYSTEM_KEYS
from mteval.statistics.metric_tests import MetricDifference, perm_both
from mteval.statistics.rating_table import divide
from mteval.statistics.shared_swaps import (
    ScoreSwaps,
    SharedTests,
    accuracy_tests,
    pearson_tests,
    segment_accuracy_tests,
    soft_accuracy_tests,
    system_tests,
)
from mteval.statistics.span_overlap import Marks

Array = NDArray[np.float64]
SegmentMarks = Sequence[Sequence[Marks | None]]
TESTABLE = (*SYSTEM_KEYS, "segment_pearson", "segment_kendall_b", "segment_acc_eq")
PERMUTED = ("scores", "segments", "pairs")


@dataclass(frozen=True, slots=True)
class HumanScores:
    """Human scores (systems, segments), or (systems, 1) where people scored whole systems.

    `by_system` are the scores people gave whole systems, where they are more than means of segments; `domains` the domain of
    each segment, where it is known; `left_out` the systems left out by choice; `marks` the characters marked as wrong in each
    segment, by system, where people marked any.
    """

    name: str
    systems: tuple[str, ...]
    scores: Array
    digest: str = ""
    by_system: Array | None = None
    domains: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    marks: SegmentMarks = ()

    def system_scores(self) -> Array:
        """What people think of whole systems: their scores of them, or the means of segments."""
        return _means(self.scores) if self.by_system is None else self.by_system


@dataclass(frozen=True, slots=True)
class CandidateMetric:
    """One metric's scores of the same systems and segments; `by_system` where it scores whole systems by itself.

    `marks` are the characters it marks as wrong, as in `HumanScores`, where it marks any.
    """

    name: str
    scores: Array
    by_system: Array | None = None
    marks: SegmentMarks = ()

    def system_scores(self, human: Array) -> Array:
        """The metric's scores of whole systems: its own, or means over the segments people scored."""
        return _means(np.where(np.isnan(human), np.nan, self.scores)) if self.by_system is None else self.by_system


@dataclass(frozen=True, slots=True)
class MetricContest:
    """Two metrics, by name, how they differ on the statistic, and over how many scores."""

    a: str
    b: str
    found: MetricDifference
    n: int


@dataclass(frozen=True, slots=True)
class SharedCells:
    """Scores of the cells that people and all the metrics of one test have: segments of systems, or whole systems."""

    human: Array
    people: Array
    metrics: tuple[Array, ...]

    @property
    def count(self) -> int:
        """How many cells there are."""
        return int((~np.isnan(self.human)).sum())


def contests(
    gold: HumanScores,
    candidates: Sequence[CandidateMetric],
    statistic: str,
    swaps: ScoreSwaps,
    permuted: str = "scores",
) -> list[MetricContest]:
    """Every pair of metrics on one statistic, in the order of the candidates."""
    outcomes: dict[tuple[int, ...], tuple[MetricDifference, int]] = {}
    for members in _tested_together(gold, candidates, statistic):
        cells = shared_cells(gold, [candidates[i] for i in members], statistic)
        found = _outcomes(cells, statistic, swaps, permuted)
        outcomes |= {pair: (one, cells.count) for pair, one in zip(combinations(members, 2), found, strict=True)}
    return [
        MetricContest(candidates[a].name, candidates[b].name, *outcomes[a, b])
        for a, b in combinations(range(len(candidates)), 2)
    ]


def _tested_together(
    gold: HumanScores, candidates: Sequence[CandidateMetric], statistic: str
) -> Iterator[tuple[int, ...]]:
    """Metrics that score the same cells as one group; then each pair of metrics of different groups."""
    groups: dict[tuple[bool, bytes], list[int]] = {}
    for place, one in enumerate(candidates):
        whole = statistic in MEAN_KEYS and one.by_system is not None
        scores = one.by_system if whole and one.by_system is not None else gold.scores + one.scores
        groups.setdefault((whole, np.isnan(scores).tobytes()), []).append(place)
    yield from (tuple(members) for members in groups.values() if len(members) > 1)
    for first, second in combinations(groups.values(), 2):
        yield from (tuple(sorted(pair)) for pair in product(first, second))


def shared_cells(gold: HumanScores, metrics: Sequence[CandidateMetric], statistic: str) -> SharedCells:
    """What the metrics are tested on: their scores of whole systems where one of them has such, else segments."""
    if statistic in MEAN_KEYS and any(one.by_system is not None for one in metrics):
        human = gold.system_scores()[:, None]
        scores = [one.system_scores(gold.scores)[:, None] for one in metrics]
    else:
        human, scores = gold.scores, [one.scores for one in metrics]
    cells = ~np.isnan(human + sum(scores))
    rows = cells.any(axis=1)
    human, *scores = (np.where(cells, one, np.nan)[rows] for one in (human, *scores))
    return SharedCells(human, settle_ties(_means(human)), tuple(scores))


def _outcomes(cells: SharedCells, statistic: str, swaps: ScoreSwaps, permuted: str) -> list[MetricDifference]:
    outcomes_move = permuted != "scores" and statistic == "segment_acc_eq"
    slow = None if outcomes_move else _slow_statistic(statistic, cells.human)
    if slow is None:
        return shared_tests(cells, statistic, swaps, permuted).outcomes()
    return [
        perm_both(first, second, slow, resamples=swaps.draws, seed=swaps.seed)
        for first, second in combinations(cells.metrics, 2)
    ]


def shared_tests(cells: SharedCells, statistic: str, swaps: ScoreSwaps, permuted: str = "pairs") -> SharedTests:
    """All metrics of the cells on one statistic, from the same draws; acc_eq by permutation of outcomes."""
    # Thousands of small products: on a busy machine, threads waiting for each other cost ten times what they save.
    with ThreadpoolController().limit(limits=1, user_api="blas"):
        return _shared_tests(cells, statistic, swaps, permuted)


def _shared_tests(cells: SharedCells, statistic: str, swaps: ScoreSwaps, permuted: str) -> SharedTests:
    if not cells.count:
        size = len(cells.metrics)
        return SharedTests(np.full(size, np.nan), np.full((size * (size - 1) // 2, swaps.draws), np.nan))
    if statistic in MEAN_KEYS:
        return system_tests(cells.metrics, _system_measure(statistic, cells.people), swaps)
    tests = {
        "segment_pearson": pearson_tests,
        "segment_acc_eq": accuracy_tests if permuted == "pairs" else segment_accuracy_tests,
        "soft_pairwise_accuracy": soft_accuracy_tests,
    }
    return tests[statistic](cells.human, cells.metrics, swaps)


def _system_measure(statistic: str, people: Array) -> Callable[[Array], Array]:
    measure = CORRELATIONS[statistic]
    if statistic == "pairwise_accuracy":
        return agreement_with(people)
    if statistic == "pearson":
        return lambda scores: measure(people, scores)
    return lambda scores: measure(people, settle_ties(scores))


def _slow_statistic(name: str, human: Array) -> Callable[[Array], Array] | None:
    """A correlation that each draw computes anew from metric scores (…, systems, segments)."""
    one = {"segment_acc_eq": _acc_eq, "segment_kendall_b": _grouped_tau}.get(name)
    return None if one is None else lambda scores: np.array([one(human, matrix) for matrix in scores])


def _means(scores: Array) -> Array:
    present = ~np.isnan(scores)
    return divide(np.where(present, scores, 0.0).sum(axis=-1), present.sum(axis=-1).astype(float))


def _acc_eq(human: Array, metric: Array) -> float:
    return GroupedPairs.collect(human.T, metric.T).calibrate().accuracy


def _grouped_tau(human: Array, metric: Array) -> float:
    full = ~np.isnan(human).any(axis=0)
    taus = kendall_b(human[:, full].T, metric[:, full].T)
    return float(np.nanmean(taus)) if (~np.isnan(taus)).any() else float("nan")

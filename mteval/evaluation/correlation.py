"""Everything `mteval human correlate` says of metrics beside human scores: one report per metric, every pair tested.

Metrics are the systems of these reports; each score is the metric `correlation`. PERM-BOTH tests whether one metric is
closer to people than another, on whichever of the correlations is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.evidence import Evidence
from mteval.core.options import Spec, choice
from mteval.core.protocols import Statistics
from mteval.core.results import RATE, Finding, PairedTest, Ranks, Report, Results, Score
from mteval.core.version import own_version
from mteval.evaluation.scores import score
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import joined
from mteval.statistics.correlation import CORRELATIONS, GroupedPairs, kendall_b
from mteval.statistics.meta_evaluation import KEYS, SYSTEM_KEYS, meta_evaluate, system_means
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.metric_tests import perm_both
from mteval.statistics.multiple import holm, rank_clusters
from mteval.statistics.rating_table import divide
from mteval.statistics.resampling import Observation, Resampling
from mteval.storage.digests import SHORT

Array = NDArray[np.float64]
TESTABLE = (*SYSTEM_KEYS, "segment_pearson", "segment_kendall_b", "segment_acc_eq")
FEW_SYSTEMS = 5


@dataclass(frozen=True, slots=True)
class HumanScores:
    """Human scores (systems, segments), or (systems, 1) where people scored whole systems."""

    name: str
    systems: tuple[str, ...]
    scores: Array
    digest: str = ""


@dataclass(frozen=True, slots=True)
class CandidateMetric:
    """One metric's scores of the same systems and segments."""

    name: str
    scores: Array


@dataclass(frozen=True, slots=True)
class CorrelationTests:
    """On which correlations metrics are tested against each other, and how scores are resampled and permuted."""

    tests: tuple[str, ...] = ("pairwise_accuracy",)
    settings: Settings = field(default_factory=lambda: Settings(trials=1000))

    def __post_init__(self) -> None:
        for test in self.tests:
            choice(test, TESTABLE, "--test")


def correlation_results(gold: HumanScores, candidates: Sequence[CandidateMetric], wished: CorrelationTests) -> Results:
    """One report per metric, and PERM-BOTH between every pair of them."""
    reports = tuple(_report(gold, one, wished) for one in candidates)
    tests, ranks = [], []
    for statistic in wished.tests:
        found = _tests(gold, candidates, statistic, wished)
        tests.extend(found)
        values = {report.system["name"]: report.scores[0].values[statistic] for report in reports}
        p_values = {frozenset((test.a, test.b)): test.p_value for test in found}
        ranks.append(Ranks(gold.name, statistic, rank_clusters(values, p_values, higher_is_better=True)))
    return Results(reports, tuple(tests), tuple(ranks))


class MatrixCorrelation(MetricBase):
    """The correlations of metric and human scores, a case being a segment with the scores of all systems."""

    name = "correlation"
    keys: tuple[str, ...] = KEYS
    scale = RATE

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Only whole matrices are observed, by `table`."""
        raise TypeError("correlations of whole matrices are observed by table(human, metric)")

    def table(self, human: Array, metric: Array) -> Statistics:
        """One row per segment: the human scores of all systems, then the metric's."""
        return Statistics(np.concatenate([human.T, metric.T], axis=1), np.ones(human.shape[1], dtype=np.bool_))

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """All correlations under each weighting of the segments."""
        human, metric = np.split(statistics.rows.T, 2)
        return meta_evaluate(human, metric, weights)


def _report(gold: HumanScores, one: CandidateMetric, wished: CorrelationTests) -> Report:
    return Report(
        suite={"name": gold.name, "family": "human", "version": "0", "digest": gold.digest},
        system={"name": one.name, "backend": "metric-scores"},
        scores=(_score(gold, one, wished.settings),),
        findings=tuple(_findings(gold, one)),
        extras={"systems": system_points(gold.systems, gold.scores, one.scores)},
        settings=wished.settings.record(),
    )


def _score(gold: HumanScores, one: CandidateMetric, settings: Settings) -> Score:
    metric = MatrixCorrelation()
    observed = Observation(metric, metric.table(gold.scores, one.scores))
    resamples = settings.resamples if gold.scores.shape[1] > 1 else 0
    resampling = Resampling(resamples, settings.seed, settings.level)
    signed = joined(
        {
            "metric": [
                ("metric", "correlation"),
                ("gold", gold.name),
                ("segment", "group-by-item"),
                ("ties", "acc-eq"),
            ],
            "resampling": [("bs", str(resamples)), ("seed", str(settings.seed))] if resamples else [],
            "suite": [("data", gold.digest[:SHORT])] if gold.digest else [],
            "mteval": [("mteval", own_version())],
        }
    )
    found = score(Spec("correlation"), observed, resampling.estimates([observed])[0], resampling, signed)
    n = int((~np.isnan(gold.scores + one.scores)).sum())
    return replace(found, n=n, skipped=int((~np.isnan(gold.scores) & np.isnan(one.scores)).sum()))


def system_points(systems: Sequence[str], human: Array, metric: Array) -> list[dict[str, Any]]:
    """Each system's mean human and metric score, over the cells both have: what a scatter plot shows."""
    both = ~np.isnan(human + metric)
    weights = np.ones((1, human.shape[1]))
    people = system_means(np.where(both, human, np.nan), weights)[0]
    machine = system_means(np.where(both, metric, np.nan), weights)[0]
    return [
        {"system": system, "human": float(x), "metric": float(y)}
        for system, x, y in zip(systems, people, machine, strict=True)
    ]


def _findings(gold: HumanScores, one: CandidateMetric) -> list[Finding]:
    found = []
    if len(gold.systems) < FEW_SYSTEMS:
        message = f"Only {len(gold.systems)} systems: a system-level correlation of so few means little."
        found.append(Finding("few-systems", message, len(gold.systems)))
    unknown = [name for name, row in zip(gold.systems, one.scores, strict=True) if np.isnan(row).all()]
    if unknown:
        message = f"The metric has no scores of {', '.join(unknown[:10])}; they are left out."
        found.append(Finding("system-not-scored", message, len(unknown), tuple(unknown[:10])))
    if np.nanstd(one.scores) == 0:
        found.append(Finding("one-category", "All scores of the metric are equal, so its correlations are undefined."))
    return found


def _tests(
    gold: HumanScores, candidates: Sequence[CandidateMetric], statistic: str, wished: CorrelationTests
) -> list[PairedTest]:
    outcomes = []
    for a, b in combinations(candidates, 2):
        cells = ~np.isnan(gold.scores + a.scores + b.scores)
        rows = cells.any(axis=1)
        human = np.where(cells, gold.scores, np.nan)[rows]
        first, second = (np.where(cells, one.scores, np.nan)[rows] for one in (a, b))
        measure = _statistic(statistic, human)
        found = perm_both(first, second, measure, resamples=wished.settings.trials, seed=wished.settings.seed)
        outcomes.append((a.name, b.name, found, int(cells.sum())))
    adjusted = holm([found.p_value for _, _, found, _ in outcomes])
    return [
        PairedTest(gold.name, statistic, a, b, found.difference, found.p_value, p, "perm-both", n, spec=statistic)
        for (a, b, found, n), p in zip(outcomes, adjusted, strict=True)
    ]


def _statistic(name: str, human: Array) -> Callable[[Array], Array]:
    """The correlation with the human scores as a function of metric scores (…, systems, segments)."""
    if name in CORRELATIONS:
        people = _means(human)
        return lambda scores: CORRELATIONS[name](people, _means(scores))
    if name == "segment_pearson":
        cells = ~np.isnan(human)
        flat = human[cells]
        return lambda scores: CORRELATIONS["pearson"](flat, scores[..., cells])
    one = _acc_eq if name == "segment_acc_eq" else _grouped_tau
    return lambda scores: np.array([one(human, matrix) for matrix in scores])


def _means(scores: Array) -> Array:
    present = ~np.isnan(scores)
    return divide(np.where(present, scores, 0.0).sum(axis=-1), present.sum(axis=-1).astype(float))


def _acc_eq(human: Array, metric: Array) -> float:
    return GroupedPairs.collect(human.T, metric.T).calibrate().accuracy


def _grouped_tau(human: Array, metric: Array) -> float:
    full = ~np.isnan(human).any(axis=0)
    taus = kendall_b(human[:, full].T, metric[:, full].T)
    return float(np.nanmean(taus)) if (~np.isnan(taus)).any() else float("nan")

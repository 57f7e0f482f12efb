"""Everything `mteval human correlate` says of metrics beside human scores: one report per metric, every pair tested.

Metrics are the systems of these reports; each score is the metric `correlation`. PERM-BOTH tests whether one metric is
closer to people than another, on whichever of the correlations is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.evidence import Evidence
from mteval.core.options import Spec, choice
from mteval.core.protocols import Statistics
from mteval.core.results import RATE, Finding, PairedTest, Ranks, Report, Results, Score, Slice
from mteval.core.version import own_version
from mteval.evaluation.metric_contests import PERMUTED, TESTABLE, CandidateMetric, HumanScores, contests
from mteval.evaluation.scores import score
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import joined
from mteval.statistics.chance_floors import chance_floors
from mteval.statistics.meta_evaluation import KEYS, MEAN_KEYS, meta_evaluate, system_means
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.multiple import holm, rank_clusters, rank_ranges
from mteval.statistics.resampling import Observation, Resampling
from mteval.statistics.shared_swaps import ScoreSwaps
from mteval.statistics.span_overlap import SpanOverlap
from mteval.storage.digests import SHORT

Array = NDArray[np.float64]
FEW_SYSTEMS = 5


@dataclass(frozen=True, slots=True)
class CorrelationTests:
    """On which correlations metrics are tested against each other, and how scores are resampled and permuted.

    `permuted` says what changes places where acc_eq is tested: the metrics' scores (PERM-BOTH, which calibrates anew in every
    draw), or whether they order systems right, by whole segments or, as WMT does, by single pairs of systems. `by_domain` adds
    the same correlations for each domain.
    """

    tests: tuple[str, ...] = ("pairwise_accuracy",)
    settings: Settings = field(default_factory=lambda: Settings(trials=1000))
    permuted: str = "scores"
    by_domain: bool = False

    def __post_init__(self) -> None:
        choice(self.permuted, PERMUTED, "--permute")
        for test in self.tests:
            choice(test, TESTABLE, "--test")


def correlation_results(gold: HumanScores, candidates: Sequence[CandidateMetric], wished: CorrelationTests) -> Results:
    """One report per metric, and PERM-BOTH between every pair of them."""
    floors = chance_floors(gold.scores, wished.settings.seed)
    reports = tuple(_report(gold, one, wished, floors) for one in candidates)
    tests, ranks = [], []
    for statistic in wished.tests:
        found = _tests(gold, candidates, statistic, wished)
        tests.extend(found)
        values = {report.system["name"]: report.scores[0].values[statistic] for report in reports}
        ranks.append(_ranks(gold, statistic, values, found))
    return Results(reports, tuple(tests), tuple(ranks))


def _ranks(gold: HumanScores, statistic: str, values: dict[str, float], tests: Sequence[PairedTest]) -> Ranks:
    """Clusters as WMT draws them, without a correction; ranges with it, as they stand beside corrected tests."""
    plain = {frozenset((test.a, test.b)): test.p_value for test in tests}
    adjusted = {frozenset((test.a, test.b)): test.p_adjusted for test in tests}
    clusters = rank_clusters(values, plain, higher_is_better=True)
    ranges = rank_ranges(values, adjusted, higher_is_better=True)
    return Ranks(gold.name, statistic, clusters, spec=_spec(statistic), ranges=ranges)


def _spec(statistic: str) -> str:
    """The headline of a correlation is what metrics are ranked by in reports; its other values are named themselves."""
    return "correlation" if statistic == KEYS[0] else statistic


class MatrixCorrelation(MetricBase):
    """The correlations of metric and human scores, a case being a segment with the scores of all systems."""

    name = "correlation"
    keys: tuple[str, ...] = KEYS
    # Its other values stand in tables of their own, beside the chance floors.
    scale = replace(RATE, beside=())

    def __init__(self, systems: tuple[Array, Array] | None = None) -> None:
        super().__init__()
        self.systems = systems

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Only whole matrices are observed, by `table`."""
        raise TypeError("correlations of whole matrices are observed by table(human, metric)")

    def table(self, human: Array, metric: Array) -> Statistics:
        """One row per segment: the human scores of all systems, then the metric's."""
        return Statistics(np.concatenate([human.T, metric.T], axis=1), np.ones(human.shape[1], dtype=np.bool_))

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """All correlations under each weighting of the segments."""
        human, metric = np.split(statistics.rows.T, 2)
        return meta_evaluate(human, metric, weights, self.systems)


def _report(
    gold: HumanScores, one: CandidateMetric, wished: CorrelationTests, floors: dict[str, dict[str, float]]
) -> Report:
    return Report(
        suite={"name": gold.name, "family": "human", "version": "0", "digest": gold.digest},
        system={"name": one.name, "backend": "metric-scores"},
        scores=(_score(gold, one, wished.settings), *_span_scores(gold, one, wished.settings)),
        slices=tuple(_slices(gold, one, wished.settings)) if wished.by_domain else (),
        findings=tuple(_findings(gold, one)),
        extras={"systems": _points(gold, one), "floors": floors},
        settings=wished.settings.record(),
    )


def _score(gold: HumanScores, one: CandidateMetric, settings: Settings) -> Score:
    own = one.by_system is not None
    metric = MatrixCorrelation((gold.system_scores(), one.system_scores(gold.scores)) if own else None)
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
                *([("system", "own-scores")] if own else []),
            ],
            "resampling": [("bs", str(resamples)), ("seed", str(settings.seed))] if resamples else [],
            "suite": [("data", gold.digest[:SHORT])] if gold.digest else [],
            "mteval": [("mteval", own_version())],
        }
    )
    found = score(Spec("correlation"), observed, resampling.estimates([observed])[0], resampling, signed)
    # Resampling segments does not move scores that a metric gives whole systems, so these have no interval.
    intervals = {key: pair for key, pair in found.intervals.items() if not (own and key in MEAN_KEYS)}
    n = int((~np.isnan(gold.scores + one.scores)).sum())
    skipped = int((~np.isnan(gold.scores) & np.isnan(one.scores)).sum())
    return replace(found, n=n, skipped=skipped, intervals=intervals)


def _span_scores(gold: HumanScores, one: CandidateMetric, settings: Settings) -> Iterator[Score]:
    """Span F1 of a metric that marks spans."""
    if not gold.marks or not one.marks:
        return
    metric = SpanOverlap()
    observed = Observation(metric, metric.table(gold.marks, one.marks))
    resampling = Resampling(settings.resamples, settings.seed, settings.level)
    signed = joined({"metric": [("metric", "span-f1"), ("gold", gold.name)], "mteval": [("mteval", own_version())]})
    yield score(Spec("span-f1"), observed, resampling.estimates([observed])[0], resampling, signed)


def _slices(gold: HumanScores, one: CandidateMetric, settings: Settings) -> Iterator[Slice]:
    """The same over the segments of each domain, system scores being means of segments."""
    for domain in dict.fromkeys(gold.domains):
        members = np.array([place == domain for place in gold.domains])
        if np.isnan(gold.scores[:, members]).all():
            continue
        part = replace(gold, scores=gold.scores[:, members], by_system=None, marks=())
        yield Slice("domain", domain, (_score(part, CandidateMetric(one.name, one.scores[:, members]), settings),))


def _points(gold: HumanScores, one: CandidateMetric) -> list[dict[str, Any]]:
    if one.by_system is None:
        return system_points(gold.systems, gold.scores, one.scores)
    return system_points(gold.systems, gold.system_scores()[:, None], one.by_system[:, None])


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
    if gold.left_out:
        message = f"Left out as asked for: {', '.join(gold.left_out[:10])}."
        found.append(Finding("system-left-out", message, len(gold.left_out), gold.left_out[:10]))
    unknown = [
        name
        for name, row, total in zip(gold.systems, one.scores, one.system_scores(gold.scores), strict=True)
        if np.isnan(row).all() and np.isnan(total)
    ]
    if unknown:
        message = f"The metric has no scores of {', '.join(unknown[:10])}; they are left out."
        found.append(Finding("system-not-scored", message, len(unknown), tuple(unknown[:10])))
    known = one.scores[~np.isnan(one.scores)]
    if len(known) and np.ptp(known) == 0:
        found.append(Finding("one-category", "All scores of the metric are equal, so its correlations are undefined."))
    return found


def _tests(
    gold: HumanScores, candidates: Sequence[CandidateMetric], statistic: str, wished: CorrelationTests
) -> list[PairedTest]:
    swaps = ScoreSwaps(wished.settings.trials, wished.settings.seed)
    found = contests(gold, candidates, statistic, swaps, wished.permuted)
    outcomes_move = wished.permuted != "scores" and statistic == "segment_acc_eq"
    test = f"perm-{wished.permuted}" if outcomes_move else "perm-both"
    adjusted = holm([one.found.p_value for one in found])
    return [
        PairedTest(
            gold.name,
            statistic,
            one.a,
            one.b,
            one.found.difference,
            one.found.p_value,
            p,
            test,
            one.n,
            spec=_spec(statistic),
            draws=wished.settings.trials,
        )
        for one, p in zip(found, adjusted, strict=True)
    ]

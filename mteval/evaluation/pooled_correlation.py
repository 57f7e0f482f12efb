"""Metrics beside people on several language pairs: each pair by itself, and pairwise accuracy pooled over all of them."""

from __future__ import annotations

from collections.abc import Mapping

from mteval.core.results import RATE, PairedTest, Ranks, Report, Results, Score
from mteval.core.version import own_version
from mteval.evaluation.correlation import CorrelationTests, correlation_results
from mteval.evaluation.metric_tasks import MetricTask, ScoreTable, TaskTable, task_tables
from mteval.evaluation.signature import joined
from mteval.statistics.multiple import holm, rank_clusters, rank_ranges
from mteval.statistics.shared_swaps import ScoreSwaps

STATISTIC = "pairwise_accuracy"
METRIC = "pooled-accuracy"


def pooled_results(tables: Mapping[str, ScoreTable], wished: CorrelationTests) -> Results:
    """The results of each language pair, then one report per metric that is in all of them, over all pairs of systems."""
    parts = [correlation_results(gold, metrics, wished) for gold, metrics in tables.values()]
    task = MetricTask("accuracy", STATISTIC, tuple(tables))
    swaps = ScoreSwaps(wished.settings.trials, wished.settings.seed)
    pooled = _pooled(task_tables(tables, [task], swaps)["accuracy"], tables, wished)
    parts.append(pooled)
    return Results(
        tuple(report for part in parts for report in part.reports),
        tuple(test for part in parts for test in part.comparisons),
        tuple(rank for part in parts for rank in part.ranks),
    )


def _pooled(table: TaskTable, tables: Mapping[str, ScoreTable], wished: CorrelationTests) -> Results:
    golds = [gold for gold, _ in tables.values()]
    name = " + ".join(gold.name for gold in golds)
    pairs = sum(len(gold.systems) * (len(gold.systems) - 1) // 2 for gold in golds)
    signed = joined(
        {"metric": [("metric", STATISTIC), ("gold", name), ("pooled", "pairs")], "mteval": [("mteval", own_version())]}
    )
    reports = tuple(
        Report(
            suite={"name": name, "family": "human", "version": "0", "digest": ""},
            system={"name": metric, "backend": "metric-scores"},
            scores=(Score(METRIC, {STATISTIC: value}, {}, pairs, 0, True, signed, scale=RATE),),
            extras={"floors": {kind: {STATISTIC: floor} for kind, floor in table.floors.items()}},
            settings=wished.settings.record(),
        )
        for metric, value in zip(table.metrics, map(float, table.tests.values), strict=True)
    )
    tests = _tests(table, name, pairs, wished.settings.trials)
    p_values = {frozenset((test.a, test.b)): test.p_value for test in tests}
    clusters = rank_clusters(table.values(), p_values, higher_is_better=True)
    adjusted = {frozenset((test.a, test.b)): test.p_adjusted for test in tests}
    ranges = rank_ranges(table.values(), adjusted, higher_is_better=True)
    return Results(reports, tests, (Ranks(name, STATISTIC, clusters, spec=METRIC, ranges=ranges),))


def _tests(table: TaskTable, name: str, pairs: int, draws: int) -> tuple[PairedTest, ...]:
    found = table.record()["tests"]
    adjusted = holm([one["p_value"] for one in found])
    return tuple(
        PairedTest(
            name,
            STATISTIC,
            one["a"],
            one["b"],
            one["difference"],
            one["p_value"],
            p,
            "perm-both",
            pairs,
            spec=METRIC,
            draws=draws,
        )
        for one, p in zip(found, adjusted, strict=True)
    )

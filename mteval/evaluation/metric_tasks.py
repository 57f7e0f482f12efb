"""Tasks that metrics are ranked by at WMT: one statistic each, on one language pair or pooled over several, and their mean.

`wmt23_tasks` and `wmt24_tasks` are the rules of the two years (Freitag et al. 2023, 2024). A metric takes part in a task if it
scores everything people scored there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, isnan
from typing import Any

import numpy as np

from mteval.core.errors import DataError
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores, shared_cells, shared_tests
from mteval.human.score_files import metric_name
from mteval.statistics.chance_floors import chance_floors
from mteval.statistics.meta_evaluation import MEAN_KEYS
from mteval.statistics.shared_swaps import ScoreSwaps, SharedTests, averaged

ScoreTable = tuple[HumanScores, Sequence[CandidateMetric]]
SIGNIFICANT = 0.05


@dataclass(frozen=True, slots=True)
class MetricTask:
    """One statistic over some language pairs; `weight` counts in the average, `low` is the worst value possible."""

    label: str
    statistic: str
    pairs: tuple[str, ...]
    weight: float = 1.0
    low: float = 0.0


@dataclass(frozen=True, slots=True)
class TaskTable:
    """What every metric got on a task, with the differences that chance gives; `floors` are what knowing nothing gives."""

    task: MetricTask
    metrics: tuple[str, ...]
    tests: SharedTests
    floors: Mapping[str, float]

    def values(self) -> dict[str, float]:
        """Each metric's value, the best first; equal ones by name."""
        found = dict(zip(self.metrics, map(float, self.tests.values), strict=True))
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def of(self, metrics: Sequence[str]) -> TaskTable:
        """The same for some metrics."""
        places = [self.metrics.index(name) for name in metrics]
        return replace(self, metrics=tuple(metrics), tests=self.tests.of(places))

    def ranks(self) -> dict[str, int]:
        """WMT's ranks: a metric that one of the current rank beats significantly (one-sided) opens the next."""
        p_values, place = self.tests.one_sided(), {name: i for i, name in enumerate(self.metrics)}
        ranks: dict[str, int] = {}
        current: list[int] = []
        for name, value in self.values().items():
            if isnan(value):
                continue
            if not current or any(p_values[other, place[name]] <= SIGNIFICANT for other in current):
                ranks[name] = max(ranks.values(), default=0) + 1
                current = []
            else:
                ranks[name] = max(ranks.values())
            current.append(place[name])
        return ranks

    def record(self, ranked: Collection[str] | None = None) -> dict[str, Any]:
        """Values, ranks and every pair, for JSON; ranks of all metrics, or among those named."""
        ranks = self.of([name for name in self.metrics if ranked is None or name in ranked]).ranks()
        pairs = zip(self._pairs(), self.tests.outcomes(), strict=True)
        return {
            "task": self.task.label,
            "statistic": self.task.statistic,
            "pairs": list(self.task.pairs),
            "floors": dict(self.floors),
            "metrics": [{"metric": m, "value": v, "rank": ranks.get(m)} for m, v in self.values().items()],
            "tests": [{"a": a, "b": b, "difference": o.difference, "p_value": o.p_value} for (a, b), o in pairs],
        }

    def _pairs(self) -> list[tuple[str, str]]:
        names = self.metrics
        return [(names[a], names[b]) for a, b in zip(*np.triu_indices(len(names), 1), strict=True)]


def wmt23_tasks(pairs: Sequence[str]) -> list[MetricTask]:
    """Accuracy over all pairs, which counts once per pair; system and segment Pearson and acc_eq of each pair."""
    return [
        MetricTask("accuracy", "pairwise_accuracy", tuple(pairs), weight=len(pairs)),
        *(
            MetricTask(f"{pair} {label}", statistic, (pair,), low=low)
            for pair in pairs
            for label, statistic, low in (
                ("system pearson", "pearson", -1.0),
                ("segment pearson", "segment_pearson", -1.0),
                ("segment acc-t", "segment_acc_eq", 0.0),
            )
        ),
    ]


def wmt24_tasks(pairs: Sequence[str]) -> list[MetricTask]:
    """Soft pairwise accuracy and acc_eq of each pair."""
    return [
        MetricTask(f"{pair} {label}", statistic, (pair,))
        for pair in pairs
        for label, statistic in (("system spa", "soft_pairwise_accuracy"), ("segment acc-t", "segment_acc_eq"))
    ]


RULES: dict[str, Callable[[Sequence[str]], list[MetricTask]]] = {"wmt23": wmt23_tasks, "wmt24": wmt24_tasks}


def task_tables(data: Mapping[str, ScoreTable], tasks: Sequence[MetricTask], swaps: ScoreSwaps) -> dict[str, TaskTable]:
    """Every task on the language pairs given, by label; metrics go by their names without the reference."""
    named = {pair: (gold, plain_names(metrics)) for pair, (gold, metrics) in data.items()}
    floors = {pair: chance_floors(gold.scores, swaps.seed) for pair, (gold, _) in data.items()}
    return {task.label: _table(named, task, swaps, floors) for task in tasks}


def average_table(tables: Sequence[TaskTable], label: str) -> TaskTable:
    """The weighted mean over tasks of the metrics that are in all of them, each task on a scale from 0 to 1."""
    metrics = [name for name in tables[0].metrics if all(name in table.metrics for table in tables)]
    parts = [table.of(metrics).tests.rescaled(table.task.low) for table in tables]
    weights = [table.task.weight for table in tables]
    floors = {
        kind: sum(
            weight * (table.floors[kind] - table.task.low) / (1 - table.task.low)
            for table, weight in zip(tables, weights, strict=True)
        )
        / sum(weights)
        for kind in tables[0].floors
    }
    pairs = tuple(dict.fromkeys(pair for table in tables for pair in table.task.pairs))
    task = MetricTask(label, "average", pairs)
    return TaskTable(task, tuple(metrics), averaged(parts, weights), floors)


def plain_names(metrics: Sequence[CandidateMetric]) -> dict[str, CandidateMetric]:
    """Metrics by name without the reference; those that would share one keep the whole name."""
    names = [metric_name(one.name)[0] for one in metrics]
    return {name if names.count(name) == 1 else one.name: one for name, one in zip(names, metrics, strict=True)}


Named = Mapping[str, tuple[HumanScores, Mapping[str, CandidateMetric]]]


def _table(data: Named, task: MetricTask, swaps: ScoreSwaps, floors: Mapping[str, Any]) -> TaskTable:
    able = [[name for name, one in data[p][1].items() if _complete(data[p][0], one, task)] for p in task.pairs]
    metrics = [name for name in able[0] if all(name in others for others in able)]
    if not metrics:
        raise DataError(task.label, "no metric scores all that people scored.")
    parts, weights = [], []
    for place, pair in enumerate(task.pairs):
        gold, known = data[pair]
        cells = shared_cells(gold, [known[name] for name in metrics], task.statistic)
        parts.append(shared_tests(cells, task.statistic, replace(swaps, seed=swaps.seed + place)))
        weights.append(comb(len(cells.human), 2))
    floor = {
        kind: sum(w * _known(floors[p][kind][task.statistic]) for p, w in zip(task.pairs, weights, strict=True))
        / sum(weights)
        for kind in ("constant", "random")
    }
    return TaskTable(task, tuple(metrics), averaged(parts, weights), floor)


def _known(value: float) -> float:
    """A correlation that is undefined, as that of a constant metric, counts as none."""
    return 0.0 if isnan(value) else value


def _complete(gold: HumanScores, one: CandidateMetric, task: MetricTask) -> bool:
    if task.statistic in MEAN_KEYS:
        return not np.isnan(one.system_scores(gold.scores)).any()
    return not np.isnan(one.scores[~np.isnan(gold.scores)]).any()

"""Tasks, their averages and ranks: weights as WMT23 and WMT24 publish them, ranks by hand."""

import numpy as np
import pytest
from scipy import stats

from mteval.core.errors import DataError
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores
from mteval.evaluation.metric_tasks import (
    MetricTask,
    TaskTable,
    average_table,
    plain_names,
    task_tables,
    wmt23_tasks,
    wmt24_tasks,
)
from mteval.statistics.shared_swaps import ScoreSwaps, SharedTests

DRAW = np.random.default_rng(8)
SWAPS = ScoreSwaps(100, 3)


def made(systems):
    human = np.linspace(0, 2, systems)[:, None] + DRAW.normal(size=(systems, 15))
    metrics = [CandidateMetric(f"{n}-refA", human + w * DRAW.normal(size=human.shape)) for n, w in (("x", 2), ("y", 4))]
    return HumanScores("g", tuple(f"s{i}" for i in range(systems)), human), metrics


DATA = {"en-de": made(5), "zh-en": made(7)}


def test_the_tasks_of_2023_are_ten_and_accuracy_counts_once_per_pair():
    tasks = wmt23_tasks(["en-de", "he-en", "zh-en"])
    assert len(tasks) == 10
    assert [task.weight for task in tasks] == [3] + [1] * 9
    assert {task.low for task in tasks if "pearson" in task.label} == {-1}
    assert [task.label for task in wmt24_tasks(["en-de"])] == ["en-de system spa", "en-de segment acc-t"]


def test_accuracy_is_pooled_over_the_pairs_of_systems_of_all_languages():
    table = task_tables(DATA, [MetricTask("accuracy", "pairwise_accuracy", tuple(DATA))], SWAPS)["accuracy"]
    for place, name in enumerate("xy"):
        right = total = 0
        for gold, metrics in DATA.values():
            h, m = gold.scores.mean(axis=1), metrics[place].scores.mean(axis=1)
            pairs = [(a, b) for a in range(len(h)) for b in range(a)]
            right += sum((h[a] > h[b]) == (m[a] > m[b]) for a, b in pairs)
            total += len(pairs)
        assert table.values()[name] == pytest.approx(right / total)
    assert table.floors["random"] == pytest.approx(0.5, abs=0.03)


def test_the_average_puts_correlations_on_a_scale_from_0_to_1():
    tables = task_tables(DATA, wmt23_tasks(list(DATA)), SWAPS)
    average = average_table(list(tables.values()), "average")
    values = {label: table.values()["x"] for label, table in tables.items()}
    parts = [2 * values["accuracy"]]
    for pair in DATA:
        parts += [(values[f"{pair} {level} pearson"] + 1) / 2 for level in ("system", "segment")]
        parts.append(values[f"{pair} segment acc-t"])
    assert average.values()["x"] == pytest.approx(sum(parts) / 8)
    gold, metrics = DATA["en-de"]
    expected = stats.pearsonr(gold.scores.ravel(), metrics[0].scores.ravel()).statistic
    assert values["en-de segment pearson"] == pytest.approx(expected)
    assert average.task.pairs == ("en-de", "zh-en")


def test_a_metric_that_lacks_scores_is_left_out_of_the_task_and_the_average():
    gold, (x, y) = DATA["en-de"]
    holed = y.scores.copy()
    holed[0, 0] = np.nan
    whole = CandidateMetric("w-refA", np.full(holed.shape, np.nan), holed[:, 1])
    data = {"en-de": (gold, [x, CandidateMetric("y-refA", holed), whole])}
    tables = task_tables(data, wmt23_tasks(["en-de"]), SWAPS)
    assert set(tables["en-de system pearson"].metrics) == {"x", "y", "w"}
    assert set(tables["en-de segment pearson"].metrics) == {"x"}
    assert average_table(list(tables.values()), "average").metrics == ("x",)
    with pytest.raises(DataError, match="no metric scores all that people scored"):
        task_tables({"en-de": (gold, [whole])}, wmt24_tasks(["en-de"]), SWAPS)


def test_ranks_open_where_one_of_the_current_rank_wins():
    """a beats c and d; b beats d only: a and b share 1, c opens 2, and d is not beaten by c."""
    chance = {"ab": 1, "ac": 0, "ad": 0, "bc": 1, "bd": 0, "cd": 1}
    values = np.array([0.9, 0.8, 0.7, 0.6])
    draws = np.array([[10.0 * chance[a + b]] * 20 for a, b in ("ab", "ac", "ad", "bc", "bd", "cd")])
    table = TaskTable(MetricTask("t", "pearson", ("en-de",)), tuple("abcd"), SharedTests(values, draws), {})
    assert table.ranks() == {"a": 1, "b": 1, "c": 2, "d": 2}
    record = table.record({"a", "c"})
    assert [(one["metric"], one["rank"]) for one in record["metrics"]] == [("a", 1), ("b", None), ("c", 2), ("d", None)]
    assert len(record["tests"]) == 6


def test_names_lose_the_reference_unless_two_would_be_one():
    metrics = [CandidateMetric(name, np.ones((1, 1))) for name in ("x-src", "x-refA", "MetricX-23-refA", "plain")]
    assert list(plain_names(metrics)) == ["x-src", "x-refA", "MetricX-23", "plain"]

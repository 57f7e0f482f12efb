"""Contests before a judge: win rates and strengths by hand, positions drawn, ties and gaps."""

from __future__ import annotations

import numpy as np
import pytest

from mteval import api
from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison, Skipped
from tests.metrics.judges import metric


def prefers_longer(text):
    first, second = (text.partition(f'{mark}: """')[2].partition('"""')[0] for mark in "AB")
    return "A" if len(first) > len(second) else "B" if len(second) > len(first) else "tie"


def side(texts, references=()):
    return [
        Skipped("none") if text is None else Comparison(text, tuple(references), f"source {place}")
        for place, text in enumerate(texts)
    ]


LONG, MIDDLE, SHORT = ["aaaa"] * 30, ["bbb"] * 30, ["cc"] * 30


def estimated(opened, systems):
    seen = opened.observe_together(systems)
    return [opened.estimate(one, np.ones((1, len(one.rows))))[0] for one in seen]


def test_win_rates_and_the_order_of_strengths():
    opened = metric("judge-pairwise", prefers_longer)
    (long, middle, short) = estimated(opened, [side(LONG), side(MIDDLE), side(SHORT)])
    assert [rate for rate, _ in (long, middle, short)] == [1.0, 0.5, 0.0]
    assert long[1] > middle[1] > short[1]
    assert long[1] + middle[1] + short[1] == pytest.approx(0)
    assert not list(opened.inspect([]))  # it goes by length, not by position


def test_two_contestants_have_the_log_odds_of_their_points():
    opened = metric("judge-pairwise", prefers_longer)
    texts = ["aaaa"] * 6 + ["a"] * 2 + ["bbb"] * 2
    (one, other) = estimated(opened, [side(texts), side(["bbb"] * 10)])
    assert one[0] == pytest.approx(0.7)  # six won, two lost, two tied without being asked about
    assert one[1] - other[1] == pytest.approx(np.log(7.5 / 3.5))


def test_a_judge_that_goes_by_position_is_found_out_and_cancelled_by_both_orders():
    opened = metric("judge-pairwise", lambda text: "A")
    (one, _) = estimated(opened, [side(LONG), side([f"b{i}" for i in range(30)])])
    assert 0.2 < one[0] < 0.8
    assert [finding.code for finding in opened.inspect([])] == ["judge-position"]
    twice = metric("judge-pairwise", lambda text: "A", both="true")
    assert estimated(twice, [side(LONG), side(MIDDLE)])[0][0] == 0.5


def test_positions_follow_from_the_seed():
    def firsts(seed):
        seen = []
        opened = metric("judge-pairwise", lambda text: seen.append('A: """aaaa' in text) or "tie", seed=seed)
        opened.observe_together([side(LONG), side(MIDDLE)])
        return seen

    assert firsts("1") == firsts("1")
    assert firsts("1") != firsts("2")
    assert 5 < sum(firsts("1")) < 25


def test_what_cannot_be_read_or_was_not_translated_does_not_count():
    opened = metric("judge-pairwise", lambda text: "neither, really")
    (one, _) = opened.observe_together([side(["aaaa", "x", None]), side(["b", "x", "b"])])
    assert one.counted.tolist() == [False, True, False]
    assert [finding.code for finding in opened.inspect([])] == ["unreadable-reply"]


def test_one_system_meets_the_reference():
    opened = metric("judge-pairwise", prefers_longer)
    statistics = opened.observe(side(["aaaa", "a"], ["rr"]))
    assert opened.estimate(statistics, np.ones((1, 2)))[0][0] == 0.5
    with pytest.raises(CapabilityError, match="two systems"):
        opened.observe(side(["a"]))


def test_intervals_and_paired_tests_come_with_it(tmp_path, monkeypatch):
    (tmp_path / "pair_judge.py").write_text(
        "from tests.metrics.test_judge_pairwise import prefers_longer\n"
        "def judge(queries):\n    return [prefers_longer(q.messages[-1][1]) for q in queries]\n",
        encoding="utf-8",
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    texts = {"long": LONG, "mixed": ["aaaaa", "b"] * 15, "short": SHORT}
    results = api.score(
        texts,
        [MIDDLE],
        source=[f"s {i}" for i in range(30)],
        languages="en-de",
        metrics="judge-pairwise?system=python:pair_judge:judge",
    )
    values = {report.system["name"]: report.scores[0] for report in results.reports}
    assert values["long"].values["win_rate"] == 0.75
    assert values["mixed"].values["win_rate"] == 0.5
    low, high = values["mixed"].intervals["win_rate"]
    assert low < 0.5 < high
    assert next(test for test in results.comparisons if {test.a, test.b} == {"long", "short"}).p_value < 0.01
    api.write_results(results, tmp_path / "run")
    again = api.compare_stored([api.read_results(tmp_path / "run")])
    assert [test.difference for test in again.comparisons] == [test.difference for test in results.comparisons]

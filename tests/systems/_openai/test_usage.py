"""Budgets, tallies and price tables."""

from __future__ import annotations

import pytest

from mteval.systems._openai.endpoint import EndpointError
from mteval.systems._openai.usage import Budget, TokenPrice, UsageTally, latencies, read_price, used_tokens


def test_percentiles_are_times_that_were_measured():
    assert latencies([float(i) for i in range(100, 0, -1)]) == {"p50": 50.0, "p90": 90.0, "p99": 99.0}
    assert latencies([3.0]) == {"p50": 3.0, "p90": 3.0, "p99": 3.0}
    assert latencies([]) == {}


def test_what_was_reserved_and_not_used_comes_back():
    budget = Budget(max_tokens=100)
    budget.reserve(50, 40)
    with pytest.raises(EndpointError, match="90 tokens"):
        budget.reserve(10, 10)
    budget.settle((50, 40), (50, 5))
    budget.reserve(20, 25)
    with pytest.raises(EndpointError):
        budget.reserve(1, 0)


def test_money_is_counted_by_the_million():
    assert TokenPrice(2.0, 8.0).of(500_000, 250_000) == pytest.approx(3.0)


def test_the_longest_name_that_fits_counts(tmp_path):
    path = tmp_path / "p.tsv"
    path.write_text("gpt-*\t1\t2\ngpt-4*\t3\t4\ngpt-4o\t5\t6\n", encoding="utf-8")
    assert read_price(path, "gpt-4o") == TokenPrice(5.0, 6.0)
    assert read_price(path, "gpt-4.1") == TokenPrice(3.0, 4.0)
    assert read_price(path, "gpt-3") == TokenPrice(1.0, 2.0)


def test_kept_replies_cost_nothing():
    tally = UsageTally(TokenPrice(1e6, 1e6))
    tally.count((10, 5), 0.5, estimated=False)
    tally.count((10, 5), None, estimated=False)
    assert tally.record()["cost"] == 15
    assert (tally.record()["prompt_tokens"], tally.record()["paid_tokens"]) == (20, 15)


def test_usage_that_is_not_told_is_none():
    assert used_tokens({"usage": {"prompt_tokens": 3, "completion_tokens": None}}) == (3, 0)
    assert used_tokens({"usage": None}) is None
    for wrong in (float("nan"), float("inf"), -1, "3"):
        assert used_tokens({"usage": {"prompt_tokens": wrong}}) is None
        assert used_tokens({"usage": {"prompt_tokens": 3, "completion_tokens": wrong}}) is None
    assert used_tokens({}) is None

"""Accuracy counts like a loop, and is no number over nothing."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.evidence import Outcome, Skipped, Verdict


def test_accuracy_counts_like_a_loop():
    rng = random.Random(1)
    evidence = []
    for _ in range(200):
        contests = rng.randint(1, 4)
        wins = rng.randint(0, contests)
        outcome = Outcome.PASSED if wins == contests else Outcome.FAILED
        stratum = rng.choice(["a", "b", "c", None])
        one = Verdict(outcome, wins, contests, 1 / (1 + contests), stratum)
        evidence.append(Skipped("x") if rng.random() < 0.1 else one)
    metric = registry.metrics.find("accuracy")()
    weights = np.array([[rng.randint(0, 3) for _ in evidence] for _ in range(5)], dtype=float)
    values = metric.estimate(metric.observe(evidence), weights)
    for row, weight in zip(values, weights, strict=True):
        cases = [
            one for one, w in zip(evidence, weight, strict=True) for _ in range(int(w)) if isinstance(one, Verdict)
        ]
        passed = [one.outcome is Outcome.PASSED for one in cases]
        groups = [[p for one, p in zip(cases, passed, strict=True) if one.stratum == name] for name in "abc"]
        expected = {
            "accuracy": np.mean(passed),
            "pairwise": sum(one.wins for one in cases) / sum(one.contests for one in cases),
            "macro": np.mean([np.mean(group) for group in groups if group]),
            "chance": np.mean([one.chance for one in cases]),
            "correct": sum(passed),
            "decided": len(cases),
        }
        assert dict(zip(metric.keys, row, strict=True)) == pytest.approx(expected)


def test_accuracy_over_nothing_is_no_number():
    metric = registry.metrics.find("accuracy")()
    values = dict(zip(metric.keys, metric.estimate(metric.observe([Skipped("x")]), np.ones((1, 1)))[0], strict=True))
    assert all(math.isnan(values[key]) for key in ("accuracy", "pairwise", "macro", "chance"))
    assert values["decided"] == 0


def test_the_macro_average_needs_strata():
    metric = registry.metrics.find("accuracy")()
    values = metric.estimate(metric.observe([Verdict(Outcome.PASSED, 1, 1, 0.5)]), np.ones((1, 1)))[0]
    assert math.isnan(dict(zip(metric.keys, values, strict=True))["macro"])

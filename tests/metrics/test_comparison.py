"""Which cases of a comparison count, whatever the metric."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.evidence import Comparison, Skipped
from mteval.text import compiled


@pytest.mark.slow
def test_compiled_counts_are_those_of_the_plain_code(outputs, monkeypatch):
    translations, reference = outputs
    lines = next(iter(translations.values()))
    evidence = [Comparison(t, (r,)) for t, r in zip(lines, reference, strict=True)][:: 5 if len(lines) > 100 else 1]
    rows = []
    for limit in (0, float("inf")):
        monkeypatch.setattr(compiled.effort, "limit", limit)
        rows.append([registry.metrics.find(name)().observe(evidence).rows for name in ("bleu", "chrf++", "ter")])
    assert all(np.array_equal(one, other) for one, other in zip(*rows, strict=True))


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_a_skipped_case_does_not_count(name):
    metric = registry.metrics.find(name)()
    kept = [Comparison("a b c d e", ("a b c d f",)), Comparison("x", ("x y",))]
    whole = metric.observe([kept[0], Skipped("no answer"), kept[1], Comparison("nothing to compare with", ())])
    assert whole.counted.tolist() == [True, False, True, False]
    assert not whole.rows[1].any()
    assert np.isnan(metric.per_case(whole)[[1, 3]]).all()
    expected = metric.estimate(metric.observe(kept), np.ones((1, 2)))
    assert np.array_equal(metric.estimate(whole, np.ones((1, 4))), expected)


@pytest.mark.parametrize("name", ["bleu", "chrf", "chrf++", "ter"])
def test_a_score_over_nothing_is_not_a_number(name):
    metric = registry.metrics.find(name)()
    statistics = metric.observe([Comparison("a", ("b",))])
    assert np.isnan(metric.estimate(statistics, np.zeros((2, 1)))).all()
    assert metric.observe([]).rows.shape[0] == 0

"""Correlations of weighted segments."""

import numpy as np
import pytest

from mteval.core.evidence import Rating
from mteval.metrics.correlation import Correlation

stats = pytest.importorskip("scipy.stats")


def test_weights_of_a_metric_are_weights_of_segments():
    draw = np.random.default_rng(1)
    human, metric = draw.normal(size=(2, 4, 10))
    evidence = [
        Rating(str(j), "", "mqm", metric[i, j], f"s{i}", {"human": human[i, j]}) for i in range(4) for j in range(10)
    ]
    plugin = Correlation()
    table = plugin.observe(evidence)
    weights = draw.integers(0, 3, size=10)
    per_case = np.tile(weights, 4)[None, :].astype(float)
    values = dict(zip(plugin.keys, plugin.estimate(table, per_case)[0], strict=True))
    repeated = np.repeat(human, weights, axis=1), np.repeat(metric, weights, axis=1)
    means = [side.mean(axis=1) for side in repeated]
    assert values["pearson"] == pytest.approx(stats.pearsonr(*means).statistic)
    assert values["segment_pearson"] == pytest.approx(stats.pearsonr(*(side.ravel() for side in repeated)).statistic)

"""The oracles are numpy's own draws, sacrebleu's bootstrap, and brute force."""

import tracemalloc

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.significance import _bootstrap_resample, estimate_ci

from mteval.core.evidence import Comparison
from mteval.core.protocols import Statistics
from mteval.core.registry import metrics
from mteval.statistics.additive import AdditiveMetric, sums_by_stratum
from mteval.statistics.resampling import (
    Observation,
    bootstrap,
    bootstrap_weights,
    cluster_indices,
    percentile_interval,
)

TEXT = [
    f"the {a} {b} runs over the {a} hill"
    for a in ("old", "red", "big", "sly")
    for b in ("dog", "fox", "cat", "hen", "cow")
]
NOISY = [line.replace("runs over", "ran across") if i % 3 else line for i, line in enumerate(TEXT)]


class Mean(AdditiveMetric):
    keys = ("mean",)
    signature = "mean"

    def observe(self, evidence):
        raise NotImplementedError

    def combine(self, sums):
        with np.errstate(invalid="ignore"):
            return sums[..., :1] / sums[..., 1:]


def observed(values):
    rows = np.column_stack([values, np.ones(len(values))])
    return Observation(Mean(), Statistics(rows, np.ones(len(values), bool)))


def test_draws_are_sacrebleus_whatever_the_block_size(monkeypatch):
    monkeypatch.setattr("mteval.statistics.resampling.BLOCK_BYTES", 1)
    weights = np.concatenate(list(bootstrap_weights(7, 100, 12345)))
    drawn = np.random.default_rng(12345).choice(7, size=(100, 7), replace=True)
    assert (weights == [np.bincount(row, minlength=7) for row in drawn]).all()


def test_bleu_interval_is_sacrebleus():
    bleu = metrics.find("bleu")()
    statistics = bleu.observe([Comparison(ours, (theirs,)) for ours, theirs in zip(NOISY, TEXT, strict=True)])
    ours = bootstrap([Observation(bleu, statistics)], 1000, 12345)[0][:, 0]
    peer = BLEU()
    stats = peer._extract_corpus_statistics(NOISY, [TEXT])
    theirs = np.array([score.score for score in _bootstrap_resample(stats, peer, 1000)[1]])
    assert ours == pytest.approx(theirs, rel=1e-6)  # sacrebleu resamples in single precision
    low, high = percentile_interval(ours)
    assert (high - low) / 2 == pytest.approx(estimate_ci(theirs)[1], rel=1e-6)


def test_interval_bounds_are_order_statistics():
    assert percentile_interval(np.arange(1000.0)) == (25.0, 974.0)


def test_interval_over_nothing_is_not_a_number():
    assert np.isnan(percentile_interval(np.full(10, np.nan))).all()


def test_clusters_are_drawn_whole():
    clusters = cluster_indices(["a", "a", "b", "c", "c", "c"])
    weights = np.concatenate(list(bootstrap_weights(6, 50, 1, clusters)))
    assert (weights[:, 0] == weights[:, 1]).all()
    assert (weights[:, 3] == weights[:, 5]).all()
    assert (weights[:, [0, 2, 3]].sum(axis=1) == 3).all()


def test_cluster_bootstrap_is_wider_when_clusters_agree():
    values = np.repeat(np.random.default_rng(0).normal(size=20), 10)
    clusters = np.repeat(np.arange(20), 10)
    plain = bootstrap([observed(values)], 500)[0].std()
    clustered = bootstrap([observed(values)], 500, clusters=clusters)[0].std()
    assert clustered > 2 * plain


def test_sums_by_stratum_equal_a_loop():
    generator = np.random.default_rng(5)
    rows, weights = generator.normal(size=(30, 3)), generator.integers(0, 4, size=(6, 30)).astype(float)
    strata = generator.integers(-1, 4, size=30)
    found = sums_by_stratum(Statistics(rows, np.ones(30, bool), strata, ("a", "b", "c", "d")), weights)
    for resample in range(6):
        for stratum in range(5):
            members = strata == (stratum if stratum < 4 else -1)
            expected = (weights[resample, members, None] * rows[members]).sum(axis=0)
            assert found[resample, stratum] == pytest.approx(expected)


def test_memory_stays_bounded():
    cases = 20_000
    tracemalloc.start()
    bootstrap([observed(np.arange(float(cases)))], 2000)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6 * 64 * 2**20 < 2000 * cases * 16

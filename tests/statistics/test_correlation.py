"""Correlations against scipy, and tie calibration against the worked examples of mt-metrics-eval's own tests."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.statistics import correlation
from mteval.statistics.correlation import GroupedPairs
from mteval.statistics.metric_tests import perm_both

stats = pytest.importorskip("scipy.stats")
NAN = np.nan

tied = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=20)


def sides(pairs):
    return np.array(pairs, dtype=float).T


@settings(max_examples=60, deadline=None)
@given(tied)
def test_kendall_equals_scipy(pairs):
    x, y = sides(pairs)
    for variant, ours in (("b", correlation.kendall_b), ("c", correlation.kendall_c)):
        theirs = stats.kendalltau(x, y, variant=variant).statistic
        if np.isfinite(theirs) and len(set(x)) > 1 and len(set(y)) > 1:
            assert float(ours(x, y)) == pytest.approx(theirs, abs=1e-12)
        else:
            assert np.isnan(ours(x, y))


@settings(max_examples=40, deadline=None)
@given(tied)
def test_spearman_and_pearson_equal_scipy(pairs):
    x, y = sides(pairs)
    if len(set(x)) > 1 and len(set(y)) > 1:
        assert float(correlation.pearson(x, y)) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)
        assert float(correlation.spearman(x, y)) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
    else:
        assert np.isnan(correlation.pearson(x, y))


def test_leading_axes_are_independent():
    draw = np.random.default_rng(0)
    x, y = draw.integers(0, 5, size=(2, 6, 9)).astype(float)
    for measure in correlation.CORRELATIONS.values():
        np.testing.assert_allclose(measure(x, y), [float(measure(a, b)) for a, b in zip(x, y, strict=True)])


def test_pairwise_accuracy_counts_a_tie_only_with_a_tie():
    # mt-metrics-eval, KendallVariants 'acc23': 14 of 21 pairs agree.
    x = np.array([1.0, 1, 1, 2, 2, 3, 4])
    y = np.array([1.0, 1, 2, 2, 4, 3, 3])
    assert float(correlation.pairwise_accuracy(x, y)) == pytest.approx(14 / 21)


@pytest.mark.parametrize(
    ("human", "epsilon", "accuracy"),
    [([1, 2, 3, 4], 0, 1.0), ([1, 1, 1, 4], 4, 4 / 6)],  # mt-metrics-eval, tau_optimization tests
)
def test_tie_calibration_of_published_examples(human, epsilon, accuracy):
    found = GroupedPairs.collect(np.array([human], dtype=float), np.array([[0.0, 2, 6, 8]])).calibrate()
    assert found.epsilon == epsilon
    assert found.accuracy == pytest.approx(accuracy)


METRIC = np.array([[0, 5, 2, 3, 2], [NAN, 2, 1, 5, 3], [9, 1, 5, 3, 8], [9, 3, 4, 4, 1], [NAN] * 5])
HUMAN = np.array([[1, 5, 2, 1, 1], [4, 2, 2, 1, 4], [5, 9, 2, 8, 7], [7, 6, NAN, 3, 2], [NAN] * 5])
# mt-metrics-eval, tau_optimization regression example: thresholds 0 … 8 with groups and missing scores.
TAUS = [0.4666666666666667, 0.4916666666666668, 0.38333333333333347, 0.29166666666666674, 0.2666666666666667, 0.2]


def test_grouped_calibration_with_missing_scores():
    pairs = GroupedPairs.collect(HUMAN, METRIC)
    found = pairs.calibrate()
    assert (found.epsilon, found.accuracy) == (1, pytest.approx(0.4916666666666668))
    for epsilon, tau in enumerate(TAUS):
        assert pairs.accuracy_by_group(epsilon).mean() == pytest.approx(tau)


def test_calibration_finds_what_trying_every_threshold_finds():
    draw = np.random.default_rng(4)
    pairs = GroupedPairs.collect(draw.integers(0, 4, (20, 6)).astype(float), draw.normal(size=(20, 6)))
    tried = max(float(pairs.accuracy_by_group(e).mean()) for e in np.append(0.0, pairs.gap))
    assert pairs.calibrate().accuracy == pytest.approx(tried)


def system_level(human):
    return lambda scores: correlation.pearson(scores.mean(axis=-1), human.mean(axis=-1))


def test_perm_both_sees_a_better_metric_and_no_difference():
    draw = np.random.default_rng(8)
    quality = np.linspace(-1, 1, 10)[:, None]
    human = quality + draw.normal(scale=0.5, size=(10, 80))
    good, noise = human + draw.normal(scale=0.5, size=human.shape), draw.normal(size=human.shape)
    better = perm_both(good, noise, system_level(human), resamples=500, seed=1)
    same = perm_both(good, good + draw.normal(scale=0.01, size=human.shape), system_level(human), resamples=500, seed=1)
    assert better.difference > 0
    assert better.p_value < 0.01
    assert same.p_value > 0.05


def test_perm_both_equals_all_swaps_counted():
    """Brute force over all 2⁴ swaps of a 2×2 case: the sampled p approaches the exact one."""
    human = np.array([[1.0, 2.0], [3.0, 5.0]])
    first, second = np.array([[1.0, 2.5], [3.0, 3.5]]), np.array([[2.0, 1.0], [1.5, 3.0]])

    def segment_level(scores):
        flat = scores.reshape(*scores.shape[:-2], -1)
        return correlation.pearson(flat, human.reshape(-1))

    from mteval.statistics.metric_tests import standardise

    a, b = standardise(first), standardise(second)
    observed = float(segment_level(a) - segment_level(b))
    masks = [np.array([[m & 1, m & 2], [m & 4, m & 8]]) > 0 for m in range(16)]
    deltas = [float(segment_level(np.where(m, b, a)) - segment_level(np.where(m, a, b))) for m in masks]
    exact = np.mean([abs(d) >= abs(observed) - 1e-12 for d in deltas])
    sampled = perm_both(first, second, segment_level, resamples=4000, seed=2).p_value
    assert sampled == pytest.approx(exact, abs=0.03)


def test_means_that_differ_by_rounding_alone_are_tied():
    means = np.array([[0.1 + 0.2, 0.3, 0.5], [1e-17, 0.0, -1.0], [1.0, 1.0 + 1e-9, 2.0]])
    settled = correlation.settle_ties(means)
    assert settled[0, 0] == settled[0, 1] < settled[0, 2]
    assert settled[1, 0] == settled[1, 1] > settled[1, 2]
    assert settled[2, 0] < settled[2, 1]
    np.testing.assert_allclose(settled, means, atol=1e-12)


def test_variants_of_tau_by_hand():
    """Pairs of (1,1) (2,1) (3,0) (3,2): 1 tied in the metric, 2 concordant, 2 discordant, 1 tied by people."""
    counts = correlation.pair_statistics(np.array([1.0, 2, 3, 3]), np.array([1.0, 1, 0, 2]))
    assert (float(counts.concordant), float(counts.discordant), float(counts.only_y_tied)) == (2, 2, 1)
    more = correlation.pair_statistics(np.array([1.0, 2, 3]), np.array([1.0, 1, 2]))
    assert float(more.tau_a()) == pytest.approx(2 / 3)
    assert float(more.tau_10()) == pytest.approx((2 - 0 - 1) / 3)
    assert float(more.tau_13()) == 1
    assert float(more.tau_14()) == pytest.approx(2 / 3)


def test_pairs_with_a_hole_do_not_count():
    x, y = np.array([1.0, np.nan, 3, 3]), np.array([1.0, 1, np.nan, 2])
    counts = correlation.pair_statistics(x, y)
    assert (float(counts.total), float(counts.concordant), float(counts.tied_x)) == (1, 1, 0)


def test_agreement_with_people_is_pairwise_accuracy():
    draw = np.random.default_rng(1)
    people, scores = np.round(draw.normal(size=6)), np.round(draw.normal(size=(20, 6)))
    expected = correlation.pairwise_accuracy(people, scores)
    assert correlation.agreement_with(people)(scores) == pytest.approx(expected)
    assert correlation.agreement_with(np.array([1.0, 1.0]))(np.array([[0.1 + 0.2, 0.3]])).tolist() == [1]

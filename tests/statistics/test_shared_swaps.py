"""All pairs of metrics from shared draws, beside PERM-BOTH pair by pair and brute force."""

from itertools import combinations, product

import numpy as np
import pytest

from mteval.statistics import rating_table
from mteval.statistics.correlation import CORRELATIONS, GroupedPairs, pearson
from mteval.statistics.metric_tests import perm_both
from mteval.statistics.shared_swaps import (
    ScoreSwaps,
    SharedTests,
    accuracy_tests,
    averaged,
    pearson_tests,
    segment_accuracy_tests,
    soft_accuracy_tests,
    system_tests,
)
from mteval.statistics.soft_accuracy import soft_accuracy

NAN = np.nan
DRAW = np.random.default_rng(4)
HUMAN = np.round(2 * (np.linspace(0, 1, 5)[:, None] + DRAW.normal(size=(5, 30)))) / 2
METRICS = [HUMAN + width * DRAW.normal(size=HUMAN.shape) for width in (0.5, 1, 1.2, 4)]
SWAPS = ScoreSwaps(200, 9)


def holed():
    """The same cells missing everywhere, one segment in all systems."""
    missing = np.random.default_rng(0).random(HUMAN.shape) < 0.1
    missing[:, 4] = True
    return [np.where(missing, NAN, one) for one in (HUMAN, *METRICS)]


def pair_by_pair(metrics, statistic):
    return [perm_both(a, b, statistic, resamples=200, seed=9) for a, b in combinations(metrics, 2)]


def require_same(shared, expected):
    found = shared.outcomes()
    assert [one.difference for one in found] == pytest.approx([one.difference for one in expected])
    assert [one.p_value for one in found] == [one.p_value for one in expected]
    assert len({one.p_value for one in found}) > 1
    assert all(one.resamples == 200 for one in found)


@pytest.mark.parametrize("scores", [(HUMAN, *METRICS), holed()])
def test_segment_pearson_is_perm_both(scores):
    human, *metrics = scores
    cells = ~np.isnan(human)
    expected = pair_by_pair(metrics, lambda one: pearson(human[cells], one[..., cells]))
    require_same(pearson_tests(human, metrics, SWAPS), expected)


@pytest.mark.parametrize("name", ["pearson", "pairwise_accuracy", "kendall_b"])
@pytest.mark.parametrize("scores", [(HUMAN, *METRICS), holed()])
def test_system_means_are_perm_both(name, scores):
    human, *metrics = scores
    people = np.nanmean(human, axis=1)
    expected = pair_by_pair(metrics, lambda one: CORRELATIONS[name](people, np.nanmean(one, axis=-1)))
    found = system_tests(metrics, lambda means: CORRELATIONS[name](people, means), SWAPS)
    assert [one.difference for one in found.outcomes()] == pytest.approx([one.difference for one in expected])
    assert [one.p_value for one in found.outcomes()] == [one.p_value for one in expected]


@pytest.mark.parametrize("scores", [(HUMAN, *METRICS), holed()])
def test_soft_accuracy_is_perm_both(scores):
    human, *metrics = scores
    once = np.ones((1, human.shape[1]))
    expected = pair_by_pair(metrics, lambda many: np.array([soft_accuracy(human, one, once)[0] for one in many]))
    found = soft_accuracy_tests(human, metrics, SWAPS).outcomes()
    assert [one.difference for one in found] == pytest.approx([one.difference for one in expected])
    # Single precision may put a draw on the other side of the observed difference.
    assert [one.p_value for one in found] == pytest.approx([one.p_value for one in expected], abs=1.5 / 201)


def outcomes_of_pairs(human, metric):
    """Whether each pair of systems of each segment is ordered right, at the threshold that is best by trying all."""
    gaps = {abs(a - b) for row in metric.T for a, b in combinations(row, 2)}

    def right(epsilon):
        return np.array(
            [
                [
                    np.sign(h[a] - h[b]) == (0 if abs(m[a] - m[b]) <= epsilon else np.sign(m[a] - m[b]))
                    for a, b in combinations(range(len(h)), 2)
                ]
                for h, m in zip(human.T, metric.T, strict=True)
            ]
        )

    return max((right(epsilon) for epsilon in sorted({0.0, *gaps})), key=lambda one: one.mean())


def test_acc_eq_is_tested_by_exchanging_the_outcomes_of_pairs():
    human, metrics = HUMAN[:, :12], [one[:, :12] for one in METRICS[1:3]]
    found = accuracy_tests(human, metrics, ScoreSwaps(400, 2))
    first, second = (outcomes_of_pairs(human, one).ravel() for one in metrics)
    assert found.values == pytest.approx([first.mean(), second.mean()])
    drawn = np.random.default_rng(7).choice([-1, 1], size=(20_000, len(first)))
    seen = abs(first.mean() - second.mean())
    expected = (np.abs(drawn @ (first.astype(float) - second)) / len(first) >= seen - 1e-12).mean()
    assert found.outcomes()[0].p_value == pytest.approx(expected, abs=0.08)
    assert found.values[0] == pytest.approx(GroupedPairs.collect(human.T, metrics[0].T).calibrate().accuracy)


def test_acc_eq_by_segments_exchanges_all_pairs_of_a_segment():
    """Brute force over all exchanges of ten segments."""
    human, metrics = HUMAN[:, :10], [one[:, :10] for one in METRICS[1:3]]
    found = segment_accuracy_tests(human, metrics, ScoreSwaps(2000, 2))
    first, second = (outcomes_of_pairs(human, one).mean(axis=1) for one in metrics)
    assert found.values == pytest.approx([first.mean(), second.mean()])
    drawn = np.array(list(product((-1, 1), repeat=10))) @ (first - second)
    expected = (np.abs(drawn) >= abs((first - second).sum()) - 1e-9).mean()
    assert found.outcomes()[0].p_value == pytest.approx(expected, abs=0.04)


def test_the_same_seed_gives_the_same_digits_however_draws_are_cut(monkeypatch):
    whole = [test(HUMAN, METRICS, SWAPS).chance for test in (pearson_tests, soft_accuracy_tests)]
    monkeypatch.setattr(rating_table, "CHUNK_CELLS", 1000)
    cut = [test(HUMAN, METRICS, SWAPS).chance for test in (pearson_tests, soft_accuracy_tests)]
    for one, other in zip(whole, cut, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)


def test_an_undefined_value_has_no_p_value():
    found = pearson_tests(HUMAN, [METRICS[0], np.ones(HUMAN.shape)], SWAPS).outcomes()
    assert np.isnan([found[0].difference, found[0].p_value]).all()


MADE = SharedTests(np.array([0.5, 0.2, 0.4]), np.array([[0.0, 0.3, 0.4], [0.1, -0.1, 0.0], [-0.3, 0.1, -0.2]]))


def test_some_metrics_in_another_order():
    found = MADE.of([2, 0])
    assert found.values.tolist() == [0.4, 0.5]
    assert found.chance.tolist() == [[-0.1, 0.1, 0.0]]
    assert MADE.of([1]).chance.shape == (0, 3)


def test_one_sided_tests_count_draws_at_least_as_far():
    found = MADE.one_sided()
    assert found[0, 1] == pytest.approx(2 / 3)  # 0.3 and 0.4 of 0.3
    assert found[0, 2] == pytest.approx(1 / 3)
    assert found[2, 0] == pytest.approx(3 / 3)
    assert np.isnan(found[1, 1])


def test_a_weighted_mean_of_tasks_has_the_weighted_mean_of_their_draws():
    other = SharedTests(np.array([-1.0, 1.0, 0.0]), np.full((3, 3), 0.5)).rescaled(-1)
    assert other.values.tolist() == [0, 1, 0.5]
    assert other.chance[0].tolist() == [0.25, 0.25, 0.25]
    found = averaged([MADE, other], [3, 1])
    assert found.values == pytest.approx([0.375, 0.4, 0.425])
    assert found.chance[0] == pytest.approx([0.0625, 0.2875, 0.3625])

"""Soft pairwise accuracy against permutation tests that try every exchange."""

from itertools import combinations, product

import numpy as np
import pytest

from mteval.statistics.soft_accuracy import confidence, pair_gaps, soft_accuracy

NAN = np.nan
DRAW = np.random.default_rng(11)
HUMAN = np.linspace(0, 1, 5)[:, None] + DRAW.normal(size=(5, 12))
METRIC = HUMAN + 2 * DRAW.normal(size=HUMAN.shape)
ONCE = np.ones((1, 12))


def exact(first, second):
    """One-sided p by all 2^n exchanges of two systems' scores, draws equal to the observed difference counting half."""
    gaps = first - second
    drawn = np.array(list(product((-1, 1), repeat=len(gaps)))) @ gaps
    close = np.isclose(drawn, gaps.sum(), rtol=0, atol=1e-9)
    return ((drawn > gaps.sum()) & ~close).mean() + close.mean() / 2


def by_hand(human, metric):
    pairs = list(combinations(range(len(human)), 2))
    return 1 - np.mean([abs(exact(human[a], human[b]) - exact(metric[a], metric[b])) for a, b in pairs])


def test_it_is_what_ever_more_draws_approach():
    assert soft_accuracy(HUMAN, METRIC, ONCE)[0] == pytest.approx(by_hand(HUMAN, METRIC), abs=0.01)


def test_the_p_value_is_that_of_the_exchanges():
    for a, b in combinations(range(5), 2):
        gaps = HUMAN[a] - HUMAN[b]
        found = confidence(np.array([gaps.sum()]), np.array([(gaps**2).sum()]))[0]
        assert found == pytest.approx(exact(HUMAN[a], HUMAN[b]), abs=0.02)


def test_the_order_of_the_systems_does_not_matter_even_where_scores_tie():
    human, metric = np.round(HUMAN), np.round(METRIC)
    metric[2] = metric[3]
    found = soft_accuracy(human, metric, ONCE)[0]
    for order in ([4, 3, 2, 1, 0], [2, 0, 3, 4, 1]):
        assert soft_accuracy(human[order], metric[order], ONCE)[0] == pytest.approx(found, abs=1e-12)


def test_people_agree_with_themselves_and_disagree_with_their_opposite():
    assert soft_accuracy(HUMAN, 3 * HUMAN + 1, ONCE)[0] == pytest.approx(1)
    p = np.array([exact(HUMAN[a], HUMAN[b]) for a, b in combinations(range(5), 2)])
    assert soft_accuracy(HUMAN, -HUMAN, ONCE)[0] == pytest.approx(1 - np.abs(2 * p - 1).mean(), abs=0.02)


def test_equal_systems_are_one_half_sure():
    assert confidence(np.zeros(1), np.zeros(1)).tolist() == [0.5]


def test_very_small_scores_count_as_much():
    assert soft_accuracy(HUMAN, METRIC * 1e-9, ONCE)[0] == pytest.approx(soft_accuracy(HUMAN, METRIC, ONCE)[0])


def test_cells_that_either_lacks_are_left_out():
    human, metric = HUMAN.copy(), METRIC.copy()
    human[:, 3] = metric[:, 7] = NAN
    kept = [i for i in range(12) if i not in (3, 7)]
    expected = soft_accuracy(HUMAN[:, kept], METRIC[:, kept], np.ones((1, 10)))
    assert soft_accuracy(human, metric, ONCE) == pytest.approx(expected)
    metric[1] = NAN
    rows = [0, 2, 3, 4]
    assert soft_accuracy(human, metric, ONCE) == pytest.approx(soft_accuracy(human[rows], metric[rows], ONCE))


def test_a_missing_score_leaves_its_segment_out_of_its_pairs():
    gaps = pair_gaps(np.array([[1.0, 2.0], [3.0, NAN], [5.0, 9.0]]))
    assert gaps.tolist() == [[-2, 0], [-4, -7], [-2, 0]]


def test_one_system_or_one_segment_says_nothing():
    assert np.isnan(soft_accuracy(HUMAN[:1], METRIC[:1], ONCE)).all()
    assert np.isnan(soft_accuracy(HUMAN[:, :1], METRIC[:, :1], ONCE[:, :1])).all()

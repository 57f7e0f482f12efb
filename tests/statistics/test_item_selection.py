"""Values of items by hand, and rankings kept or lost."""

import numpy as np
import pytest
from scipy.stats import kendalltau, pearsonr

from mteval.statistics.item_selection import consistency, highest, joined, ranking_kept, variance

SCORES = np.array([[1.0, 5.0, 9.0, 2.0], [2.0, 5.0, 1.0, 3.0], [3.0, 5.0, 2.0, 4.0]])


def test_variance_of_each_item_by_hand():
    assert variance(SCORES) == pytest.approx([2 / 3, 0, 38 / 3, 2 / 3])


def test_consistency_is_pearson_with_the_systems_means():
    means = SCORES.mean(axis=1)
    expected = [pearsonr(SCORES[:, item], means)[0] if item != 1 else 0 for item in range(4)]
    assert consistency(SCORES) == pytest.approx(expected)


def test_holes_do_not_count():
    holed = SCORES.copy()
    holed[0, 2] = np.nan
    assert variance(holed)[2] == pytest.approx(0.25)
    assert np.isfinite(consistency(np.full((2, 2), np.nan))).all()


def test_the_highest_items_in_their_order_of_equals_the_first():
    assert highest(np.array([1.0, 3.0, 3.0, 0.0, 3.0]), 2).tolist() == [1, 2]


def test_joined_values_are_mean_ranks():
    assert joined(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])).tolist() == [2, 2, 2]


def test_the_ranking_kept_is_scipys_tau():
    items = np.array([0, 3])
    tau, soft = ranking_kept(SCORES, items)
    assert tau == pytest.approx(kendalltau(SCORES.mean(axis=1), SCORES[:, items].mean(axis=1))[0])
    assert 0 <= soft <= 1
    assert ranking_kept(SCORES, np.arange(4)) == pytest.approx((1, 1))

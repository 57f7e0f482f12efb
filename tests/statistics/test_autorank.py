"""AutoRank: the best is 1, the worst N, and a weak outlier does not decide the scale."""

import numpy as np
import pytest

from mteval.statistics.autorank import autoranks


def test_ranks_run_from_one_to_the_number_of_systems():
    # By hand: one metric, so the map is linear between best and worst.
    assert autoranks(np.array([[4.0], [3.0], [2.0], [0.0]])) == pytest.approx([1.0, 1.75, 2.5, 4.0])


def test_metrics_weigh_alike_whatever_their_scale():
    scores = np.array([[1.0, 100.0], [2.0, 200.0], [3.0, 300.0]])
    assert autoranks(scores) == pytest.approx([3, 2, 1])
    assert autoranks(scores[:, :1]) == pytest.approx(autoranks(scores))


def test_equal_systems_are_all_first():
    assert autoranks(np.ones((3, 2))) == pytest.approx([1, 1, 1])

"""What metrics that know nothing get: hand counts and many random metrics."""

from itertools import combinations

import numpy as np
import pytest

from mteval.statistics.chance_floors import chance_floors
from mteval.statistics.meta_evaluation import KEYS, meta_evaluate

DRAW = np.random.default_rng(2)
HUMAN = np.round(DRAW.normal(size=(6, 40)) + np.linspace(0, 1, 6)[:, None])
FLOORS = chance_floors(HUMAN, 1)


def test_a_constant_metric_is_right_where_people_tie():
    ties = np.mean([HUMAN[a] == HUMAN[b] for a, b in combinations(range(6), 2)])
    assert FLOORS["constant"]["segment_acc_eq"] == pytest.approx(ties)
    assert FLOORS["constant"]["segment_kendall_10"] == -1
    assert np.isnan(FLOORS["constant"]["pearson"])


def test_a_random_metric_orders_half_of_the_systems_right():
    assert FLOORS["random"]["pairwise_accuracy"] == pytest.approx(0.5, abs=0.03)
    for key in ("pearson", "spearman", "kendall_b", "segment_pearson", "segment_kendall_b"):
        assert FLOORS["random"][key] == pytest.approx(0, abs=0.06)


def test_random_metrics_get_as_much_as_many_of_them_do_on_average():
    once = np.ones((1, 40))
    many = np.mean([meta_evaluate(HUMAN, DRAW.normal(size=HUMAN.shape), once)[0] for _ in range(400)], axis=0)
    expected = dict(zip(KEYS, many, strict=True))
    for key in ("soft_pairwise_accuracy", "segment_acc_eq"):
        assert FLOORS["random"][key] == pytest.approx(expected[key], abs=0.015)


def test_whole_systems_have_no_soft_accuracy():
    floors = chance_floors(HUMAN[:, :1], 1)
    assert np.isnan([floors["random"]["soft_pairwise_accuracy"], floors["constant"]["soft_pairwise_accuracy"]]).all()

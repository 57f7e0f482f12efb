"""Strengths against a general-purpose maximiser of the same likelihood."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from mteval.statistics.bradley_terry import bradley_terry


def likeliest(points):
    """The oracle: scipy maximises the Bradley–Terry log-likelihood directly."""

    def loss(strengths):
        difference = strengths[:, None] - strengths[None, :]
        return float((points * np.log1p(np.exp(-difference))).sum() + strengths.sum() ** 2)

    return minimize(loss, np.zeros(len(points)), method="BFGS", options={"gtol": 1e-9}).x


@pytest.mark.parametrize("seed", range(5))
def test_strengths_maximise_the_likelihood(seed):
    rng = np.random.default_rng(seed)
    points = rng.integers(1, 20, size=(4, 4)).astype(float)
    np.fill_diagonal(points, 0)
    assert bradley_terry(points, prior=0) == pytest.approx(likeliest(points), abs=1e-4)


def test_two_contestants_have_the_log_odds():
    low, high = bradley_terry(np.array([[0.0, 3.0], [1.0, 0.0]]), prior=0)
    assert low - high == pytest.approx(np.log(3))


def test_winning_everything_is_finite_and_many_tables_are_solved_at_once():
    tables = np.array([[[0.0, 9.0], [0.0, 0.0]], [[0.0, 5.0], [5.0, 0.0]]])
    found = bradley_terry(tables)
    assert np.isfinite(found).all()
    assert found[1] == pytest.approx([0, 0])
    assert found[0] == pytest.approx(bradley_terry(tables[0]))

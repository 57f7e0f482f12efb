"""The loss of RCSLS and its gradient against equation 4 of the paper."""

import numpy as np
import pytest

from mteval.authoring.alignment.problem import Pairs
from mteval.authoring.alignment.rcsls import loss_and_gradient
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import rotated


def test_rcsls_loss_and_gradient_equal_brute_force():
    source, target = (unit_length(side).astype(float) for side in rotated(words=60, dimensions=4, noise=0.5))
    pairs = Pairs(np.arange(20), np.arange(20)[::-1].copy())
    w = np.random.default_rng(3).standard_normal((4, 4))
    loss, slope = loss_and_gradient(source.astype("f4"), target.astype("f4"), pairs, w.astype("f4"))
    assert loss == pytest.approx(rcsls_loss(source, target, pairs, w), abs=1e-5)
    # Joulin et al. (2018) hold the neighbourhoods fixed; they do not change within so small a step.
    for cell in np.ndindex(4, 4):
        step = np.zeros((4, 4))
        step[cell] = 1e-6
        up, down = (rcsls_loss(source, target, pairs, w + sign * step) for sign in (1, -1))
        assert slope[cell] == pytest.approx((up - down) / 2e-6, abs=1e-4)


def rcsls_loss(source, target, pairs, w):
    """Equation 4 of the paper in loops and double precision."""
    total = 0.0
    for i, j in zip(pairs.source, pairs.target, strict=True):
        x, y = source[i] @ w, target[j]
        total += -2 * x @ y + np.sort(target @ x)[-10:].mean() + np.sort(source @ w @ y)[-10:].mean()
    return total / len(pairs)

"""Orthogonal maps and mutual neighbours against plain linear algebra."""

import numpy as np
import pytest

from mteval.authoring.alignment.linear import mutual_pairs, orthogonal_map
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import rotated


def test_procrustes_map_is_orthogonal_and_exact_without_noise():
    source, target = rotated(noise=0.0)
    w = orthogonal_map(source, target)
    assert w @ w.T == pytest.approx(np.eye(20), abs=1e-5)
    assert source @ w == pytest.approx(target, abs=1e-4)


def test_mutual_pairs_equal_brute_force():
    rng = np.random.default_rng(2)
    source, target = unit_length(rng.standard_normal((40, 6))), unit_length(rng.standard_normal((50, 6)))
    cosines = source.astype(float) @ target.T.astype(float)
    around_x = np.sort(cosines, axis=1)[:, -10:].mean(axis=1)
    around_y = np.sort(cosines, axis=0)[-10:].mean(axis=0)
    csls = 2 * cosines - around_x[:, None] - around_y[None, :]
    forward, backward = csls.argmax(axis=1), csls.argmax(axis=0)
    expected = [(i, forward[i]) for i in range(40) if backward[forward[i]] == i]
    found = mutual_pairs(source, target)
    assert list(zip(found.source.tolist(), found.target.tolist(), strict=True)) == expected

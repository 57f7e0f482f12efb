"""VecMap's supervised steps: after whitening, rotation and re-weighting, a dictionary's words meet."""

import numpy as np
import pytest

from mteval.authoring.alignment.problem import Pairs
from mteval.authoring.alignment.vecmap import _whitening, mapped, weighted_maps
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import rotated


def test_whitened_words_have_unit_covariance_and_come_back():
    vectors = np.random.default_rng(0).standard_normal((80, 6)) * np.arange(1, 7)
    whiten, unwhiten = _whitening(vectors)
    white = vectors @ whiten
    assert white.T @ white == pytest.approx(np.eye(6), abs=1e-9)
    assert white @ unwhiten == pytest.approx(vectors)


def test_directions_without_words_are_not_blown_up():
    vectors = np.random.default_rng(0).standard_normal((80, 6))
    vectors[:, 5] = 0
    whiten, _ = _whitening(vectors)
    assert np.abs(whiten).max() < 1e4


def test_maps_by_their_definition():
    """Artetxe et al. (2018): W = S1 · U · Σ^½ · UᵀS1⁻¹U for the source, with V for the target."""
    source, target = (unit_length(side) for side in rotated(words=200, dimensions=6))
    pairs = Pairs(np.arange(80), np.arange(80))
    maps = weighted_maps(source, target, pairs)
    x, z = source[:80].astype(float), target[:80].astype(float)

    def root(matrix, power):
        values, basis = np.linalg.eigh(matrix)
        return basis @ np.diag(values**power) @ basis.T

    s1, s2 = root(x.T @ x, -0.5), root(z.T @ z, -0.5)
    u, sigma, vt = np.linalg.svd((x @ s1).T @ (z @ s2))
    for side, rotation, whitening in ((maps.source, u, s1), (maps.target, vt.T, s2)):
        expected = whitening @ rotation @ np.diag(np.sqrt(sigma)) @ rotation.T @ np.linalg.inv(whitening) @ rotation
        assert side == pytest.approx(expected, abs=1e-8)
    aligned = mapped(source, target, maps)
    nearest = (unit_length(aligned.source) @ unit_length(aligned.target).T).argmax(axis=1)
    assert np.mean(nearest == np.arange(200)) > 0.95

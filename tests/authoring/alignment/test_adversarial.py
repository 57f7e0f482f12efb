"""The adversarial method recovers rotations, from either start."""

import numpy as np
import pytest

from mteval.authoring.alignment.files import METHODS
from mteval.authoring.alignment.problem import AlignedVectors, Problem
from mteval.authoring.alignment.procrustes import refined
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import precision_at_1, rotated


def turned_planes(angle, dimensions=10):
    """A rotation by one angle in each of several planes that lie anywhere."""
    basis, _ = np.linalg.qr(np.random.default_rng(5).standard_normal((dimensions, dimensions)))
    turn = np.kron(np.eye(dimensions // 2), [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return basis @ turn @ basis.T


def test_the_adversarial_game_recovers_a_rotation_that_refinement_alone_does_not(small_game):
    source, target = rotated(words=1000, dimensions=10, rotation=turned_planes(1.1))
    x, z = unit_length(source), unit_length(target)
    alone = refined(x, z, np.eye(10, dtype=np.float32))
    assert precision_at_1(AlignedVectors(x @ alone.map, z)) < 0.5
    assert precision_at_1(METHODS["muse-adversarial"](Problem(source, target, start="identity"))) > 0.95


@pytest.mark.parametrize("seed", range(2))
def test_the_adversarial_method_recovers_any_rotation(small_game, seed):
    found = METHODS["muse-adversarial"](Problem(*rotated(words=1000, dimensions=10, seed=seed)))
    assert precision_at_1(found) > 0.95
    assert "best of 2 game(s)" in found.notes[0]


def test_matched_axes_start_the_game_near_any_rotation(small_game):
    source, target = rotated(words=1000, dimensions=10)
    assert precision_at_1(METHODS["muse-adversarial"](Problem(source, target, start="principal-axes"))) > 0.95


def test_every_second_start_is_a_mirror_image(small_game):
    problem = Problem(*rotated(words=50, dimensions=6), start="identity", restarts=3)
    signs = [np.linalg.det(start) for _, start in small_game._starts(problem.source, problem.target, problem)]
    assert signs == pytest.approx([1, -1, 1])

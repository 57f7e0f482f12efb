"""Refinement mends a noisy dictionary."""

import numpy as np

from mteval.authoring.alignment.files import METHODS
from mteval.authoring.alignment.linear import orthogonal_map
from mteval.authoring.alignment.problem import Pairs, Problem
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import precision_at_1, rotated


def test_refinement_mends_a_noisy_dictionary():
    source, target = rotated()
    rng = np.random.default_rng(1)
    wrong = np.arange(60)
    wrong[:30] = rng.integers(0, 600, 30)
    pairs = Pairs(np.arange(60), wrong)
    alone = source @ orthogonal_map(source[pairs.source], target[pairs.target])
    before = np.mean((unit_length(alone) @ unit_length(target).T).argmax(axis=1) == np.arange(600))
    assert precision_at_1(METHODS["procrustes"](Problem(source, target, pairs))) > max(0.95, before)

"""The first dictionary of unsupervised VecMap, and the rotation it leads to."""

import numpy as np

from mteval.authoring.alignment.files import METHODS
from mteval.authoring.alignment.problem import Problem
from mteval.authoring.alignment.vecmap_unsupervised import first_dictionary
from mteval.vectors.embeddings import unit_length
from tests.authoring.alignment.rotations import precision_at_1, rotated


def test_unsupervised_vecmap_recovers_a_rotation():
    source, target = rotated()
    assert precision_at_1(METHODS["vecmap-unsupervised"](Problem(source, target))) > 0.95


def test_first_dictionary_beats_chance_by_far():
    source, target = rotated(noise=0.02)
    pairs = first_dictionary(unit_length(source), unit_length(target))
    assert np.mean(pairs.source == pairs.target) > 20 / 600

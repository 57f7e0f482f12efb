"""The first dictionary of unsupervised VecMap, and the rotation it leads to."""

import numpy as np

from mteval.authoring.alignment.files import METHODS
from mteval.authoring.alignment.problem import AlignedVectors, Problem
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


def test_only_the_frequent_words_asked_for_are_learned_from():
    source, target = rotated(words=300)
    rng = np.random.default_rng(1)
    # Rare words whose vectors say nothing: only half of the source words have a partner at all.
    noise = [rng.standard_normal(side.shape).astype(np.float32) for side in (source, target)]
    problem = Problem(*(np.vstack(both) for both in zip((source, target), noise, strict=True)), learning_words=300)
    aligned = METHODS["vecmap-unsupervised"](problem)
    assert aligned.notes[0].endswith("600 pairs induced")
    assert precision_at_1(AlignedVectors(aligned.source[:300], aligned.target[:300])) > 0.9

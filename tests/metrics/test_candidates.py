"""Mean utilities of candidates against sacrebleu's sentence scores of every pair."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF

from mteval.core import registry

CANDIDATES = [
    "the cat sat on the mat .",
    "the cat sat on a mat .",
    "a cat was sitting on the mat .",
    "the cat sat on the mat .",
    "dogs bark at night",
    "",
    "on on on on on on",
]


def means_by_pairs(score, candidates):
    return [np.mean([score(one, other) for other in candidates]) for one in candidates]


@pytest.mark.parametrize(
    ("options", "peer"),
    [
        ({}, CHRF()),
        ({"beta": "1"}, CHRF(beta=1)),
        ({"eps_smoothing": "true"}, CHRF(eps_smoothing=True)),
        ({"whitespace": "true", "lowercase": "true"}, CHRF(whitespace=True, lowercase=True)),
        ({"char_order": "3", "word_order": "1"}, CHRF(char_order=3, word_order=1)),
    ],
)
def test_chrf_of_all_pairs_is_sacrebleus(options, peer):
    found = registry.metrics.find("chrf")(**options).expected([CANDIDATES])[0]
    assert found == pytest.approx(means_by_pairs(lambda a, b: peer.sentence_score(a, [b]).score, CANDIDATES), abs=1e-9)


def test_chrf_plus_plus_of_all_pairs_is_sacrebleus():
    found = registry.metrics.find("chrf++")().expected([CANDIDATES])[0]
    peer = CHRF(word_order=2)
    assert found == pytest.approx(means_by_pairs(lambda a, b: peer.sentence_score(a, [b]).score, CANDIDATES), abs=1e-9)


@pytest.mark.parametrize(
    ("options", "settings_of_peer"),
    [
        ({}, {}),
        ({"smooth_method": "floor"}, {"smooth_method": "floor"}),
        ({"smooth_method": "add-k"}, {"smooth_method": "add-k"}),
        ({"smooth_method": "none"}, {"smooth_method": "none"}),
        ({"max_ngram_order": "2"}, {"max_ngram_order": 2}),
        ({"effective_order": "false"}, {"effective_order": False}),
    ],
)
def test_bleu_of_all_pairs_is_sacrebleus(options, settings_of_peer):
    found = registry.metrics.find("bleu")(**options).expected([CANDIDATES])[0]
    peer = BLEU(**{"effective_order": True, **settings_of_peer})
    assert found == pytest.approx(means_by_pairs(lambda a, b: peer.sentence_score(a, [b]).score, CANDIDATES), abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.text(alphabet="ab ", max_size=12), min_size=2, max_size=6))
def test_texts_of_few_signs_have_sacrebleus_scores(candidates):
    """Repeated n-grams are where clipping goes wrong."""
    found = registry.metrics.find("chrf")().expected([candidates])[0]
    peer = CHRF()
    assert found == pytest.approx(means_by_pairs(lambda a, b: peer.sentence_score(a, [b]).score, candidates), abs=1e-9)


def test_more_candidates_than_a_tile_and_several_segments():
    many = [f"word{i % 90} shares {'much ' * (i % 7)}with {i % 11}" for i in range(150)]
    metric = registry.metrics.find("chrf")()
    found = metric.expected([many, many[:3]])
    peer = CHRF()
    assert found[0][:4] == pytest.approx(
        [np.mean([peer.sentence_score(one, [other]).score for other in many]) for one in many[:4]], abs=1e-9
    )
    assert found[1] == pytest.approx(metric.expected([many[:3]])[0])

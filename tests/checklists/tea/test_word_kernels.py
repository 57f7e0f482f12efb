"""Words in common, against a brute force over all common subsequences."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.checklists.tea._word_kernels import missing_words

SENTENCES = st.lists(st.integers(0, 4), min_size=1, max_size=6)


def missing(one, two, weights=None):
    lost = np.ones(len(one), dtype=np.bool_), np.ones(len(two), dtype=np.bool_)
    missing_words(np.array(one), np.array(two), np.ones(9) if weights is None else np.array(weights), *lost)
    return [mark.tolist() for mark in lost]


def longest(one, two):
    for size in range(min(len(one), len(two)), 0, -1):
        parts = {tuple(one[k] for k in places) for places in combinations(range(len(one)), size)}
        if any(tuple(two[k] for k in places) in parts for places in combinations(range(len(two)), size)):
            return size
    return 0


@settings(deadline=None)
@given(SENTENCES, SENTENCES)
def test_as_many_words_in_common_as_there_can_be(one, two):
    lost = missing(one, two)
    kept = [
        [word for word, gone in zip(words, marks, strict=True) if not gone]
        for words, marks in zip((one, two), lost, strict=True)
    ]
    assert kept[0] == kept[1]
    assert len(kept[0]) == longest(one, two)


@pytest.mark.parametrize(("weights", "kept"), [([1.0, 0.5], 0), ([0.5, 1.0], 1)])
def test_the_heavier_word_is_the_common_one(weights, kept):
    lost = missing([0, 1], [1, 0], weights)
    assert lost[0] == [kept != 0, kept != 1]


def test_whole_runs_are_preferred():
    assert missing([0, 1, 2], [0, 3, 0, 1, 2])[1] == [True, True, False, False, False]

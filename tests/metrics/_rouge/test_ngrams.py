"""ROUGE-1 to ROUGE-4, ROUGE-S and ROUGE-SU by brute force: multisets of n-grams and of pairs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics._rouge.scoring import rouge

TEXTS = st.lists(st.sampled_from("abcd"), max_size=8)


def rates(own, other):
    hits = (own & other).total()
    precision = hits / own.total() if own else 0.0
    recall = hits / other.total() if other else 0.0
    f = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"f": 100 * f, "precision": 100 * precision, "recall": 100 * recall}


def grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def pairs(words, skip):
    places = combinations(range(len(words)), 2)
    return Counter((words[i], words[j]) for i, j in places if skip is None or j - i - 1 <= skip)


@settings(max_examples=120, deadline=None)
@given(TEXTS, TEXTS, st.integers(1, 4))
def test_n_grams_are_counted_at_most_as_often_as_both_sides_have_them(translation, reference, n):
    found = rouge(f"rouge-{n}", " ".join(translation), " ".join(reference))
    assert found == pytest.approx(rates(grams(translation, n), grams(reference, n)))


@settings(max_examples=120, deadline=None)
@given(TEXTS, TEXTS, st.one_of(st.none(), st.integers(0, 4)))
def test_pairs_of_words_in_order_with_and_without_single_words(translation, reference, skip):
    option = "any" if skip is None else str(skip)
    own, other = pairs(translation, skip), pairs(reference, skip)
    texts = " ".join(translation), " ".join(reference)
    assert rouge("rouge-s", *texts, skip=option) == pytest.approx(rates(own, other))
    with_words = own + Counter(translation), other + Counter(reference)
    assert rouge("rouge-su", *texts, skip=option) == pytest.approx(rates(*with_words))

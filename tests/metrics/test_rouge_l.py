"""ROUGE-L: the longest common subsequence, by Lin's example and by trying every subsequence."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics._rouge.scoring import rouge

TEXTS = st.lists(st.sampled_from("abc"), min_size=1, max_size=7)


def longest(own, other):
    """The length of the longest sequence of words that is in both, by trying them all."""
    kept = {tuple(one) for size in range(len(own) + 1) for one in combinations(own, size)}
    return max(size for size in range(len(other) + 1) for one in combinations(other, size) if one in kept)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_the_subsequence_is_the_longest_there_is(translation, reference):
    length = longest(translation, reference)
    found = rouge("rouge-l", " ".join(translation), " ".join(reference))
    assert found["recall"] == pytest.approx(100 * length / len(reference))
    assert found["precision"] == pytest.approx(100 * length / len(translation))


@pytest.mark.parametrize(("translation", "value"), [("police kill the gunman", 75), ("the gunman kill police", 50)])
def test_the_police_and_the_gunman(translation, value):
    # Lin (2004), section 3.1: ROUGE-L of the two is 3/4 and 2/4.
    assert rouge("rouge-l", translation, "police killed the gunman")["f"] == pytest.approx(value)

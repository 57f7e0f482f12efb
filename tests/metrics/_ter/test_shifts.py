"""Edits with shifts, compiled and not, within the bounds of plain edit distance."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.metrics._ter.shifts import _compiled_edits, _plain_edits

tokens = st.lists(st.integers(0, 3), max_size=12)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(tokens, tokens), min_size=1, max_size=5))
def test_edits_are_bounded_by_plain_edit_distance(pairs):
    from rapidfuzz.distance import Levenshtein

    plain = [_plain_edits(words, reference) for words, reference in pairs]
    assert _compiled_edits(pairs).tolist() == plain
    for edits, (words, reference) in zip(plain, pairs, strict=True):
        assert abs(len(words) - len(reference)) <= edits <= Levenshtein.distance(words, reference)


def test_a_moved_block_is_one_edit():
    assert _plain_edits([4, 5, 6, 1, 2, 3], [1, 2, 3, 4, 5, 6]) == 1

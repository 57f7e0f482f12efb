"""Clipped n-gram matches against a count by hand, compiled and not."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.text.ngrams import _compiled_matches, _matches

tokens = st.lists(st.integers(0, 3), max_size=12)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(tokens, st.lists(tokens, min_size=1, max_size=3)), min_size=1, max_size=4), st.integers(1, 5))
def test_clipped_matches_are_those_counted_by_hand(cases, order):
    translations, references = [one for one, _ in cases], [other for _, other in cases]

    def grams(sequence, n):
        return Counter(tuple(sequence[i : i + n]) for i in range(len(sequence) - n + 1))

    wanted = [
        [
            sum(min(count, max(grams(one, n)[gram] for one in own)) for gram, count in grams(translation, n).items())
            for n in range(1, order + 1)
        ]
        for translation, own in cases
    ]
    assert [_matches(t, r, order) for t, r in cases] == wanted
    assert _compiled_matches(translations, references, order).tolist() == wanted


def test_characters_beyond_the_basic_plane_are_one_token():
    assert _compiled_matches(["👍a\ud800"], [["👍b\ud800"]], 2).tolist() == [[2, 0]]

"""Common subsequences, plain and weighted, against brute force."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.metrics._rouge.subsequences import lcs_length, lcs_positions
from tests.metrics._rouge.scoring import rouge

tokens = st.lists(st.integers(0, 3), max_size=12)


@settings(max_examples=80, deadline=None)
@given(tokens, tokens)
def test_positions_spell_a_longest_common_subsequence(reference, translation):
    places = lcs_positions(reference, translation)
    assert len(places) == lcs_length(reference, translation)
    found = iter(translation)
    assert all(reference[place] in found for place in places)


def brute_wlcs(reference, translation, weight):
    """The best total of runs over every way to align words in order."""
    best = 0.0
    for size in range(len(reference) + 1):
        for left, right in itertools.product(
            itertools.combinations(range(len(reference)), size), itertools.combinations(range(len(translation)), size)
        ):
            if all(reference[i] == translation[j] for i, j in zip(left, right, strict=True)):
                total, run = 0.0, 0
                for k, (i, j) in enumerate(zip(left, right, strict=True)):
                    run = run + 1 if k and i == left[k - 1] + 1 and j == right[k - 1] + 1 else 1
                    total += run**weight - (run - 1) ** weight
                best = max(best, total)
    return best


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abc"), max_size=5), st.lists(st.sampled_from("abc"), max_size=5))
def test_the_greedy_table_of_lin_never_exceeds_the_best_alignment(reference, translation):
    from mteval.metrics._rouge.subsequences import weighted_lcs

    found = weighted_lcs(reference, translation, 1.2)
    assert found <= brute_wlcs(reference, translation, 1.2) + 1e-9
    assert found >= rouge("rouge-l", " ".join(translation), " ".join(reference))["recall"] * len(reference) / 100 - 1e-9

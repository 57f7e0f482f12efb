"""Why a dictionary and a vocabulary share no word."""

import pytest

from mteval.vectors.missing_words import explain_no_overlap


@pytest.mark.parametrize(
    ("wanted", "words", "other", "reason"),
    [
        (["Haus"], ["haus", "baum"], ["x"], "differ only in case"),
        (["house"], ["haus"], ["house"], "swapped"),
        (["къща"], ["haus"], ["x"], "Cyrillic script, the vocabulary in Latin"),
        (["cafe\u0301"], ["caf\u00e9"], ["x"], "Unicode normalisation"),
        (["talo"], ["haus"], ["x"], "Both are in Latin script"),
    ],
)
def test_the_reason_is_named(wanted, words, other, reason):
    assert reason in explain_no_overlap("source", wanted, words, other)


def test_the_first_words_are_shown():
    told = explain_no_overlap("target", ["d", "c", "b", "a"], ["haus"], [])
    assert told.startswith("none of the 4 target words of the dictionary ('a', 'b', 'c') is in this vocabulary of 1.")

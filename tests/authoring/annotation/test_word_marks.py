"""Differences of two texts and occurrences of a word, marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.authoring.annotation.word_marks import differing, occurrences


def marked(pieces):
    return [piece.text for piece in pieces if piece.marked]


def test_what_only_one_has_is_marked():
    first, second = differing("Die Bank steht dort.", "Das Ufer steht dort.")
    assert marked(first) == ["Die", "Bank"] or marked(first) == ["Die Bank"]
    assert "".join(marked(second)).replace(" ", "") == "DasUfer"


def test_equal_texts_have_no_marks():
    assert [marked(side) for side in differing("gleich.", "gleich.")] == [[], []]


@given(st.text(), st.text())
def test_pieces_are_the_whole_text(first, second):
    for text, pieces in zip((first, second), differing(first, second), strict=True):
        assert "".join(piece.text for piece in pieces) == text
    assert "".join(piece.text for piece in occurrences(first, second, "")) == first


@pytest.mark.parametrize(
    ("text", "word", "language", "found"),
    [
        ("Two banks and a Bank.", "bank", "en", ["banks", "Bank"]),
        ("Two banks and a Bank.", "bank", "", ["Bank"]),
        ("Nothing here.", "bank", "en", []),
        ("नदी का किनारा", "किनारा", "xx", ["किनारा"]),
    ],
)
def test_forms_of_the_word_are_found(text, word, language, found):
    assert marked(occurrences(text, word, language)) == found

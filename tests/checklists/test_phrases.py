"""Phrases are found as whole words, in any script."""

from __future__ import annotations

import pytest

from mteval.checklists.phrases import contains_phrase


@pytest.mark.parametrize(
    ("text", "phrase", "found"),
    [
        ("Compró un coche rojo.", "coche rojo", True),
        ("Compró un rojo coche.", "coche rojo", False),
        ("Compró un coche rojizo.", "coche roj", False),
        ("Él llegó.", "el", False),
        ("ÉL  llegó.", "él llegó", True),
        ("Il n’a pas faim.", "n'", True),
        # The vowel signs of Devanagari are no letters for `re`, yet they belong to the word.
        ("यह काम अच्छा है।", "का", False),
        ("राहुल का काम अच्छा है।", "का", True),
        ("राम की किताब", "क", False),
        ("राम ने सेब खाया।", "खाया", True),
        ("वह ज़रूर आएगा।", "ज\u093cरूर", True),
        ("Me lo dieron ayer.", "me … dieron", True),
        ("Me dieron eso.", "me … dieron", True),
        ("Dieron eso a mí; me fui.", "me … dieron", False),
        ("Me lo dieron.", "me lo … lo dieron", False),
        ("Entonces cruzaron el río.", "cruz*", True),
        ("Descruzaron los brazos.", "cruz*", False),
        ("Cruzaron pronto el río.", "cruz* … río", True),
        ("Cruzaron el río.", "cruz* el", True),
        ("Costs 3.5 euros", "3.5", True),
        ("Costs 385 euros", "3.5", False),
    ],
)
def test_whole_words_in_order(text, phrase, found):
    assert contains_phrase(text, [phrase]) is found


def test_one_of_several_is_enough():
    assert contains_phrase("Hay tres libros.", ["existen", "hay"])
    assert not contains_phrase("Hay tres libros.", ["existen", "están"])
    assert not contains_phrase("Hay tres libros.", [])

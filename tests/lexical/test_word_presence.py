"""Words are found in sentences in any of their forms."""

from __future__ import annotations

from mteval.lexical.word_presence import positions, word_in_sentence


def test_words_are_found_in_their_forms():
    assert word_in_sentence("vazba", "Byla propuštěna z vazby .", "cs")
    assert word_in_sentence("Abfall", "Die Abfälle wachsen .", "de")
    assert word_in_sentence("mouse", "They saw mice .", "en")
    assert not word_in_sentence("vazba", "Nic takového .", "cs")
    assert positions("bank", ("the", "banks", "of", "Bank"), "en") == (3,)
    assert positions("mouse", ("two", "mice"), "en") == (1,)

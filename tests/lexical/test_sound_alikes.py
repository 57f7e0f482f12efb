"""The English word that two words of other languages both sound like."""

import pytest

from mteval.lexical.sound_alikes import heard_as


@pytest.mark.parametrize(
    ("one", "other", "heard"),
    [
        ("морисън", "मॉरिसन", "morrison"),
        ("трилър", "थ्रिलर", "thriller"),
        ("берлин", "ბერლინი", "berlin"),
        ("доктор", "डॉक्टर", "doctor"),
    ],
)
def test_both_are_heard_as_one_english_word(one, other, heard):
    assert heard in heard_as(one, other)
    assert heard_as(one, other) == heard_as(other, one)


@pytest.mark.parametrize(("one", "other"), [("вода", "पानी"), ("а", "अ"), ("123", "456")])
def test_words_that_sound_like_nothing_english_are_heard_as_nothing(one, other):
    assert heard_as(one, other) == ()

"""Numbers without digits."""

import pytest

from mteval.metrics._integrity.spelled import spelled_text


@pytest.mark.parametrize(
    ("text", "language", "value", "there"),
    [
        ("zweiundzwanzig Leute", "de", 22, True),
        ("twenty-two people", "en", 22, True),
        ("four hundred and fifty", "en", 450, True),
        ("eighteen medals", "en", 18, True),
        ("eighteen medals", "en", 8, False),
        ("achtzig", "de", 8, False),
        ("seventy", "en", 7, False),
        ("el siglo XVI", "es", 16, True),
        ("三百二十", "zh", 320, True),
        ("二〇二四年", "zh", 2024, True),
        ("on May the fourth", "en", 5, True),
        ("четири милиона", "bg", 4e6, True),
        ("no number", "en", 7, False),
    ],
)
def test_a_value_stands_there_or_not(text, language, value, there):
    assert spelled_text(text, language).has(frozenset((float(value),))) is there


def test_signs_stand_there_in_words():
    assert spelled_text("fünf US-Dollar", "de").has_sign("USD")
    assert spelled_text("34 на сто", "bg").has_sign("%")
    assert not spelled_text("fünf Euro", "de").has_sign("USD")

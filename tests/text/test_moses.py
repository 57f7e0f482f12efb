"""Moses' tokenizer, unescaped."""

import pytest

from mteval.text.moses import moses_tokenizer, split_at_blanks


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("en", "It's 3.5 & <b>.", ["It", "'s", "3.5", "&", "<", "b", ">", "."]),
        ("fr", "L'école d'Aix, non?", ["L'", "école", "d'", "Aix", ",", "non", "?"]),
        ("fi", " Pankki, suljettu. ", ["Pankki", ",", "suljettu", "."]),
        ("", "a b.", ["a", "b", "."]),
    ],
)
def test_punctuation_is_cut_off_and_nothing_is_escaped(language, text, tokens):
    assert list(moses_tokenizer(language)(text)) == tokens


def test_text_that_is_cut_already_is_left_as_it_is():
    assert list(split_at_blanks(" a\u00a0b  c. ")) == ["a", "b", "c."]

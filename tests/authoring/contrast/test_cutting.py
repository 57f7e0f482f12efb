"""Where sentences of a language are cut into words."""

import pytest

from mteval.authoring.contrast.cutting import pattern
from mteval.core.errors import UsageError


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("fr", "L'école d’Aix, aujourd'hui.", ["L'", "école", "d’", "Aix", ",", "aujourd'hui", "."]),
        ("en", "The dog's don't-care, 3.5!", ["The", "dog", "'s", "do", "n't", "-", "care", ",", "3.5", "!"]),
        ("hi", "नमस्ते दुनिया।", ["नमस्ते", "दुनिया", "।"]),
        ("de", "Haus-Tür", ["Haus-Tür"]),
    ],
)
def test_words_of_a_sentence(language, text, tokens):
    assert pattern(language).findall(text) == tokens


def test_unspaced_writing_must_be_cut_beforehand():
    with pytest.raises(UsageError, match="--tokens blanks"):
        pattern("zh")
    assert pattern("zh", "blanks").findall("我 爱 你") == ["我", "爱", "你"]

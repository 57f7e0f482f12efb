"""Words of any script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.text import words
from mteval.text.words import unicode_words


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("मैंने अभी खाना खाया।", 4),
        ("नहीं-नहीं", 2),
        ("ΟΔΟΣ, οδός!", 2),
        ("我们吃饭。", 4),
        ("می‌خواهم بروم", 2),
        ("don't 3,5", 4),
        ("👍🏽 !", 0),
        ("ภาษาไทย", 7),
    ],
)
def test_words_of_any_script(line, count):
    assert len(unicode_words(line)) == count


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(max_codepoint=0x2FFF), max_size=12))
def test_the_short_cut_for_plain_scripts_cuts_the_same_words(line):
    composed = unicodedata.normalize("NFC", line.lower())
    assert words.unicode_words(line) == words._pattern()(composed)

"""Parts of speech of English words."""

from __future__ import annotations

import pytest

from mteval.lexical.english import part_of_speech as english_part


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("houses", "noun"),
        ("went", "verb"),
        ("showed", "verb"),
        ("green", "adjective"),
        ("quickly", "adjective"),
        ("the", "other"),
    ],
)
def test_english_parts_of_speech(word, part):
    assert english_part(word) == part


def test_parts_of_speech_agree_with_the_annotation(shared):
    """On ordinary pairs of the annotated dictionaries, the English side alone is right nine times in ten."""
    right = total = 0
    codes = {"n": "noun", "v": "verb", "a": "adjective"}
    for code, part in codes.items():
        for line in (shared / f"data/muse_dicos/en-bg.5000-6500.{code}.txt").read_text(encoding="utf-8").split("\n"):
            if line:
                total += 1
                right += english_part(line.split()[0]) == part
    assert right / total > 0.85

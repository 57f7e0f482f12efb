"""What chat models say: written so that it can be found."""

import pytest

from mteval.evaluation.triage import phrases

LISTS = ("TRANSLATING", "OPENERS", "LABELS", "NOTES", "FAREWELLS", "REFUSALS")


@pytest.mark.parametrize("name", LISTS)
def test_phrases_are_in_small_letters_once_and_never_empty(name):
    found = list(getattr(phrases, name))
    assert found
    assert all(phrase == phrase.lower() and phrase.strip() for phrase in found)
    assert len(found) == len(set(found))


MARKED = [
    "```text",
    "**Haus**",
    "## Haus",
    "<|im_end|>",
    "[INST]",
    "[/SYS]",
    "</think>",
    "<extra_id_0>",
    '{"translation": "x"}',
]


@pytest.mark.parametrize("text", MARKED)
def test_markup_is_found_and_holds_a_sign(text):
    assert phrases.MARKUP.search(text)
    assert phrases.MARKUP_SIGN.search(phrases.MARKUP.search(text)[0])


@pytest.mark.parametrize("text", ["Haus", "a * b * c", "#1", "x < y", "[1]", "<b>Haus</b>", "{x}"])
def test_what_is_no_markup_of_chats_is_not_found(text):
    assert not phrases.MARKUP.search(text)

"""Lemmas from simplemma's dictionaries."""

import pytest
import simplemma

from mteval.core.errors import UsageError
from mteval.text.lemmatisers.dictionary import has_dictionary, known_words, load, simple_lemmatiser


@pytest.mark.parametrize(("language", "there"), [("de", True), ("en", True), ("xx", False), ("", False)])
def test_which_languages_have_a_dictionary(language, there):
    assert has_dictionary(language) is there
    assert (simple_lemmatiser(language) is not None) is there
    assert (known_words(language) is not None) is there


def test_tokens_are_looked_up_one_by_one():
    tokens = [["Die", "Häuser", "xqzzy"], []]
    assert load("de").lemmatise(tokens) == [[simplemma.lemmatize(token, lang="de") for token in tokens[0]], []]
    assert load("de").lemmatise(tokens)[0][1:] == ["Haus", "xqzzy"]


def test_words_are_known_as_they_are_written():
    known = known_words("de")
    assert known("Haus")
    assert not known("xqzzy")


def test_what_cannot_be_opened_is_refused():
    with pytest.raises(UsageError, match="takes no model"):
        load("de", "model.bin")
    with pytest.raises(UsageError, match="has no dictionary for 'xx'"):
        load("xx")

"""Capitals inside sentences tell names from words."""

from __future__ import annotations

import pytest

from mteval.authoring.dictionary.capitals import count_capitals, read_capitals
from mteval.core.errors import DataError
from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.proper_nouns import classify


def test_capitals_are_counted_inside_sentences_only():
    lines = ["May I see May? Rose saw a rose.", "The Rose, said May."]
    seen, capital = count_capitals(lines, {"may", "rose", "saw"})
    assert dict(seen) == {"may": 2, "rose": 2, "saw": 1}
    assert {word: capital[word] for word in seen} == {"may": 2, "rose": 1, "saw": 0}


def test_a_lower_cased_corpus_is_refused(tmp_path):
    path = tmp_path / "corpus"
    path.write_text("we saw a rose\n" * 5, encoding="utf-8")
    with pytest.raises(DataError, match="lower-cased"):
        read_capitals(path, {"rose"})


def test_a_corpus_decides_between_name_and_word(tmp_path):
    from dataclasses import replace

    path = tmp_path / "corpus"
    text = "we met Grant and a bank and trees\n" * 9 + "they grow a tree and a bank here\n" * 9
    path.write_text(text, encoding="utf-8")
    words = {"grant", "bank", "trees", "tree", "grow"}
    english = replace(side_knowledge("en"), capitals=read_capitals(path, words))
    pairs = [DictionaryPair("grant", "грант"), DictionaryPair("bank", "банк")]
    labels = [one.label for one in classify(pairs, english, side_knowledge("uk"))]
    assert labels == ["proper-noun", None]

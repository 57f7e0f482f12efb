"""Tokens and lemmas of texts."""

from mteval.families._terminology.analysis import open_analyser


def test_a_german_noun_is_no_verb_without_its_capital():
    analyser = open_analyser("de", "simplemma")
    (term,) = analyser.analyse(["Gas"], terms=True)
    (text,) = analyser.analyse(["Der Gast kam."])
    assert not term.forms[0] & text.forms[1]
    assert text.nouns[:2] == (True, True)


def test_a_word_no_dictionary_has_loses_its_ending():
    (text,) = open_analyser("de", "simplemma").analyse(["mit Datenprovidern"])
    assert "datenprovider" in text.forms[1]


def test_without_a_dictionary_words_are_what_they_are():
    analyser = open_analyser("xx", "simplemma")
    (text,) = analyser.analyse(["Many Words"])
    assert text.forms == (frozenset({"many"}), frozenset({"words"}))
    assert analyser.lemma_lines(["Many Words"]) == ["many|||words"]

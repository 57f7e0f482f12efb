"""Singulars with plurals, nouns with verbs."""

import pytest

from mteval.lexical.clashes import CLASHES, find_clash
from mteval.lexical.dictionary_check import DictionaryCheck
from mteval.lexical.freedict import FreeDict
from mteval.lexical.knowledge import side_knowledge
from mteval.lexical.proper_nouns import dictionary_context
from tests.lexical.dictd_files import write_dictionary


def clash(languages, *pairs, wanted=CLASHES, dictionary=None):
    sides = tuple(map(side_knowledge, languages))
    return find_clash(pairs[0], sides, dictionary_context(pairs, *sides), wanted, dictionary)


@pytest.mark.parametrize(
    ("languages", "pairs"),
    [
        (("de", "en"), [("bett", "beds"), ("bett", "bed")]),
        (("de", "en"), [("krankheiten", "illness"), ("krankheiten", "illnesses")]),
        (("en", "de"), [("coins", "münze"), ("coin", "münze")]),
        (("bg", "en"), [("молитва", "prayers"), ("молитва", "prayer")]),
    ],
)
def test_a_singular_and_a_plural_clash_beside_the_better_partner(languages, pairs):
    assert "stands beside it" in clash(languages, *pairs)
    assert clash(languages, pairs[0]) == ""
    assert clash(languages, *pairs, wanted=("part-of-speech",)) == ""


@pytest.mark.parametrize(
    "pairs",
    [
        [("finger", "fingers"), ("finger", "finger")],
        [("krankheiten", "illnesses"), ("krankheiten", "illness")],
        [("monats", "month"), ("monats", "months")],
    ],
    ids=["the-same-in-both-numbers", "both-plural", "a-genitive"],
)
def test_numbers_that_may_agree_do_not_clash(pairs):
    assert clash(("de", "en"), *pairs) == ""


def test_a_part_of_speech_that_no_other_partner_has():
    pairs = [("erfindung", "invented"), ("erfindung", "invention"), ("erfindung", "inventions")]
    assert "invented is" in clash(("de", "en"), *pairs)
    assert clash(("de", "en"), *pairs[:2]) == "", "one partner alone does not decide"
    # -ing forms are nouns too.
    assert clash(("de", "en"), ("erfindung", "inventing"), *pairs[1:]) == ""


def test_a_dictionary_says_the_part_of_speech(tmp_path):
    german = FreeDict(write_dictionary(tmp_path, "deu-eng", [("ankunft", "Ankunft <fem, n, sg>\narrival")]))
    dictionary = DictionaryCheck(german.senses, lambda _: (), ("de", "en"))
    assert clash(("de", "en"), ("ankunft", "arrive"), dictionary=dictionary) == (
        "arrive is a verb, ankunft a noun in the dictionary"
    )
    assert clash(("de", "en"), ("ankunft", "arrival"), dictionary=dictionary) == ""


def test_nothing_clashes_without_english():
    assert clash(("de", "bg"), ("bett", "легла"), ("bett", "легло")) == ""

"""Singulars with plurals, nouns with verbs."""

from pathlib import Path

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


@pytest.mark.parametrize(("name", "least"), [("fr-en", 0.9), ("es-en", 0.9), ("ru-en", 0.7), ("de-en", 0.7)])
def test_numbers_against_lists_of_our_own(name, least):
    """F1 of clashes of number in pairs labelled before the rule was run on them."""
    lines = (Path(__file__).parent / "clashes" / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    pairs = [(one, other) for one, other, _ in rows]
    sides = tuple(map(side_knowledge, name.split("-")))
    context = dictionary_context(pairs, *sides)
    found = [bool(find_clash(pair, sides, context, ("number",))) for pair in pairs]
    gold = [label == "x" for *_, label in rows]
    hits = sum(one and other for one, other in zip(found, gold, strict=True))
    assert 2 * hits / (sum(found) + sum(gold)) > least


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

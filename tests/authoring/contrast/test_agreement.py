"""German nouns agree in gender, number and case wherever they are put, or are refused."""

import pytest

from mteval.authoring.contrast.inflecting import Forms
from mteval.authoring.contrast.replacing import replaced
from tests.authoring.contrast.french import candidate
from tests.authoring.contrast.german import GERMAN, german_forms


def put(before, original, lemma, other, seen=None):
    return GERMAN.form(before, original, lemma, other, seen or {})


@pytest.mark.parametrize(
    ("before", "original", "lemma", "other", "expected"),
    [
        ("auf der ", "bank", "bank", "schaukel", "schaukel"),
        ("auf den ", "bänken", "bank", "schaukel", "schaukeln"),
        # Plurals show no gender, but the dative plural its -n.
        ("auf den ", "bänken", "bank", "wald", "wäldern"),
        ("zwei rote ", "bänke", "bank", "wald", "wälder"),
        ("wegen des alten ", "waldes", "wald", "stock", "stockes"),
        # Weak nouns have another form in every case but the nominative.
        ("mit dem ", "mann", "mann", "junge", "jungen"),
        ("ein alter ", "mann", "mann", "junge", "junge"),
        # The article tells singular from plural.
        ("mit einem ", "schläger", "schläger", "stock", "stock"),
        ("mit zwei ", "schlägern", "schläger", "stock", "stöcken"),
        ("rote ", "bänke", "bank", "rand", "ränder"),
        ("zwei ", "stöcke", "stock", "schläger", "schläger"),
        # Not the dative of old.
        ("auf dem ", "stock", "stock", "wald", "wald"),
    ],
)
def test_forms_that_agree(before, original, lemma, other, expected):
    assert put(before, original, lemma, other) == (expected, "")


@pytest.mark.parametrize(
    ("before", "original", "lemma", "other", "reason"),
    [
        ("durch den ", "wald", "wald", "holz", "gender-differs"),
        ("in einem rosa ", "kleid", "kleid", "kleidung", "gender-differs"),
        # Nominative or accusative is not known, and the weak noun has a form for each.
        ("dann sieht man ", "mann", "mann", "junge", "no-agreeing-form"),
        # Singular or plural is not known.
        ("er sieht ", "schläger", "schläger", "stock", "no-agreeing-form"),
        ("auf der ", "bank", "bank", "leiter", "gender-unclear"),
        # What a lemmatiser takes for a plural of Rutsch may be a singular.
        ("dann kommt ", "rutsche", "rutsch", "wald", "gender-differs"),
        ("auf der ", "bank", "bank", "unbekannt", "noun-unknown"),
        ("auf der ", "unbekannt", "unbekannt", "bank", "noun-unknown"),
        # A pronoun, not an article, may stand behind a comma.
        ("die frau, die ", "kleidung", "kleidung", "bank", "agreement-unclear"),
        ("mit dem ", "bank", "bank", "schaukel", "agreement-unclear"),
    ],
)
def test_what_does_not_agree_for_certain_is_refused(before, original, lemma, other, reason):
    assert put(before, original, lemma, other) == ("", reason)


def test_a_noun_with_two_genders_has_the_one_the_corpus_shows():
    forms = german_forms(genders={"leiter": "fem"})
    assert replaced(candidate("auf der Bank", "Bank", "bank"), "leiter", forms, noun=True, agreement=True) == (
        "auf der Leiter",
        "Leiter",
        "",
    )
    assert replaced(
        candidate("am Waldrand, auf einem Stock", "Stock", "stock"), "leiter", forms, noun=True, agreement=True
    )[2] == ("gender-differs")


def test_words_without_a_capital_are_no_nouns():
    found = replaced(candidate("sie mann an", "mann", "mann"), "junge", german_forms(), noun=True, agreement=True)
    assert found[2] == "not-a-noun"


def test_german_without_a_lexicon_is_refused_and_so_are_other_parts_of_speech():
    bare = Forms("de", {"holz": {"holz": 9}}, {"wald": "masc", "holz": "neut"})
    found = replaced(candidate("durch den Wald", "Wald", "wald"), "holz", bare, noun=True, agreement=True)
    assert found[2] == "no-noun-lexicon"
    found = replaced(candidate("er geht", "geht", "gehen"), "laufen", german_forms(), noun=False, agreement=True)
    assert found[2] == "part-of-speech-not-guaranteed"


def test_a_romance_noun_of_unknown_gender_is_refused():
    forms = Forms("fr", {"rive": {"rive": 9}, "zone": {"zone": 9}}, {"rive": "fem"})
    found = replaced(candidate("sur la rive", "rive", "rive"), "zone", forms, noun=True, agreement=True)
    assert found[2] == "gender-unknown"

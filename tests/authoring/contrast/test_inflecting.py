"""The word put in has the number and inflection of the word taken out, or is refused."""

import pytest

from mteval.authoring.contrast.inflecting import Forms, agreeing_form, singular
from mteval.authoring.contrast.replacing import replaced
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection
from tests.authoring.contrast.french import FRENCH, candidate


@pytest.mark.parametrize(
    ("form", "lemma", "other", "expected"),
    [
        ("rives", "rive", "banque", "banques"),
        ("rive", "rive", "banque", "banque"),
        ("rives", "rive", "cheval", "chevaux"),
        ("rives", "rive", "bateau", "bateaux"),
        ("rives", "rive", "bras", "bras"),
        ("marche", "marcher", "parler", "parle"),
    ],
)
def test_number_and_inflection_are_kept(form, lemma, other, expected):
    assert agreeing_form(form, lemma, other, FRENCH) == (expected, "")


def test_forms_nobody_wrote_are_refused():
    assert agreeing_form("rives", "rive", "école", FRENCH) == ("", "no-agreeing-form")
    assert agreeing_form("marchait", "marcher", "parler", FRENCH) == ("", "no-agreeing-form")


def test_a_form_that_is_singular_and_plural_is_refused():
    assert agreeing_form("bras", "bras", "banque", FRENCH) == ("", "number-unclear")


def test_a_lexicon_knows_forms_and_genders():
    rows = [
        Inflection("œil", "yeux", ("N", "PL", "MASC")),
        Inflection("œil", "œil", ("N", "SG", "MASC")),
        Inflection("bras", "bras", ("N", "PL", "MASC")),
        Inflection("main", "mains", ("N", "PL", "FEM")),
    ]
    forms = Forms("fr", {}, {}, InflectionTable.from_rows(rows))
    assert agreeing_form("bras", "bras", "œil", forms) == ("yeux", "")
    assert forms.gender("mains") == "fem"
    assert (
        replaced(candidate("les bras levés", "bras", "bras"), "main", forms, noun=True, agreement=True)[2]
        == "gender-differs"
    )


def test_words_of_an_inventory_are_only_taken_back_to_the_singular():
    lemma = {"montre": "montrer", "lunettes": "lunette"}.get
    assert [singular("fr", lambda word: lemma(word, word))(word) for word in ("montre", "lunettes", "rive")] == [
        "montre",
        "lunette",
        "rive",
    ]

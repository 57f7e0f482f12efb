"""The word put in agrees with the word taken out, or is refused; expectations are French, English and Spanish grammar."""

import pytest

from mteval.authoring.contrast.candidates import CandidateSentence
from mteval.authoring.contrast.determiners import genders
from mteval.authoring.contrast.inflecting import Forms, agreeing_form, singular
from mteval.authoring.contrast.junctions import french_vowel, junction
from mteval.authoring.contrast.replacing import contrasts, replaced, with_case_of
from mteval.authoring.contrast.senses import AmbiguousWord, SenseCluster
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

FRENCH = Forms(
    "fr",
    {
        "banque": {"banque": 9, "banques": 4},
        "rive": {"rive": 5, "rives": 2},
        "bateau": {"bateau": 3, "bateaux": 2},
        "cheval": {"cheval": 3, "chevaux": 3},
        "bras": {"bras": 9},
        "arbre": {"arbre": 7, "arbres": 2},
        "école": {"école": 4},
        "parler": {"parle": 3, "parler": 2, "parlé": 1},
        "marcher": {"marche": 3, "marcher": 1},
    },
    {
        "banque": "fem",
        "rive": "fem",
        "bateau": "masc",
        "cheval": "masc",
        "arbre": "masc",
        "école": "fem",
        "bras": "masc",
    },
)


def candidate(target, form, lemma, sense=0):
    start = target.index(form)
    spans = ((0, 4), (start, start + len(form)))
    return CandidateSentence(
        "word", "scoring", sense, "corpus", "00", 1, "word in a source", target, lemma, (0, 0), spans
    )


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


@pytest.mark.parametrize(
    ("language", "before", "word", "original", "gender", "expected"),
    [
        ("fr", "sur le ", "arbre", "bateau", "masc", "sur l'"),
        ("fr", "La ", "école", "banque", "fem", "L'"),
        ("fr", "sur l'", "bateau", "arbre", "masc", "sur le "),
        ("fr", "près de l'", "bateau", "arbre", "masc", "près du "),
        ("fr", "près de l’", "banque", "école", "fem", "près de la "),
        ("fr", "près du ", "arbre", "bateau", "masc", "près de l'"),
        ("fr", "au ", "arbre", "bateau", "masc", "à l'"),
        ("fr", "à l'", "bateau", "arbre", "masc", "au "),
        ("fr", "ce ", "arbre", "bateau", "masc", "cet "),
        ("fr", "cet ", "bateau", "arbre", "masc", "ce "),
        ("fr", "sa ", "école", "banque", "fem", "son "),
        ("fr", "son ", "banque", "école", "fem", "sa "),
        ("fr", "un peu d'", "bateau", "arbre", "masc", "un peu de "),
        ("fr", "une ", "école", "banque", "fem", "une "),
        ("fr", "le ", "bateau", "héros", "masc", "le "),
        ("en", "a ", "arm", "tree", "", "an "),
        ("en", "An ", "tree", "arm", "", "A "),
        ("en", "the ", "arm", "tree", "", "the "),
        ("es", "padres y ", "hijos", "niños", "", "padres e "),
        ("es", "uno o ", "ocho", "dos", "", "uno u "),
        ("de", "der ", "Arm", "Baum", "", "der "),
    ],
)
def test_what_stands_before_fits_the_new_word(language, before, word, original, gender, expected):
    assert junction(language)(before, word, original, gender) == (expected, "")


def test_elision_that_needs_an_unknown_gender_is_refused():
    assert junction("fr")("sur l'", "bateau", "arbre", "")[1] == "gender-unknown-after-elision"
    assert junction("fr")("un bel ", "bateau", "arbre", "masc")[1] == "elision"
    assert junction("it")("lo ", "cane", "zaino", "masc")[1] == "elision"
    assert junction("it")("il ", "gatto", "cane", "masc")[1] == ""


@pytest.mark.parametrize(
    ("word", "opens"),
    [("homme", True), ("habit", True), ("hache", False), ("héros", False), ("héroïne", True), ("huit", False), ("huître", True),
     ("yeux", True), ("yaourt", False), ("onze", False), ("œil", True), ("bras", False), ("hôtel", True), ("hockey", False)],
)  # fmt: skip
def test_french_first_sounds(word, opens):
    assert french_vowel(word) is opens


@pytest.mark.parametrize(
    ("model", "word", "expected"),
    [("Rive", "banque", "Banque"), ("RIVE", "banque", "BANQUE"), ("rive", "banque", "banque")],
)
def test_capitals_are_copied(model, word, expected):
    assert with_case_of(model, word) == expected


def test_gender_is_learnt_from_determiners():
    rows = [("banque", "fem", 9), ("bateau", "masc", 3), ("rare", "fem", 2), ("voile", "fem", 5), ("voile", "masc", 5)]
    assert genders(rows) == {"banque": "fem", "bateau": "masc"}


def test_contrasts_of_a_sentence():
    word = AmbiguousWord(
        "bank",
        (
            SenseCluster(("rive",), (9,), ("1",), ("n",)),
            SenseCluster(("banque", "école"), (8, 7), ("2",), ("n", "n")),
            SenseCluster(("bateau",), (6,), ("3",), ("n",)),
            SenseCluster(("marcher",), (5,), ("4",), ("v",)),
        ),
    )
    made, reasons = contrasts(candidate("Sur la rive, il dort.", "rive", "rive"), word, FRENCH, most=3, agreement=True)
    assert [one.text for one in made] == ["Sur la banque, il dort.", "Sur l'école, il dort."]
    assert reasons == ["gender-differs", "other-part-of-speech"]
    plain, _ = contrasts(candidate("Sur la rive, il dort.", "rive", "rive"), word, FRENCH, most=3, agreement=False)
    assert [one.replacement for one in plain] == ["banque", "bateau", "marcher"]


def test_no_contrast_equals_the_reference():
    same = replaced(candidate("la rive", "rive", "rive"), "rive", FRENCH, noun=True, agreement=True)
    assert same[2] == "contrast-equals-reference"


def test_words_of_an_inventory_are_only_taken_back_to_the_singular():
    lemma = {"montre": "montrer", "lunettes": "lunette"}.get
    assert [singular("fr", lambda word: lemma(word, word))(word) for word in ("montre", "lunettes", "rive")] == [
        "montre",
        "lunette",
        "rive",
    ]

"""What stands before the new word fits it: elisions, articles, conjunctions."""

import pytest

from mteval.authoring.contrast.junctions import french_vowel, junction


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

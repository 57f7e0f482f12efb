"""Which forms of a target correspond to a source form, by rules over UniMorph features."""

from __future__ import annotations

import pytest

from mteval.authoring.dictionary.correspondence import read_correspondence
from mteval.core.errors import DataError
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection, read_inflections


def row(lemma, form, features):
    return Inflection(lemma, form, tuple(features.split(";")))


# A noun (аба, a coarse cloth) and an adjective (абаносов, of ebony) as any grammar of Bulgarian inflects them.
PARADIGMS = {
    "аба": "аба N;SG;INDF, абата N;SG;DEF, аби N;PL;INDF, аби N;PL;VOC, абите N;PL;DEF, або N;SG;VOC",
    "абаносов": "абаносов ADJ;MASC;SG;INDF, абаносова ADJ;FEM;SG;INDF, абаносовата ADJ;FEM;SG;DEF, "
    "абаносови ADJ;PL;INDF, абаносовите ADJ;PL;DEF, абаносовия ADJ;MASC;SG;ACC;DEF, "
    "абаносовият ADJ;MASC;SG;NOM;DEF, абаносово ADJ;NEUT;SG;INDF, абаносовото ADJ;NEUT;SG;DEF, "
    "най-абаносов ADJ;SPRL;MASC;SG;INDF, най-абаносова ADJ;SPRL;FEM;SG;INDF, по-абаносов ADJ;CMPR;MASC;SG;INDF",
}


@pytest.fixture(scope="module", params=["own", "published"])
def bulgarian(request):
    if request.param == "published":
        path = request.getfixturevalue("shared") / "data/unimorph/bul.gz"
        return InflectionTable.from_rows(read_inflections(path).rows)
    rows = [row(lemma, *cell.split()) for lemma, cells in PARADIGMS.items() for cell in cells.split(", ")]
    return InflectionTable.from_rows(rows)


def test_a_noun_reaches_definite_plural_but_not_vocative(bulgarian):
    # абата, аби, абите; або is vocative.
    forms = read_correspondence().forms("аба", bulgarian)
    assert set(forms) == {"абата", "аби", "абите"}
    assert forms["абата"] == "indefinite to definite"
    assert forms["абите"] == "indefinite to definite, singular to plural"


def test_a_definite_form_does_not_lead_back_to_the_indefinite(bulgarian):
    assert set(read_correspondence().forms("абата", bulgarian)) == {"абите"}


def test_a_masculine_adjective_reaches_all_genders_but_no_degree(bulgarian):
    forms = read_correspondence().forms("абаносов", bulgarian)
    assert {"абаносова", "абаносово", "абаносови", "абаносовите", "абаносовият", "абаносовия"} <= set(forms)
    assert not any(form.startswith("най-") for form in forms)


def test_plurals_of_adjectives_that_keep_their_gender_or_have_none_are_reached():
    rows = [row("rojo", "rojo", "ADJ;MASC;SG"), row("rojo", "rojos", "ADJ;MASC;PL"), row("rojo", "rojas", "ADJ;FEM;PL")]
    assert set(read_correspondence().forms("rojo", InflectionTable.from_rows(rows))) == {"rojos", "rojas"}
    rows = [row("verde", "verde", "ADJ;SG"), row("verde", "verdes", "ADJ;PL")]
    assert set(read_correspondence().forms("verde", InflectionTable.from_rows(rows))) == {"verdes"}


def test_verbs_vary_in_person_and_number_within_a_tense():
    rows = [
        row("x", "x1", "V;PRS;1;SG"),
        row("x", "x3", "V;PRS;3;PL"),
        row("x", "xed", "V;PST;1;SG"),
    ]
    assert set(read_correspondence().forms("x1", InflectionTable.from_rows(rows))) == {"x3"}


def test_own_rules_are_checked(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text('[[rule]]\nname = "a"\npart = "N"\nform = ["SG"]\n', encoding="utf-8")
    with pytest.raises(DataError, match="unknown key 'form'"):
        read_correspondence(path)
    path.write_text('[[rule]]\nname = "a"\npart = "N"\n', encoding="utf-8")
    with pytest.raises(DataError, match="rule 1"):
        read_correspondence(path)

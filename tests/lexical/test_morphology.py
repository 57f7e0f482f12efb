"""How a word is related to gold targets: the same, another form, a synonym, or nothing."""

from __future__ import annotations

from mteval.lexical.morphology import InflectionTable, Relations, read_relations, read_wordnet
from mteval.text.inflections import Inflection


def row(lemma, form, features):
    return Inflection(lemma, form, tuple(features.split(";")))


def test_forms_of_one_lemma_are_inflections_of_each_other():
    table = InflectionTable.from_rows([row("go", "went", "V;PST"), row("go", "goes", "V;PRS;3;SG")])
    relations = Relations(table)
    assert relations.relation("goes", ["went"]) == "inflection"
    assert relations.relation("went", ["went", "x"]) == "gold"
    assert relations.relation("gone", ["went"]) == "unrelated"


def test_synonyms_share_a_synset(tmp_path):
    tab = tmp_path / "wn.tab"
    tab.write_text(
        "# a wordnet\n1-n\teng:lemma\tcar\n1-n\teng:lemma\tmotor_car\n1-n\teng:lemma\tauto\n", encoding="utf-8"
    )
    relations = Relations(synsets=read_wordnet(tab))
    assert relations.relation("auto", ["car"]) == "synonym"
    assert relations.sources == ("wordnet",)


def test_a_lemmatiser_finds_inflections():
    relations = read_relations("de", unimorph=None, wordnet=None, lemmatiser=True)
    assert relations.relation("Häuser", ["Haus"]) == "inflection"
    assert relations.relation("Hund", ["Haus"]) == "unrelated"


def test_a_language_without_lemmatiser_is_no_error():
    relations = read_relations("xx", unimorph=None, wordnet=None, lemmatiser=True)
    assert relations.relation("a", ["b"]) == "unrelated"
    assert relations.sources == ()

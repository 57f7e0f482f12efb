"""Synonyms that share the sense of a gold target: senses and Bulgarian paradigms by hand."""

from types import SimpleNamespace

import pytest

from mteval.authoring.dictionary.enrichment import by_source, unconditioned
from mteval.authoring.dictionary.synonyms import SourceLemma, SynonymKnowledge, add_synonyms, source_lemmas
from mteval.core.records import DictionaryPair, InventorySense
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

TABLE = InflectionTable.from_rows(
    Inflection(lemma, form, tuple(features.split(";")))
    for lemma, form, features in (
        ("кола", "кола", "N;FEM;SG;INDF"),
        ("кола", "колата", "N;FEM;SG;DEF"),
        ("кола", "коли", "N;FEM;PL;INDF"),
        ("автомобил", "автомобил", "N;MASC;SG;INDF"),
        ("автомобил", "автомобилът", "N;MASC;SG;DEF"),
        ("автомобил", "автомобили", "N;MASC;PL;INDF"),
        ("вагон", "вагони", "N;MASC;PL;INDF"),
    )
)
SENSES = {
    "car": (
        InventorySense("1", ("кола", "автомобил", "лека кола"), pos="n"),
        InventorySense("2", ("вагон",), pos="n"),
    ),
    "sink": (
        InventorySense("3", ("мивка", "умивалник"), pos="n"),
        InventorySense("4", ("потъвам", "давя се"), pos="v"),
    ),
    "hund": (InventorySense("5", ("Dog", "Hound")),),
}


def inventory(senses):
    return SimpleNamespace(senses=lambda words: {word: senses[word] for word in words if word in senses})


def made(*pairs, table=TABLE, language="en", vocabulary=None, senses=SENSES, condition=None):
    condition = condition or (by_source(table, language) if table else unconditioned)
    knowledge = SynonymKnowledge({"by hand": inventory(senses)}, source_lemmas(language), table, condition)
    return add_synonyms([DictionaryPair(*pair) for pair in pairs], knowledge, vocabulary)


def added(*pairs, **given):
    return [(one.source, one.form) for one in made(*pairs, **given).additions]


def test_only_the_sense_of_the_gold_target_is_completed_and_only_with_single_words():
    step = made(("car", "кола"))
    (one,) = step.additions
    assert (one.source, one.target, one.form, one.evidence) == ("car", "кола", "автомобил", "by hand 1")
    assert [pair.target for pair in step.pairs] == ["кола", "автомобил"]
    assert (step.sources_changed, step.by_inventory, step.unknown_targets) == (1, {"by hand": 1}, 0)


def test_evidence_is_a_cell_of_a_table_whatever_the_gloss():
    senses = {"car": (InventorySense("1", ("кола", "автомобил"), pos="n", gloss="a vehicle\n\twith wheels\u2028\r"),)}
    assert [one.evidence for one in made(("car", "кола"), senses=senses).additions] == [
        "by hand 1: a vehicle with wheels"
    ]


def test_a_target_in_no_sense_of_the_source_word_adds_nothing():
    step = made(("car", "кораб"), ("moon", "кола"))
    assert (step.additions, step.unknown_targets) == ((), 2)


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (("cars", "коли"), [("cars", "автомобили")]),
        (("car", "колата"), [("car", "автомобилът")]),
        # One car is no plural, whatever the gold list says, and the other way round.
        (("car", "коли"), []),
        (("cars", "кола"), []),
    ],
)
def test_synonyms_come_in_the_form_of_the_gold_target_if_the_source_can_mean_it(pair, expected):
    assert added(pair) == expected


def test_without_a_table_only_base_forms_are_completed():
    assert added(("car", "кола"), table=None) == [("car", "автомобил")]
    assert added(("cars", "коли"), table=None) == []


def test_senses_of_another_part_of_speech_do_not_count():
    # Both readings of 'sink' exist, and each gold target picks its own.
    assert added(("sink", "мивка")) == [("sink", "умивалник")]
    assert SourceLemma("sink", "verb").can_mean(SENSES["sink"][1])
    assert not SourceLemma("sink", "verb").can_mean(SENSES["sink"][0])


def test_what_is_gold_already_is_not_added_again_and_the_vocabulary_decides():
    assert added(("car", "кола"), ("Car", "Автомобил")) == []
    step = made(("car", "кола"), vocabulary={"кола"})
    assert (step.additions, step.out_of_vocabulary) == ((), 1)


@pytest.mark.parametrize(("gold", "expected"), [("dog", "hound"), ("Dog", "Hound")])
def test_a_lower_cased_dictionary_stays_lower_cased(gold, expected):
    assert added(("hund", gold), table=None, language="de") == [("hund", expected)]

"""Inflected forms of gold targets that a dictionary left out."""

from mteval.authoring.dictionary.correspondence import read_correspondence
from mteval.authoring.dictionary.effect import Effect, ValueChange
from mteval.authoring.dictionary.enrichment import by_source, enrich, enrichment_facts
from mteval.core.records import DictionaryPair
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

TABLE = InflectionTable.from_rows(
    Inflection("кола", form, tuple(features.split(";")))
    for form, features in (
        ("кола", "N;SG;INDF"),
        ("колата", "N;SG;DEF"),
        ("коли", "N;PL;INDF"),
        ("колите", "N;PL;DEF"),
        ("тези коли", "N;PL;DEF"),
    )
)
PAIRS = [DictionaryPair("car", "кола"), DictionaryPair("Car", "колата"), DictionaryPair("fast", "бърз")]


def made(pairs, **wishes):
    found = enrich(pairs, TABLE, read_correspondence(), **wishes)
    return found, [(pair.source, pair.target) for pair in found.pairs]


def test_forms_stand_after_the_pair_they_come_from_and_once_per_source():
    found, pairs = made(PAIRS)
    # колата is gold already; тези коли is two words.
    assert pairs == [("car", "кола"), ("car", "коли"), ("car", "колите"), ("Car", "колата"), ("fast", "бърз")]
    assert (found.unknown_targets, found.out_of_vocabulary, found.sources_changed) == (1, 0, 1)
    assert sum(found.rules.values()) == len(found.additions) == 2
    assert [(one.source, one.target, one.form) for one in found.additions] == [
        ("car", "кола", "коли"),
        ("car", "кола", "колите"),
    ]


def test_only_forms_of_the_vocabulary_are_added():
    found, pairs = made(PAIRS[:1], vocabulary={"колите"})
    assert pairs == [("car", "кола"), ("car", "колите")]
    assert found.out_of_vocabulary == 2


def test_only_forms_that_the_source_word_can_mean_are_added():
    singular, plural = [DictionaryPair("car", "кола")], [DictionaryPair("cars", "коли")]
    assert made(singular, condition=by_source(TABLE, "en"))[1] == [("car", "кола"), ("car", "колата")]
    assert made(plural, condition=by_source(TABLE, "en"))[1] == [("cars", "коли"), ("cars", "колите")]


def test_facts_are_counts_and_values_over_nothing_are_null():
    found, _ = made(PAIRS)
    nan = float("nan")
    effect = Effect(
        "s", {"p@1": ValueChange(0.25, 0.75, (0.1, 0.9)), "mrr": ValueChange(nan, nan, (nan, nan))}, (3, 4), 2
    )
    facts = enrichment_facts(PAIRS, found, "bg", [effect])
    assert (facts["pairs"], facts["added"], facts["sources"], facts["sources_changed"]) == (3, 2, 3, 1)
    (system,) = facts["systems"]
    assert system["values"]["p@1"] == {"before": 0.25, "after": 0.75, "difference": 0.5, "interval": [0.1, 0.9]}
    assert system["values"]["mrr"] == {"before": None, "after": None, "difference": None, "interval": [None, None]}

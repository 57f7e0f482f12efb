"""A dictionary completed in two steps: forms of gold targets, then words that share their sense."""

import pytest

from mteval.authoring.dictionary.completion import CompletedDictionary, Steps
from mteval.authoring.dictionary.correspondence import read_correspondence
from mteval.core.records import DictionaryPair
from mteval.evaluation.settings import Settings
from mteval.lexical.morphology import InflectionTable
from mteval.text.inflections import Inflection

TABLE = InflectionTable.from_rows(
    Inflection(lemma, form, ("N", "SG", article))
    for lemma, form, article in (
        ("кола", "кола", "INDF"),
        ("кола", "колата", "DEF"),
        ("автомобил", "автомобил", "INDF"),
        ("автомобил", "автомобилът", "DEF"),
    )
)
PAIRS = [DictionaryPair("car", "кола")]


@pytest.fixture
def complete(tmp_path):
    senses = tmp_path / "senses.tsv"
    senses.write_text("car\t1\tкола|автомобил\tn\n", encoding="utf-8")

    def made(table=TABLE, inventories=(f"tsv:{senses}",), **more):
        return CompletedDictionary.of(PAIRS, ("en", "bg"), Steps(table, read_correspondence(), inventories, **more))

    return made


def test_the_second_step_starts_from_what_the_first_left(complete):
    found = complete()
    assert [pair.target for pair in found.pairs] == ["кола", "автомобил", "колата", "автомобилът"]
    assert (len(found.forms.additions), len(found.synonyms.additions), found.added) == (1, 2, 3)


def test_either_step_can_be_left_out(complete):
    assert [pair.target for pair in complete(inventories=()).pairs] == ["кола", "колата"]
    assert [pair.target for pair in complete(table=None).pairs] == ["кола", "автомобил"]


def test_steps_are_counted_apart(complete):
    facts = complete().facts([], "muse", Settings())
    assert (facts["added"], facts["synonyms"]["added"]) == (1, 2)
    assert "synonyms" not in complete(inventories=()).facts([], "muse", Settings())


def test_only_what_the_vocabulary_has_is_added_in_either_step(complete):
    found = complete(vocabulary=frozenset({"колата"}))
    assert [pair.target for pair in found.pairs] == ["кола", "колата"]
    assert found.synonyms.out_of_vocabulary == 2

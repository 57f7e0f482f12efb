"""Sense lexicons: made, written and read back."""

import json

import pytest

from mteval.authoring.contrast.inventories import open_inventory
from mteval.authoring.contrast.lexicon import CorpusKnowledge, make_lexicon, read_words, table_lines
from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.errors import MtevalError
from mteval.core.records import InventorySense
from mteval.lexical.sense_tables import read_sense_table


def reproduced(path, pair):
    """The clusters of a published set, which a lexicon made from its own words has again."""
    gold = read_sense_table(path).clusters()
    rows = sorted((word, target, 10) for word, senses in gold.items() for sense in senses for target in sense)
    inventory = open_inventory(f"tsv:{path}", tuple(pair.split("-")))
    found = make_lexicon(rows, inventory, str.lower, None, SenseSettings())
    assert {word.word: {frozenset(sense.words) for sense in word.senses} for word in found.words} == {
        word: set(senses) for word, senses in gold.items()
    }
    return gold


@pytest.mark.parametrize("pair", ["cs-en", "tr-en"])
def test_published_lexicons_reproduce_their_own_clusters(shared, pair):
    gold = reproduced(shared / "data" / "mucow" / "scoring" / f"{pair}.mucow.scoring.json", pair)
    # The numbers of words and senses in the published file.
    assert (len(gold), sum(map(len, gold.values()))) == {"cs-en": (107, 223), "tr-en": (107, 220)}[pair]


def test_a_set_of_our_own_reproduces_its_clusters(tmp_path):
    senses = [
        ("vazba", "custody_detention"),
        ("vazba", "binding"),
        ("list", "leaf"),
        ("list", "letter"),
        ("list", "leaf"),
    ]
    items = [
        {"source": "x", "reference": "y", "ambig word": word, "sense": sense, "errors": []} for word, sense in senses
    ]
    path = tmp_path / "cs-en.mucow.scoring.json"
    path.write_text(json.dumps(items), encoding="utf-8")
    assert reproduced(path, "cs-en") == {
        "vazba": [frozenset({"custody", "detention"}), frozenset({"binding"})],
        "list": [frozenset({"leaf"}), frozenset({"letter"})],
    }


def test_a_lexicon_table_is_read_back_and_is_an_inventory(tmp_path):
    words = [
        AmbiguousWord(
            "bank",
            (
                SenseCluster(
                    ("rive", "bord"), (9, 4), ("2", "3"), ("n", "n"), ("shore",), (("rive", "rives"), ("bords",))
                ),
            ),
        )
    ]
    path = tmp_path / "lexicon.tsv"
    path.write_text("\n".join(table_lines(words, ("en", "fr"))) + "\n")
    assert read_words(path) == words
    assert open_inventory(f"tsv:{path}", ("en", "fr")).senses(["bank"])["bank"][0].targets == ("rive", "bord")
    with pytest.raises(MtevalError, match="is for en-fr, not for en-de"):
        open_inventory(f"tsv:{path}", ("en", "de"))


class Dictionary:
    """An inventory of one word, with what each target word leads back to."""

    def __init__(self, senses, back=None):
        self.description = {}
        self.known, self.back = {"bank": tuple(senses)}, back or {}

    def senses(self, words):
        return {word: self.known[word] for word in words if word in self.known}

    def translated_back(self, translation):
        return frozenset(self.back.get(translation, ()))


def sense(name, *targets, pos="n"):
    return InventorySense(name, targets, ("bank",), pos)


SENSES = [sense("1", "ufer"), sense("2", "geldhaus"), sense("3", "reihe"), sense("4", "kippen", pos="v")]
ROWS = [("bank", "geldhaus", 12), ("bank", "reihe", 1), ("bank", "ufer", 12), ("row", "reihe", 9)]
FORMS = {"ufer": {"ufer": 12}, "geldhaus": {"geldhaus": 12}, "reihe": {"reihe": 10}, "kippen": {"kippen": 99}}


def knowledge(rows=ROWS, alike=None):
    sources = {target: {one: number for one, other, number in rows if other == target} for _, target, _ in rows}
    return CorpusKnowledge(lambda wanted: {one: FORMS[one] for one in wanted}, lambda wanted: sources, alike)


def found(settings, inventory=None, corpus=None, rows=ROWS):
    lexicon = make_lexicon(rows, inventory or Dictionary(SENSES), str.lower, None, settings, corpus or knowledge(rows))
    return lexicon.words[0], lexicon.steps


def test_senses_no_link_shows_stand_beside_linked_ones_if_the_text_has_their_words():
    word, steps = found(SenseSettings(unlinked=10))
    assert [(one.label, one.frequency) for one in word.senses] == [("geldhaus", 12), ("ufer", 12), ("reihe", 0)]
    assert steps["with a sense no link shows, of words seen 10 times"] == 1
    assert [one.label for one in found(SenseSettings(unlinked=11))[0].senses] == ["geldhaus", "ufer"]


def test_a_word_linked_to_the_source_word_is_not_one_no_link_shows():
    rows = [(one, other, 2 if (one, other) == ("bank", "reihe") else number) for one, other, number in ROWS]
    assert len(found(SenseSettings(unlinked=1), rows=rows)[0].senses) == 2


def test_a_sense_no_link_shows_is_left_out_where_its_words_are_translations_of_words_alike():
    settings = SenseSettings(unlinked=1, unlinked_threshold=0.4)
    inventory = Dictionary(SENSES)
    for cosine, number in ((0.5, 2), (0.3, 3)):
        corpus = knowledge(alike=lambda *_, cosine=cosine: cosine)
        lexicon = make_lexicon(ROWS, inventory, str.lower, lambda *_: 0.1, settings, corpus)
        assert len(lexicon.words[0].senses) == number


def test_senses_linked_to_the_same_other_words_are_one_and_words_with_one_sense_left_are_dropped():
    rows = [*ROWS, ("shore", "geldhaus", 5), ("shore", "ufer", 5)]
    rows.sort()
    assert len(found(SenseSettings(), rows=rows)[0].senses) == 2
    with pytest.raises(MtevalError, match="dropped, one sense being left after merging: 1"):
        found(SenseSettings(shared_sources=0.1), rows=rows)


def test_a_translation_that_mostly_translates_other_words_is_an_error():
    rows = sorted([*ROWS, ("shore", "ufer", 200)])
    with pytest.raises(MtevalError, match="with two senses: 0"):
        found(SenseSettings(min_back=0.1), rows=rows)


def test_only_the_parts_of_speech_asked_for():
    rows = sorted([*ROWS, ("bank", "kippen", 20)])
    assert {part for one in found(SenseSettings(), rows=rows)[0].senses for part in one.parts} == {"n", "v"}
    assert {part for one in found(SenseSettings(parts="n"), rows=rows)[0].senses for part in one.parts} == {"n"}


def test_words_that_lead_back_to_one_more_source_word_are_akin():
    back = {"ufer": {"bank", "edge"}, "geldhaus": {"bank"}, "reihe": {"row", "edge"}}
    word, _ = found(SenseSettings(unlinked=1, akin=True), Dictionary(SENSES, back))
    assert [one.akin for one in word.senses] == [(), ("reihe",), ("ufer",)]
    word, _ = found(SenseSettings(unlinked=1), Dictionary(SENSES, back))
    assert [one.akin for one in word.senses] == [(), (), ()]

"""Sense lexicons: made, written and read back."""

import json

import pytest

from mteval.authoring.contrast.build import open_inventory
from mteval.authoring.contrast.lexicon import make_lexicon, read_words, table_lines
from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
)
from mteval.authoring.contrast.settings import SenseSettings
from mteval.core.errors import MtevalError
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

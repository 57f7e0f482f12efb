"""Senses from a Wiktionary: joined by its own translations read backwards, or by a file of the other direction."""

import pytest

from mteval.core.errors import DataError
from tests.inventories.opening import opened

TABLE = """bank\tn\t1\tBank, Geldhaus
bank\tn\t2\tKreditinstitut
bank\tn\t3\tUfer
lender\tn\t1\tGeldhaus, Kreditinstitut
shore\tn\t1\tUfer
"""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "en-de.tsv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def targets(inventory, word="bank"):
    return [sense.targets for sense in inventory.senses([word])[word]]


def test_the_file_read_backwards_joins_senses(table):
    # Geldhaus and Kreditinstitut both lead back to lender.
    assert targets(opened("wiktionary", table, ("en", "de"))) == [("Bank", "Geldhaus", "Kreditinstitut"), ("Ufer",)]
    assert len(targets(opened("wiktionary", table, ("en", "de"), shared="2"))) == 3
    assert opened("wiktionary", table, ("en", "de")).senses(["nothing"]) == {}


def test_a_file_of_the_other_direction_says_more(table, tmp_path):
    back = tmp_path / "de-en.tsv"
    back.write_text("# licence: CC0\nUfer\tn\t1\tbank, edge\nBank\tn\t1\tbank, edge\n", encoding="utf-8")
    inventory = opened("wiktionary", table, ("en", "de"), back=str(back))
    assert len(targets(inventory)) == 1
    assert inventory.description["licence"] == "not named; CC0"
    assert {"en-de.tsv", "de-en.tsv"} <= set(inventory.description)


def test_without_senses_each_translation_is_one_unless_back_translations_join_them(tmp_path):
    path = tmp_path / "en-fr.tsv"
    path.write_text(
        "plate\tn\t\tplat, assiette, plaque\ndish\tn\t\tplat, assiette\nslab\tn\t\tplaque\n", encoding="utf-8"
    )
    assert targets(opened("wiktionary", path), "plate") == [("plat", "assiette"), ("plaque",)]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        opened("wiktionary", tmp_path / "none.tsv")

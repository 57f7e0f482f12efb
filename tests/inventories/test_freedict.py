"""Senses from FreeDict: the dictionary's own, joined where their translations mean the same."""

import pytest

from mteval.core.errors import DataError
from tests.inventories.opening import opened
from tests.lexical.dictd_files import ENGLISH_GERMAN, GERMAN_ENGLISH, INFORMATION, write_dictionary


@pytest.fixture
def folder(tmp_path):
    write_dictionary(tmp_path, "eng-deu", ENGLISH_GERMAN, information=INFORMATION)
    write_dictionary(tmp_path, "deu-eng", GERMAN_ENGLISH)
    return tmp_path


def outline(inventory, word):
    found = inventory.senses([word]).get(word, ())
    return [(sense.pos, sense.targets) for sense in found]


def test_numbered_senses_and_entries_are_senses(folder):
    inventory = opened("freedict", folder, ("en", "de"))
    assert outline(inventory, "spring") == [("n", ("Frühling", "Frühjahr")), ("n", ("Feder",)), ("v", ("springen",))]
    (riverbank, _) = inventory.senses(["bank"])["bank"]
    assert riverbank.sources == ("bank", "riverbank")
    assert outline(inventory, "unknown") == []


def test_translations_that_share_back_translations_are_one_sense(folder):
    # Geldhaus leads back to lender, as Bank does; Bank's other back-translation is bench: 2 * 1 / (2 + 1).
    assert outline(opened("freedict", folder, ("en", "de")), "bank") == [
        ("n", ("Ufer", "Flussufer")),
        ("n", ("Bank", "Geldhaus")),
    ]
    strict = opened("freedict", folder, ("en", "de"), shared="0.7")
    assert [targets for _, targets in outline(strict, "bank")] == [("Bank",), ("Ufer", "Flussufer"), ("Geldhaus",)]


def test_without_the_other_direction_senses_stay_apart(folder):
    (folder / "freedict-deu-eng.index").unlink()
    inventory = opened("freedict", folder, ("en", "de"))
    assert len(outline(inventory, "bank")) == 3
    assert "freedict-deu-eng.index" not in inventory.description


def test_words_that_are_no_content_words_have_no_senses(folder):
    assert outline(opened("freedict", folder, ("en", "de")), "for") == []


def test_capitals_of_a_translation_tell_its_part_of_speech_and_back_translations(folder):
    found = outline(opened("freedict", folder, ("en", "de")), "light")
    assert found == [("n", ("Licht",)), ("a", ("hell", "licht"))]


def test_a_compound_is_a_synonym_of_its_head_unless_told_otherwise(folder):
    assert outline(opened("freedict", folder, ("en", "de")), "balloon") == [("n", ("Ballon", "Luftballon"))]
    assert len(outline(opened("freedict", folder, ("en", "de"), compounds="false"), "balloon")) == 2


def test_each_translation_may_be_a_sense_of_its_own(tmp_path):
    # A dictionary without senses: plate → dish, plaque; assiette leads back to dish as plat does.
    write_dictionary(tmp_path, "eng-fra", [("plate", "plate <n>\nplat, assiette, plaque")])
    back = [
        ("plat", "plat <n>\nplate, dish"),
        ("assiette", "assiette <n>\nplate, dish"),
        ("plaque", "plaque <n>\nplate, slab"),
    ]
    write_dictionary(tmp_path, "fra-eng", back)
    assert len(outline(opened("freedict", tmp_path), "plate")) == 1
    assert outline(opened("freedict", tmp_path, senses="each"), "plate") == [
        ("n", ("plat", "assiette")),
        ("n", ("plaque",)),
    ]


def test_the_other_direction_gives_parts_of_speech_a_dictionary_does_not_say(tmp_path):
    write_dictionary(tmp_path, "eng-fra", [("spring", "spring\n1. printemps, sauter\n2. ressort")])
    back = [("printemps", "printemps <n, masc>\nspring"), ("sauter", "sauter <v>\njump, spring")]
    write_dictionary(tmp_path, "fra-eng", back)
    assert outline(opened("freedict", tmp_path), "spring") == [
        ("n", ("printemps",)),
        ("v", ("sauter",)),
        ("", ("ressort",)),
    ]


def test_genders_of_one_noun_are_one_sense_by_the_other_direction(tmp_path):
    write_dictionary(tmp_path, "eng-fra", [("singer", "singer\n1. chanteur\n2. chanteuse")])
    write_dictionary(
        tmp_path, "fra-eng", [("chanteur", "chanteur <n, masc>\nsinger"), ("chanteuse", "chanteuse <n, fem>\nsinger")]
    )
    assert outline(opened("freedict", tmp_path), "singer") == [("n", ("chanteur", "chanteuse"))]


def test_description_names_files_and_licence(folder):
    description = opened("freedict", folder, ("en", "de")).description
    assert description["licence"] == "GNU General Public License 2.0 or later; not named"
    assert sum(name.startswith("freedict-") for name in description) == 4


def test_missing_dictionaries_are_named(tmp_path):
    with pytest.raises(DataError, match="no FreeDict dictionary from 'en' to 'fr'"):
        opened("freedict", tmp_path)

"""Entries of FreeDict: senses, parts of speech, genders and notes, in each of the layouts its dictionaries have."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.lexical.freedict import FreeDict, freedict_index, licences, parse_entry
from tests.lexical.dictd_files import ENGLISH_GERMAN, GERMAN_ENGLISH, INFORMATION, write_dictionary


def outline(text):
    """The senses of an entry: part of speech and translations."""
    return [(sense.pos, [one.word for one in sense.translations]) for sense in parse_entry(text).senses]


def test_numbered_senses():
    text = (
        "spring /sprɪŋ/\n1. Frühling <masc>, Frühjahr <neut>\n2. Feder <fem> [tech.]\n3. (quickly) springen <v, intr>\n"
    )
    assert outline(text) == [("n", ["Frühling", "Frühjahr"]), ("n", ["Feder"]), ("v", ["springen"])]
    senses = parse_entry(text).senses
    assert [one.gender for one in senses[0].translations] == ["masc", "neut"]
    assert [sense.gloss for sense in senses] == ["", "tech.", "quickly"]


def test_one_sense_with_notes_examples_synonyms_and_references():
    text = (
        'coat /kˈəʊt/\nMantel <masc> [Am.: long, warm], (Winter-) Überzieher <masc>\n         Note: , Rock <masc>\n      "a coat"'
        "  - ein Mantel\n   Synonyms: {overcoat}, {great coat}\n\n see: {coats}\n"
    )
    (sense,) = parse_entry(text).senses
    assert [(one.word, one.gender, one.notes) for one in sense.translations] == [
        ("Mantel", "masc", ("Am.: long, warm",)),
        ("Überzieher", "masc", ("Winter-",)),
    ]
    assert sense.synonyms == ("overcoat", "great coat")


def test_sections_by_part_of_speech_leave_compounds_and_phrasal_verbs_out():
    text = (
        "spring /sprɪŋ/\nI.  <N> 1.  wiosna\n 2.  [wody]  źródło\nII.  <V> 1.  skakać\n 2.  spring a leak (spring V)\n"
        " - przeciekać\nIII.  <N Comp>spring onion /ˈʌnjən/   szczypiorek\nIV.  <Adj>  wiosenny\n"
    )
    assert outline(text) == [
        ("n", ["wiosna"]), ("n", ["źródło"]), ("v", ["skakać"]), ("v", ["spring a leak"]), ("a", ["wiosenny"]),
    ]  # fmt: skip


def test_prose_after_the_translations_is_a_gloss():
    (sense,) = parse_entry("teilbar /x/ <adj>\ndivisible, partageable\nin Teile zerlegbar\n").senses
    assert (sense.pos, len(sense.translations), sense.gloss) == ("a", 2, "in Teile zerlegbar")


def test_remarks_before_the_translations_are_none():
    assert outline("耳管 /x/\n(noun (common) (futsuumeishi))\n (takes no)\nEustachian tube\n") == [
        ("", ["Eustachian tube"])
    ]


@pytest.mark.parametrize(
    ("head", "headwords"),
    [
        ("milligram, milligramme /ˈmɪlɪgrəm/ <N>", ("milligram", "milligramme")),
        ("American Bankers Association /x y/ (ABA /ɐbˈa/)", ("American Bankers Association",)),
        (" [Br.] lorry /l/ <n>", ("lorry",)),
        ("and/or /ænd/", ("and/or",)),
    ],
)
def test_headwords(head, headwords):
    assert parse_entry(f"{head}\nx\n").headwords == headwords


def test_a_translation_as_written_is_looked_up_by_its_capitals(tmp_path):
    write_dictionary(tmp_path, "deu-eng", GERMAN_ENGLISH)
    dictionary = FreeDict(freedict_index(tmp_path, "de", "en"))
    assert [sense.id for sense in dictionary.senses("licht")] == ["licht.1.1", "licht.2.1"]
    assert [sense.pos for sense in dictionary.senses_as_written("Licht")] == ["n"]
    assert [sense.pos for sense in dictionary.senses_as_written("licht")] == ["a"]
    assert [sense.pos for sense in dictionary.senses_as_written("LICHT")] == ["n", "a"]


def test_the_licence_is_what_the_dictionary_says(tmp_path):
    write_dictionary(tmp_path, "eng-deu", ENGLISH_GERMAN, information=INFORMATION)
    assert FreeDict(freedict_index(tmp_path, "en", "de")).licence == "GNU General Public License 2.0 or later"
    both = (
        "both the GNU General Public License, version 3 (GPLv3) and the GNU Affero\n General Public License, version 3"
    )
    assert licences(both) == "GNU General Public License 3, GNU Affero General Public License 3"
    shared = "Licensed under the Creative Commons Attribution-ShareAlike 3.0 Unported\n  license"
    assert licences(shared) == "Creative Commons Attribution-ShareAlike 3.0 Unported license"
    assert licences("All rights reserved.") == ""


def test_directions_are_found_by_any_code_and_named_when_missing(tmp_path):
    write_dictionary(tmp_path, "swh-eng", [("x", "x\ny")])
    assert freedict_index(tmp_path, "sw", "en").name == "freedict-swh-eng.index"
    with pytest.raises(DataError, match=r"no FreeDict dictionary from 'en' to 'de'; it has: sw-en\."):
        freedict_index(tmp_path, "en", "deu")
    with pytest.raises(DataError, match="is no folder"):
        freedict_index(Path(tmp_path / "none"), "en", "de")

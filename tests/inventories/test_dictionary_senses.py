"""Dictionary senses joined: synonyms by back-translation, compounds, parts of speech."""

import pytest

from mteval.core.options import read_options
from mteval.inventories._dictionary_senses import (
    JOINING,
    DictionarySenses,
    are_genders_of_one_noun,
    back_translations,
    is_compound,
    no_senses,
)
from mteval.lexical.bilingual import OTHER, DictionarySense, TargetWord


def lookup(table):
    """A dictionary of one sense for each list of translations."""

    def senses(word):
        return tuple(
            DictionarySense(f"{word}.{place}", tuple(map(TargetWord, words)), pos)
            for place, (pos, words) in enumerate(table.get(word, ()), start=1)
        )

    return senses


def joined(forward, backward, **options):
    senses = DictionarySenses(lookup(forward), lookup(backward), read_options(JOINING, options, "the test"))
    return {sense.id: sense.targets for sense in senses.of("w")}


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("Luftballon", "Ballon", True),
        ("Ballon", "Luftballon", True),
        ("Hof", "Innenhof", True),
        ("Ei", "Partei", False),
        ("Rad", "Grad", False),
        ("Bank", "Bank", False),
        ("Fahrrad", "Motorrad", False),
    ],
)
def test_compounds(one, other, is_one):
    assert is_compound(one, other) is is_one


def test_the_share_of_common_back_translations_is_dice():
    forward = {"w": [("n", ["one"]), ("n", ["other"])]}
    backward = {"one": [("n", ["w", "a", "b"])], "other": [("n", ["w", "b", "c", "d"])]}
    # One of {a, b} and {b, c, d}: 2 * 1 / (2 + 3) = .4; the word itself says nothing.
    assert joined(forward, backward, shared="0.4") == {"w.1+w.2": ("one", "other")}
    assert joined(forward, backward, shared="0.41") == {"w.1": ("one",), "w.2": ("other",)}
    assert len(joined(forward, {word: [("n", ["w"])] for word in ("one", "other")})) == 2


def test_senses_are_joined_over_others():
    forward = {"w": [("n", ["one"]), ("n", ["other"]), ("n", ["one", "other"]), ("n", ["far"])]}
    assert joined(forward, {}) == {"w.1+w.2+w.3": ("one", "other"), "w.4": ("far",)}


def test_parts_of_speech_are_never_joined_and_others_left_out():
    forward = {"w": [("n", ["same"]), ("v", ["same"]), (OTHER, ["same"])]}
    assert joined(forward, {}) == {"w.1": ("same",), "w.2": ("same",)}


def test_an_unmarked_sense_is_parted_by_the_other_direction():
    forward = {"w": [("", ["noun", "verb", "unknown"])]}
    backward = {"noun": [("n", ["w"]), ("v", ["x"])], "verb": [("v", ["x"])]}
    assert joined(forward, backward) == {"w.1n": ("noun",), "w.1v": ("verb",), "w.1": ("unknown",)}


def test_compounds_only_join_nouns():
    assert len(joined({"w": [("n", ["Stand"]), ("n", ["Messestand"])]}, {})) == 1
    assert len(joined({"w": [("v", ["stehen"]), ("v", ["verstehen"])]}, {})) == 2


def test_back_translations_have_no_capitals():
    assert back_translations(lookup({"x": [("n", ["One", "two"]), ("v", ["one"])]}), "x") == {"one", "two"}
    assert back_translations(no_senses, "x") == frozenset()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("ami", "masc"), ("amie", "fem"), True),
        (("acteur", "masc"), ("actrice", "fem"), True),
        (("Lehrerin", "fem"), ("Lehrer", "masc"), True),
        (("verre", "masc"), ("vitre", "fem"), False),
        (("cours", "masc"), ("cour", ""), False),
        (("Tor", "masc"), ("Tor", "neut"), False),
        (("au", "masc"), ("auto", "fem"), False),
    ],
)
def test_the_two_genders_of_one_noun(one, other, same):
    first, second = (TargetWord(word, "n", gender) for word, gender in (one, other))
    assert are_genders_of_one_noun(first, second) is same
    assert are_genders_of_one_noun(second, first) is same

"""What is known of a word: how ordinary it is, and in which gazetteers it stands."""

import pytest

from mteval.lexical.knowledge import NameFacts, SideKnowledge, WordStanding, name_facts, side_knowledge


@pytest.mark.parametrize(
    ("word", "standing"),
    [("house", WordStanding.FAMILIAR), ("london", WordStanding.ABSENT), ("xqzzy", WordStanding.ABSENT)],
)
def test_english_has_lists_of_its_own(word, standing):
    assert side_knowledge("en-GB").standing(word) is standing


def test_a_rare_english_word_is_told_from_a_familiar_one():
    english = side_knowledge("en")
    standings = {english.standing(word) for word in ("aardwolf", "abaxial", "zymurgy")}
    assert WordStanding.FAMILIAR not in standings
    assert WordStanding.RARE in standings


def test_other_languages_have_a_dictionary_a_wordnet_or_nothing():
    german = side_knowledge("de-AT")
    assert (german.language, german.english) == ("de", False)
    assert german.standing("hund") is WordStanding.KNOWN
    assert german.standing("xqzzy") is WordStanding.ABSENT
    assert SideKnowledge("xx").standing("hund") is WordStanding.UNKNOWN
    assert SideKnowledge("xx", lemmas=frozenset({"hund"})).standing("hund") is WordStanding.KNOWN


def test_names_are_looked_up_in_every_gazetteer():
    assert name_facts("xqzzy", english=True) == NameFacts()
    anna, london = (name_facts(word, english=True) for word in ("anna", "london"))
    assert anna.people > 0
    assert london.place > 0
    france = name_facts("france", english=True)
    assert france.territory
    assert "FR" in {code.upper() for code in france.territories}


def test_a_country_in_another_language_is_no_english_name():
    assert name_facts("deutschland", english=False).territory
    assert not name_facts("deutschland", english=True).territory
    assert name_facts("germany", english=True).territories & name_facts("deutschland", english=False).territories

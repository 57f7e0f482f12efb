"""What leaves a dictionary, why, and on whose word."""

import pytest

from mteval.authoring.dictionary.filtering import Sources, filter_dictionary, gather_knowledge
from mteval.core.errors import UsageError
from mteval.core.records import DictionaryPair
from mteval.lexical.knowledge import side_knowledge
from tests.trained_here import FRENCH, udpipe_model

PAIRS = [
    DictionaryPair(*pair.split())
    for pair in ("london лондон", "water вода", "walked вървеше", "pizza pizza", "tomorrow tomorrow")
]
SIDES = side_knowledge("en"), side_knowledge("bg")


def kept(**wishes):
    return [pair.source for pair in filter_dictionary(PAIRS, SIDES, **wishes).kept]


def test_names_and_invalid_pairs_go_unless_told_otherwise():
    found = filter_dictionary(PAIRS, SIDES)
    assert [pair.source for pair in found.kept] == ["water", "walked"]
    assert {drop.pair.source: drop.reason for drop in found.drops}["london"] == "proper-noun"
    assert all(drop.evidence for drop in found.drops)
    assert sum(found.reasons.values()) == 3


def test_only_what_is_asked_for_goes():
    assert kept(drop=()) == [pair.source for pair in PAIRS]
    assert kept(drop=("identical",)) == ["london", "water", "walked"]
    assert kept(drop=(), keep=("verb",)) == ["walked"]
    with pytest.raises(UsageError, match="--drop=names is not possible"):
        kept(drop=("names",))


def test_parts_of_speech_that_do_not_stay_say_so():
    found = filter_dictionary(PAIRS[1:3], SIDES, keep=("noun",))
    (drop,) = found.drops
    assert (drop.reason, drop.evidence) == ("part-of-speech", "verb, and only noun stay")


def test_what_the_user_gives_speaks_of_one_side(tmp_path):
    corpus = tmp_path / "corpus"
    corpus.write_text("we met Grant and a bank here\n" * 9, encoding="utf-8")
    (tmp_path / "wn.tab").write_text("1-n\tfra:lemma\tpromenade\n2-n\tfra:lemma\tParis\n", encoding="utf-8")
    model = udpipe_model(tmp_path / "fr.udpipe", FRENCH)
    pairs = [DictionaryPair("grant", "subvention"), DictionaryPair("walk", "promenade")]
    given = Sources((str(corpus),), (f"fr=udpipe:{model}",), (str(tmp_path / "wn.tab"),))
    english, french = gather_knowledge(pairs, ("en", "fr"), given)
    # The corpus has more of the English words; the wordnet is of the side that is not English, its names left out.
    assert english.capitals is not None
    assert french.capitals is None
    assert french.lemmas == {"promenade"}
    assert french.tag("marchent") == "VERB"
    assert english.tag is None


def test_a_side_must_be_named_where_it_could_be_either():
    with pytest.raises(UsageError, match="--wordnet must say of which language it speaks: --wordnet de="):
        gather_knowledge([], ("de", "fr"), Sources(wordnets=("wn.tab",)))


def test_frequencies_are_for_languages_that_have_a_list():
    pytest.importorskip("wordfreq", reason="needs the extra 'names'")
    english, french = gather_knowledge([], ("en", "fr"), Sources(wordfreq=True))
    assert english.zipf is None
    assert french.zipf("maison") > 4
    assert gather_knowledge([], ("en", "xx"), Sources(wordfreq=True))[1].zipf is None

"""Contexts tell homonyms apart and synonyms not."""

from dataclasses import replace

from mteval.authoring.contrast.sentences import both_sides
from mteval.authoring.contrast.settings import TextSettings
from mteval.authoring.contrast.source_contexts import SourceContexts, features
from tests.authoring.contrast.french import candidate

SIDE = both_sides(TextSettings(("en", "fr"), lemmatiser="none"))[0]
WATER = ("a boat by the bank of the river", "water at the bank of a river", "the river has a green bank and water")
MONEY = ("money in the bank on main street", "he brings money to a bank", "the bank on the street lends money")


def contexts(*senses):
    lines = [(sense, text) for sense, texts in enumerate(senses) for text in texts]
    found = [sentence(sense, text, line) for line, (sense, text) in enumerate(lines, 1)]
    return SourceContexts.of(found, SIDE), found


def sentence(sense, text, line):
    place = text.replace(",", " ,").split().index("bank")
    return replace(candidate("la rive", "rive", "rive", sense), source=text, line=line, places=(place, 1))


def test_features_are_the_other_words_and_the_neighbours():
    assert features(sentence(0, "the river bank, now", 1), SIDE) == {"the", "river", "now", "-1 river", "+1 ,"}


def test_homonyms_are_told_apart():
    found, candidates = contexts(WATER, MONEY)
    assert found.told_apart(0, 1, 1.0)
    assert all(found.fits(one, 1 - one.sense) for one in candidates)


def test_synonyms_are_not_told_apart():
    mixed = [[*WATER, *MONEY][start::2] for start in (0, 1)]
    found, _ = contexts(*mixed)
    assert not found.told_apart(0, 1, 0.85)


def test_a_sentence_like_those_of_the_other_sense_does_not_fit():
    found, candidates = contexts((*WATER, "he brings money to the bank on the street"), MONEY)
    assert not found.fits(candidates[3], 1)
    assert found.fits(candidates[0], 1)


def test_too_few_sentences_say_nothing():
    found, candidates = contexts(WATER, MONEY[:2])
    assert not found.told_apart(0, 1, 0.5)
    assert not found.fits(candidates[0], 1)


def test_homonyms_leave_no_doubt():
    found, candidates = contexts(WATER, MONEY)
    assert [found.doubt(one, 1 - one.sense) for one in candidates] == [0] * 6


def test_a_broader_word_puts_the_narrower_one_in_doubt_and_not_itself():
    """The second word stands in all contexts of the first one, and in others as well."""
    found, candidates = contexts((*WATER, *WATER), (*WATER, *MONEY, *MONEY))
    narrow = [found.doubt(one, 1) for one in candidates if one.sense == 0]
    broad = [found.doubt(one, 0) for one in candidates if one.sense == 1]
    assert min(narrow) > 0.1
    assert broad[3:] == [0] * 6
    assert min(broad[:3]) > 0.1


def test_sentences_that_stand_for_several_weigh_more():
    texts = (*WATER, "he brings money to the bank on the street"), MONEY
    few, candidates = contexts(*texts)
    many = SourceContexts(few.sentences, {0: 4, 1: 30})
    doubted = [one for one in candidates if few.doubt(one, 1 - one.sense) not in (0, 1)]
    assert doubted
    for one in doubted:
        own, other = (one.sense, 1 - one.sense)
        assert (many.doubt(one, other) > few.doubt(one, other)) == (own == 0)


def test_of_too_few_sentences_all_is_in_doubt():
    found, candidates = contexts(WATER, MONEY[:2])
    assert found.doubt(candidates[0], 1) == 1

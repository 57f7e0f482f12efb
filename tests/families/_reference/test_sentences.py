"""Whole sentences that a translation leaves out or adds."""

import pytest
from hypothesis import given, strategies

from mteval.core.records import Segment
from mteval.families._reference.levels import Group
from mteval.families._reference.sentences import INNER_END, Cut, sentences_inside, sentences_of, size, whole_sentences
from mteval.text.resegmentation import Resegmented

REFERENCES = ("We went home early.", "Then we slept well.", "Yes.")


def cut(*pieces):
    records = tuple(Segment((one,)) for one in REFERENCES)
    return Cut(Group("d", 10, 13), pieces, records, Resegmented(pieces, 0, 0))


def codes(*pieces):
    return {one.code: one.cases for one in whole_sentences([cut(*pieces)])}


def test_a_sentence_without_a_counterpart_is_left_out():
    assert codes("We went home early.", "", "Yes.") == {"untranslated-sentence": ("12",)}


def test_one_word_is_too_little_to_tell():
    assert codes("We went home early.", "Then we slept well.", "") == {}


def test_another_wording_is_no_addition():
    assert codes("We returned to our house before the evening had come.", "After that we slept well.", "Yes.") == {}


def test_a_sentence_of_other_words_that_makes_a_piece_too_long_is_added():
    pieces = ("We went home early. Nobody had expected such a thing.", "Then we slept well.", "Yes.")
    assert codes(*pieces) == {"added-sentence": ("11",)}


def test_texts_without_spaces_are_measured_by_characters():
    assert size("今天天气很好我们一起去公园散步吧然后回家吃饭") == 11
    assert size("one two three") == 3


PARAGRAPH = " ".join(REFERENCES[:2]) + " It was a good night."


def inside(translation, *references):
    found = sentences_inside(["7"], [translation], [references or (PARAGRAPH,)])
    return {one.code: one.cases for one in found}


def test_what_is_too_long_is_said_and_not_looked_at():
    long = "We went home early. " * 5000
    assert inside(long, long) == {"line-too-long": ()}


def test_sentences_of_a_paragraph_are_looked_for_in_its_translation():
    assert inside("We went home early. It was a good night.") == {"untranslated-sentence": ("7",)}
    assert inside(PARAGRAPH) == {}
    assert inside(f"{PARAGRAPH} Nobody had ever expected such nonsense there.") == {"added-sentence": ("7",)}


def test_every_reference_must_say_so():
    shorter = "We went home early. It was a good night."
    assert inside(shorter, PARAGRAPH, shorter) == {}


def test_segments_of_one_sentence_are_left_to_the_lengths():
    assert inside("We went.", "We went home early that night.") == {}
    assert inside("", PARAGRAPH) == {}


def test_ordinals_and_abbreviations_end_no_sentence():
    text = 'Am 12. Platz in St. Anna z.B. war Ruhe. "Wirklich?" Ja! Danach ging es weiter.'
    assert sentences_of(text) == [
        "Am 12. Platz in St. Anna z.B. war Ruhe.",
        '"Wirklich?"',
        "Ja!",
        "Danach ging es weiter.",
    ]
    assert sentences_of("今天很好。我们走。") == ["今天很好。", "我们走。"]


@pytest.mark.parametrize(
    "text",
    [
        "One. Two three.",
        'He said "no." Then he left.',
        "今日は。明日は。",
        "St. Mary is old.",
        "a",
        "",
        "One sentence.",
        "«Oui!» dit-il.",
    ],
)
def test_a_text_without_an_inner_end_is_one_sentence(text):
    assert INNER_END.search(text) or len(sentences_of(text)) < 2


@given(strategies.text(alphabet="aB .!?…\"')»。？\n"))
def test_no_text_of_several_sentences_is_passed_over(text):
    assert INNER_END.search(text) or len(sentences_of(text)) < 2

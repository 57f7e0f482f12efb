"""Preceding sentences before a segment, and its own part of a translation."""

from mteval.core.queries import LogProb, Translate
from mteval.models.segment_context import SegmentContext, segment_context

QUERY = LogProb("It is old.", ("Er ist alt.", "Es ist alt."), ("One.", "The hat."), ("Eins.", "Der Hut."))


def test_as_many_sentences_as_asked_stand_before():
    assert SegmentContext().source(QUERY) == "It is old."
    assert SegmentContext().targets(QUERY) == QUERY.targets
    one = SegmentContext(1, " ||| ")
    assert one.source(QUERY) == "The hat. ||| It is old."
    assert one.targets(QUERY) == ("Der Hut. ||| Er ist alt.", "Der Hut. ||| Es ist alt.")
    assert SegmentContext(9).source(QUERY) == "One. The hat. It is old."
    assert one.source(Translate("It is old.", ("One.", "The hat."))) == "The hat. ||| It is old."


def test_the_own_part_of_a_translation_stands_after_the_last_separator():
    assert SegmentContext(1, " ||| ").own_part("Der Hut. ||| Er ist alt.") == "Er ist alt."
    assert SegmentContext(1, " ||| ").own_part("Er ist alt.") == "Er ist alt."
    assert SegmentContext(0, " ||| ").own_part("a ||| b") == "a ||| b"
    # A blank between sentences tells nothing apart.
    assert SegmentContext(1, " ").own_part("Der Hut. Er ist alt.") == "Der Hut. Er ist alt."


def test_options_make_a_context():
    assert segment_context({"context": 2, "separator": "<b>"}) == SegmentContext(2, "<b>")

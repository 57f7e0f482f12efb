"""Spans are compared where two annotators rated the same translation."""

from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.marked_spans import marked_agreement


def rated(item, annotator, *spans):
    return Rating(item, annotator, "esa", 1.0, "A", spans=spans)


def test_only_shared_translations_count():
    span = ErrorSpan(0, 4, "major")
    found = marked_agreement([rated("1", "a", span), rated("1", "b", span), rated("2", "a", span)])
    assert found is not None
    assert (found.pairs, found.character_f1) == (1, 1.0)
    assert marked_agreement([rated("1", "a", span), rated("2", "b", span)]) is None
    assert marked_agreement([rated("1", "a"), rated("1", "b")]) is None

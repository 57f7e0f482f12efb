"""Renderings of terms, counted by hand."""

from mteval.families._terminology.renderings import Occurrence, agreement, renderings


def occurrence(segment, found, *lemmas, document="d", term="space"):
    return Occurrence(document, term, segment, found, frozenset(lemmas))


def test_a_rendering_that_is_not_listed_is_guessed_by_association():
    rows = [
        occurrence(1, "", "raum", "der"),
        occurrence(2, "", "raum", "haus"),
        occurrence(3, "space", "der", "wald"),
        occurrence(4, "", "ganz", "anders"),
    ]
    assert renderings(rows) == ["raum", "raum", "space", ""]
    assert agreement(rows, renderings(rows)) == [True, True, False, False]


def test_documents_are_apart_and_a_term_met_once_says_nothing():
    rows = [occurrence(1, "a"), occurrence(2, "b"), occurrence(3, "b", document="e")]
    assert agreement(rows, ["a", "b", "b"]) == [True, False, None]

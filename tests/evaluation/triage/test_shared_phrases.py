"""Phrases that many lines begin or end with."""

from mteval.evaluation.triage.clues import Clues
from mteval.evaluation.triage.shared_phrases import shared_ends
from tests.evaluation.triage.small_batches import batch, changed


def test_an_added_ending_is_found():
    given = changed(lambda text: f"{text} This seems fine to me.", (0, 5, 10, 15, 20))
    assert set(shared_ends(Clues(given))) == {0, 5, 10, 15, 20}


def test_phrases_of_the_text_itself_are_not():
    assert set(shared_ends(Clues(batch()))) == set()

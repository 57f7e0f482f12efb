"""Lengths out of proportion."""

from tests.evaluation.triage.small_batches import TRANSLATIONS, batch, found


def test_far_too_long_and_far_too_short_lines_are_found():
    longer = " ".join(TRANSLATIONS[line] for line in (6, 11, 22, 33))
    assert found(batch(_6=longer, _9="Ein Sturm."))["length-outlier"] == ("7", "10")


def test_a_free_translation_may_be_half_as_long_again():
    assert found(batch(_6=f"{TRANSLATIONS[6][:-1]}, wie man so sagt.")) == {}

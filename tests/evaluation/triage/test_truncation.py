"""Translations cut off."""

from tests.evaluation.triage.small_batches import TRANSLATIONS, batch, found


def test_a_line_cut_in_the_middle_is_found():
    assert found(batch(_6=TRANSLATIONS[6][:30]))["truncated"] == ("7",)


def test_a_missing_full_stop_alone_is_none():
    assert found(batch(_6=TRANSLATIONS[6][:-1])) == {}

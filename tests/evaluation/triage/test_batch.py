"""The batch that is handed to the triage."""

import pytest

from mteval.evaluation.triage import TranslatedBatch, triage
from tests.evaluation.triage.small_batches import batch


def test_clean_translations_have_no_finding():
    assert triage(batch()) == []


def test_everything_has_as_many_entries_as_there_are_ids():
    with pytest.raises(ValueError, match="2 ids expected"):
        TranslatedBatch(("1", "2"), ("a",))


def test_a_column_of_references_stands_as_translations_beside_the_others():
    given = TranslatedBatch(("1",), ("t",), references=(("a", "b"),), others=(("o",),))
    column = given.column(1)
    assert column.translations == ("b",)
    assert column.others == (("a",), ("t",), ("o",))

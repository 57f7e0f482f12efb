"""References that are no translations."""

import pytest

from mteval.evaluation.triage import triage_references
from tests.evaluation.triage.small_batches import REFERENCES, batch, with_references


def told(*references):
    return {finding.code: finding.cases for finding in triage_references(with_references(batch(), *references))}


def test_sound_references_have_no_finding():
    assert told(*REFERENCES) == {}


@pytest.mark.parametrize("text", ["NO TRANSLATION AVAILABLE", "N/A", "—", "#N/A", "noch zu erledigen", "TODO"])
def test_placeholders_are_found(text):
    assert told(*[text] * 4, *REFERENCES[4:]) == {"placeholder-reference": ("1", "2", "3", "4")}


def test_one_phrase_nobody_would_translate_so_is_enough():
    assert told("[Translation not available]", *REFERENCES[1:]) == {"placeholder-reference": ("1",)}


def test_a_word_that_may_be_meant_is_not():
    assert told("None.", *REFERENCES[1:]) == {}

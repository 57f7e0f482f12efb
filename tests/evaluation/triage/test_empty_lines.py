"""Empty translations."""

from dataclasses import replace

import pytest

from mteval.evaluation.triage import triage
from tests.evaluation.triage.small_batches import batch, found


@pytest.mark.parametrize("blank", ["", "  ", "\u200b", "\u00a0", "\ufeff"])
def test_what_shows_nothing_is_empty(blank):
    assert found(batch(_4=blank)) == {"empty-line": ("5",)}


def test_an_empty_line_for_an_empty_line_is_right():
    given = batch(_4="")
    given = replace(given, sources=(*given.sources[:4], " ", *given.sources[5:]))
    assert found(replace(given, references=(*given.references[:4], ("",), *given.references[5:]))) == {}


def test_the_message_has_the_numbers():
    (finding,) = triage(batch(_4="", _7=""))
    assert "2 of 40 translations are empty (cases 5, 8)" in finding.message

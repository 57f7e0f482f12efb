"""Decoders that got stuck."""

from dataclasses import replace

import pytest

from tests.evaluation.triage.small_batches import SOURCES, batch, found


@pytest.mark.parametrize(
    "stuck", ["Die alte Brücke" + " und die alte Brücke" * 8, "Der Zug Zug Zug Zug Zug Zug Zug", "Die " + "haha" * 20]
)
def test_words_and_letters_again_and_again_are_found(stuck):
    assert found(batch(_4=stuck))["repetition-loop"] == ("5",)


def test_what_the_source_repeats_may_be_repeated():
    given = replace(batch(_4="nein nein nein nein nein nein nein"), sources=(*SOURCES[:4], "no " * 7, *SOURCES[5:]))
    assert "repetition-loop" not in found(given)


def test_people_do_say_no_no_no():
    assert "repetition-loop" not in found(batch(_4="Nein, nein, nein, die Schwester wurde am Montag gesehen."))

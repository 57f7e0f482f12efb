"""Decoders that got stuck."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.evaluation.triage.loops import LONG, _long_run, _numbered, _run, looped
from tests.evaluation.triage.small_batches import SOURCES, batch, found


@pytest.mark.parametrize(
    "stuck", ["Die alte Brücke" + " und die alte Brücke" * 8, "Der Zug Zug Zug Zug Zug Zug Zug", "Die " + "haha" * 20]
)
def test_words_and_letters_again_and_again_are_found(stuck):
    assert found(batch(_4=stuck))["repetition-loop"] == ("5",)


def test_what_the_source_repeats_may_be_repeated():
    repeated = replace(batch(_4="nein nein nein nein nein nein nein"), sources=(*SOURCES[:4], "no " * 7, *SOURCES[5:]))
    assert "repetition-loop" not in found(repeated)


def test_people_do_say_no_no_no():
    assert "repetition-loop" not in found(batch(_4="Nein, nein, nein, die Schwester wurde am Montag gesehen."))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("abc"), min_size=3, max_size=40), st.integers(1, 12))
def test_runs_of_long_lines_are_those_counted_word_by_word(words, unit):
    if unit < len(words):
        assert _long_run(_numbered(words), unit) == _run(words, unit)


@pytest.mark.parametrize(("unit", "times"), [(1, 40), (7, 30), (300, 5)])
def test_a_loop_in_a_very_long_line_is_found(unit, times):
    draw = random.Random(5)
    line = [f"w{draw.randrange(3000)}" for _ in range(LONG)]
    assert looped(line) < 1
    loop = [f"v{place}" for place in range(unit)] * times
    assert looped([*line[:2000], *loop, *line[2000:]]) >= 1

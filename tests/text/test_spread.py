from __future__ import annotations

from itertools import pairwise

from mteval.text.spread import ALL, BLOCK, SOME, size_of, spread


def test_every_line_of_a_short_text_is_looked_at():
    assert spread(ALL) == [(0, ALL)]


def test_blocks_of_a_long_text_stand_apart_from_the_first_line_to_the_last():
    spans = spread(1_000_003)
    assert size_of(spans) == SOME
    assert {stop - start for start, stop in spans} == {BLOCK}
    assert (spans[0][0], spans[-1][1]) == (0, 1_000_003)
    gaps = [following[0] - span[1] for span, following in pairwise(spans)]
    assert max(gaps) - min(gaps) <= 1
    assert min(gaps) > 0


def test_blocks_of_a_text_that_is_just_too_long_do_not_overlap():
    spans = spread(ALL + 1)
    assert all(span[1] <= following[0] for span, following in pairwise(spans))


def test_every_line_is_looked_at_where_that_is_asked_for(monkeypatch):
    monkeypatch.setenv("MTEVAL_LOOK_AT", "all")
    assert spread(1_000_003) == [(0, 1_000_003)]

"""Links back to other source words, by hand."""

import pytest

from mteval.authoring.contrast.shared_sources import SharedSources, SourceLikeness
from tests.authoring.contrast.words import word

SOURCES = {
    "ufer": {"bank": 6, "shore": 6, "edge": 2, "river": 1},
    "küste": {"bank": 1, "shore": 3, "coast": 3},
    "geldhaus": {"bank": 9},
}


def test_the_share_of_links_to_the_same_other_words():
    shore, coast, house = word(("ufer",), ("küste",), ("geldhaus",)).senses
    shared = SharedSources("bank", SOURCES)
    # Without "bank" and single links: shore 6 of 8, and 3 of 6.
    assert shared(shore, coast) == pytest.approx(0.5)
    assert shared(shore, house) is None


def test_how_like_the_word_its_rivals_are():
    alike = {"shore": 0.8, "edge": 0.4}
    found = SourceLikeness("bank", SOURCES, lambda _, other: alike.get(other))
    shore, house = word(("ufer",), ("geldhaus",)).senses
    assert found(shore) == pytest.approx((6 * 0.8 + 2 * 0.4) / 8)
    assert found(house) is None

"""Terms inside compounds: what is left over must be words."""

import pytest

from mteval.families._terminology.compounds import compound_finder


@pytest.mark.parametrize(
    ("word", "term", "held"),
    [
        ("speicherressourcen", "speicher", True),
        ("vertragsart", "art", True),
        ("url-link", "url", True),
        ("lieferketten", "kette", True),
        ("start", "art", False),
        ("reisekosten", "reis", False),
        ("teilchen", "teil", False),
        ("vorteil", "teil", False),
        ("motor", "tor", False),
    ],
)
def test_a_german_word_holds_a_term_only_between_other_words(word, term, held):
    assert compound_finder("de").holds(word, term) is held


def test_an_unknown_compound_has_the_lemma_of_its_head():
    assert compound_finder("de").lemma_by_head("speicherressourcen") == "speicherressource"


def test_languages_without_solid_compounds_have_no_finder():
    assert compound_finder("en") is None
    assert compound_finder("xx") is None

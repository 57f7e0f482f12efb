"""ISO 639 codes of two and three letters."""

import pytest

from mteval.inventories._language_codes import THREE_LETTERS, three_letters, two_letters


@pytest.mark.parametrize(
    ("given", "three"), [("fr", "fra"), ("fr-CA", "fra"), ("AR", "arb"), ("fra", "fra"), ("xx", "xx")]
)
def test_three_letters(given, three):
    assert three_letters(given) == three


@pytest.mark.parametrize(
    ("given", "two"), [("fra", "fr"), ("fr-CA", "fr"), ("cmn", "zh"), ("fr", "fr"), ("xxx", "xxx")]
)
def test_two_letters(given, two):
    assert two_letters(given) == two


def test_every_code_leads_back():
    assert [two_letters(three) for three in THREE_LETTERS.values()] == list(THREE_LETTERS)

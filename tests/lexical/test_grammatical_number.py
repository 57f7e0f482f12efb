"""Singular or plural, by lemmas and endings."""

import pytest

from mteval.lexical.english_forms import PLURAL, SINGULAR
from mteval.lexical.grammatical_number import english_numbers, number


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("bett", "de", SINGULAR),
        ("krankheiten", "de", PLURAL),
        ("finger", "de", ""),
        ("monats", "de", ""),
        ("xqzw", "de", ""),
        ("молитва", "bg", SINGULAR),
        ("молитвата", "bg", ""),
        ("anything", "xx", ""),
        ("maison", "fr", SINGULAR),
        ("souris", "fr", ""),
        ("chevaux", "fr", PLURAL),
        ("casas", "es", PLURAL),
        ("молитвите", "bg", ""),
        ("år", "da", ""),
        ("रात", "hi", ""),
    ],
)
def test_numbers(word, language, expected):
    assert number(word, language) == expected


def test_english_numbers():
    assert english_numbers("beds") == {PLURAL}
    assert english_numbers("sheep") == {SINGULAR, PLURAL}
    assert english_numbers("asked") == frozenset()

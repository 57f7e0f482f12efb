"""Names of languages."""

from __future__ import annotations

import pytest

from mteval.text.language_names import NAMES, language_name
from mteval.text.languages import LONG_CODES


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("de", "German"),
        ("deu", "German"),
        ("zh_Hant", "Traditional Chinese"),
        ("en-AU", "English"),
        ("Low German", "Low German"),
        ("Klingon", "Klingon"),
        ("tlh", "tlh"),
    ],
)
def test_codes_become_names_and_names_stay(given, name):
    assert language_name(given) == name


def test_every_language_known_by_a_long_code_has_a_name():
    assert set(LONG_CODES.values()) <= set(NAMES)
    assert len(set(NAMES.values())) == len(NAMES)

"""What a number may mean in a language."""

import pytest

from mteval.metrics._integrity.readings import plain_digits, readings


@pytest.mark.parametrize(
    ("token", "language", "values"),
    [
        ("1,234.5", "en", {1234.5}),
        ("1.234,5", "de", {1234.5}),
        ("1.234", "de", {1234}),
        ("1.234", "en", {1.234}),
        ("1,234", "de", {1.234}),
        ("1.234", "es", {1.234, 1234}),
        ("12,34,567", "hi", {1234567}),
        ("1.5", "de", {1.5}),
        ("3.5.2024", "de", set()),
        ("1'000'000", "de", {1000000}),
        ("0.125", "de", {0.125}),
    ],
)
def test_values_by_the_signs_of_the_language(token, language, values):
    assert readings(token, language) == values


def test_digits_of_every_script_are_digits():
    assert plain_digits("१२ ٣ ４５") == "12 3 45"
    assert plain_digits("²") == "²"

"""Numbers with scales, hours and ranges."""

import pytest

from mteval.metrics._integrity.numbers import numbers


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("1.5 million people", "en", 1.5e6),
        ("1,5 Millionen", "de", 1.5e6),
        ("2 mil millones", "es", 2e9),
        ("150万人", "zh", 1.5e6),
        ("3 लाख", "hi", 3e5),
        ("1 500 000 хора", "bg", 1.5e6),
        ("at 5 pm", "en", 17),
        ("the 1920s", "en", 20),
        ("5–10 million", "en", 5e6),
        ("2½ cups", "en", 2.5),
    ],
)
def test_one_of_the_values_is_meant(text, language, value):
    assert value in numbers(text, language)[0].values


def test_dates_fall_into_parts_and_full_hours_have_no_minutes():
    (date,) = numbers("am 3.5.2024", "de")
    assert date.parts == ({3.0}, {5.0}, {2024.0})
    assert [one.text for one in numbers("at 5:00", "en")] == ["5"]
    assert [one.text for one in numbers("20 km2", "es")] == ["20"]


def test_signs_and_units_go_with_the_number():
    assert numbers("$5", "en")[0].signs == ("USD",)
    assert numbers("34 per cent", "en")[0].signs == ("%",)
    assert numbers("20 feet", "en")[0].unit == ("length", 0.3048)

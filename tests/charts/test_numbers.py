"""What counts as a number that can be drawn."""

import math

import pytest

from mteval.charts.numbers import brackets_text, decimal_text, is_known, known_interval


@pytest.mark.parametrize(
    "interval", [None, (), [], (None, None), [0.1, None], (math.nan, math.nan), (0.1, math.nan), (0.1, math.inf)]
)
def test_an_interval_that_was_not_resampled_is_none(interval):
    assert known_interval(interval) is None
    assert brackets_text(interval, 3) == ""


def test_an_interval_with_both_bounds():
    assert known_interval([0, 0.25]) == (0, 0.25)
    assert brackets_text([0, 0.25], 3) == "[0.000, 0.250]"


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_what_is_no_number_is_a_dash(value):
    assert not is_known(value)
    assert decimal_text(value, 2) == "–"


def test_a_number_has_its_decimals():
    assert is_known(0)
    assert decimal_text(0.5, 4) == "0.5000"

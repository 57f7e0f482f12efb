"""Marks in a text are taken off and counted without each other; broken ones are noticed."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.human.error_spans import MarkedText, joined_category, read_marks, span_of_error


def test_marks_are_not_counted():
    assert read_marks("a <v>bc</v> d") == MarkedText("a bc d", (2, 4))
    assert read_marks("plain") == MarkedText("plain")


def test_a_mark_without_its_partner_is_broken():
    assert read_marks("a <v>bc") == MarkedText("a bc", (2, 4), broken=True)
    assert read_marks("a bc</v>") == MarkedText("a bc", broken=True)


def test_categories_are_joined():
    assert joined_category(["Accuracy", "Omission"]) == "Accuracy/Omission"
    assert joined_category(None) == ""


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        ("x" * 500, "an error is no JSON object: x{80}…"),
        ({"start": 1.5, "end": 2}, "without whole numbers 'start' and 'end'"),
        ({"start": True, "end": 2}, "without whole numbers 'start' and 'end'"),
        ({"start": 0, "end": 10**7}, "the span 0–10000000 does not run forwards from 0"),
        ({"start": 0, "end": 2, "side": "above"}, "unknown side 'above'. Known: target, source"),
    ],
)
def test_what_is_no_error_is_said(error, problem):
    with pytest.raises(DataError, match=problem):
        span_of_error(error if isinstance(error, str) else {**error, "severity": "minor"}, Path("x"), 1)

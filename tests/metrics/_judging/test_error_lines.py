"""Errors under headings, and where the quoted words are."""

from __future__ import annotations

import pytest

from mteval.metrics._judging.error_lines import NamedError, error_span, read_errors

REPLY = """Critical:
no-error
Major:
accuracy/mistranslation - "Bank"
Minor:
fluency/grammar - "der Hunde"
style/awkward - “sitzt”
"""


def test_errors_stand_under_their_severity():
    assert read_errors(REPLY) == (
        NamedError("major", "accuracy/mistranslation", "Bank"),
        NamedError("minor", "fluency/grammar", "der Hunde"),
        NamedError("minor", "style/awkward", "sitzt"),
    )


@pytest.mark.parametrize(
    "reply",
    [
        "**Critical:**\nno-error\n**Major:**\nnone\n**Minor:**\nNo errors",
        "no-error",
        "Critical: no-error\nMajor: no-error\nMinor: no-error",
    ],
)
def test_no_error_is_an_answer(reply):
    assert read_errors(reply) == ()


@pytest.mark.parametrize("reply", ["", "I think it is fine.", "The word Bank is wrong."])
def test_another_form_is_no_answer(reply):
    assert read_errors(reply) is None


def test_a_non_translation_is_critical_wherever_it_stands():
    assert read_errors('Minor:\nnon-translation - "x"') == (NamedError("critical", "non-translation", "x"),)


def test_quotes_are_found_in_the_translation_or_for_omissions_in_the_source():
    translation, source = "der Hund auf der Bank", "the dog on the bank today"
    span = error_span(NamedError("major", "accuracy/mistranslation", "Bank"), translation, source)
    assert span == {
        "start": 17,
        "end": 21,
        "severity": "major",
        "category": "accuracy/mistranslation",
        "side": "target",
    }
    omitted = error_span(NamedError("minor", "accuracy/omission", "today"), translation, source)
    assert (source[omitted["start"] : omitted["end"]], omitted["side"]) == ("today", "source")
    lost = error_span(NamedError("minor", "other", "nowhere to be found"), translation, source)
    assert lost["missing"] is True
    assert "start" not in lost

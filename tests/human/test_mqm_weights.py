"""Weights by preset and by rule, the most specific first."""

import pytest

from mteval.core.errors import UsageError
from mteval.core.evidence import ErrorSpan
from mteval.human.mqm_weights import parse_weights


@pytest.mark.parametrize(
    ("severity", "category", "weight"),
    [
        ("major", "Accuracy/Omission", 5),
        ("minor", "Style/Awkward", 1),
        ("minor", "Fluency/Punctuation", 0.1),
        ("minor", "Linguistic conventions/Punctuation", 0.1),
        ("major", "Fluency/Punctuation", 5),
        ("minor", "Non-translation!", 25),
        ("neutral", "Other", 0),
    ],
)
def test_google_weights_are_those_of_the_paper(severity, category, weight):
    assert parse_weights("google").of(ErrorSpan(0, 1, severity, category)) == weight


def test_a_preset_can_be_changed_and_a_severity_needs_a_weight():
    critical = ErrorSpan(0, 1, "critical", "Other")
    assert parse_weights("google,critical=10").of(critical) == 10
    with pytest.raises(UsageError, match="critical=NUMBER"):
        parse_weights("google").of(critical)


@pytest.mark.parametrize("text", ["gogle", "", "major=-1", "major=much"])
def test_what_are_no_weights_is_refused(text):
    with pytest.raises(UsageError):
        parse_weights(text)

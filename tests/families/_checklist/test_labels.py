"""Labels that pass, and directions in which they may move."""

from __future__ import annotations

import pytest

from mteval.core.errors import UsageError
from tests.families.checklist_answers import outcomes, shown


def test_any_accepted_label_passes(suite_of):
    suite = suite_of({"template": "The {thing} was not good.", "label": ["negative", "neutral"]})
    assert shown(outcomes(suite, lambda text: "neutral" if "film" in text else "negative")) == "++"
    assert shown(outcomes(suite, lambda text: "positive")) == "--"


def test_labels_may_be_begun_mapped_or_in_other_case(suite_of):
    test = {"template": "The {thing} was good.", "label": "positive"}
    assert shown(outcomes(suite_of(test), lambda text: "POS")) == "++"
    mapped = suite_of(test, options={"label_map": "LABEL_2:positive,LABEL_0:negative"})
    assert shown(outcomes(mapped, lambda text: "LABEL_2" if "film" in text else "LABEL_0")) == "+-"
    with pytest.raises(UsageError, match="label_map=LABEL_9"):
        outcomes(suite_of(test), lambda text: "LABEL_9")


@pytest.mark.parametrize(
    ("expect", "answers", "sign"),
    [
        ("not-lower", ("neutral", "positive"), "+"),
        ("not-lower", ("neutral", "negative"), "-"),
        ("not-higher", ("neutral", "positive"), "-"),
        ("higher", ("neutral", "neutral"), "-"),
        ("lower", ("neutral", "negative"), "+"),
        ("different", ("neutral", "neutral"), "-"),
        ("same", ("neutral", "neutral"), "+"),
    ],
)
def test_directions(suite_of, expect, answers, sign):
    suite = suite_of({"template": "It was.", "type": "DIR", "then": ["It was very."], "expect": expect})
    assert shown(outcomes(suite, lambda text: answers["very" in text]))[0] == sign


def test_probabilities_may_drift_by_the_tolerance(suite_of):
    test = {"template": "It was.", "type": "DIR", "then": ["It was very."], "expect": "not-lower"}

    def answer(text):
        p = 0.75 if "very" in text else 0.9
        return "positive", {"positive": p, "negative": 1 - p, "neutral": 0.0}

    assert shown(outcomes(suite_of(test), answer)) == "-?"
    assert shown(outcomes(suite_of(test, options={"tolerance": "0.2"}), answer)) == "+?"

"""GEMBA-DA, -MQM and -ESA before judges made of functions; the scores are counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.evidence import Comparison, Skipped
from mteval.metrics._judging.error_lines import NamedError
from mteval.metrics.gemba_mqm import mqm_score
from tests.metrics.judges import metric

CASES = [
    Comparison("gut", (), "good"),
    Comparison("schlecht", (), "bad"),
    Comparison("stumm", (), "mute"),
    Skipped("too long"),
]


def values(opened, evidence):
    statistics = opened.observe(evidence)
    return statistics, opened.estimate(statistics, np.ones((1, len(evidence))))[0]


def test_a_reply_without_a_number_is_missing_and_not_zero():
    def reply(text):
        return "90" if "gut" in text else "10" if "schlecht" in text else "Hard to say."

    opened = metric("gemba-da", reply)
    statistics, (mean, spread) = values(opened, CASES)
    assert mean == 50.0
    assert spread == 0.0
    assert statistics.counted.tolist() == [True, True, False, False]
    (finding,) = opened.inspect(CASES)
    assert (finding.code, finding.count) == ("unreadable-reply", 1)
    assert "Hard to say." in finding.message


def test_the_prompt_names_languages_and_texts_and_is_signed():
    seen = []
    opened = metric("gemba-da", lambda text: seen.append(text) or "50", reference="true")
    opened.observe([Comparison("gut", ("sehr gut",), "good")])
    assert all(part in seen[0] for part in ("English", "German", "good", "gut", "sehr gut"))
    assert "prompt:gemba-da@" in opened.signature


def test_the_median_of_several_draws_counts_and_their_spread_is_told():
    replies = iter(["10", "90", "80"])
    opened = metric("gemba-da", lambda text: next(replies), draws="3")
    statistics, (mean, spread) = values(opened, [CASES[0]])
    assert mean == 80.0
    assert spread == pytest.approx(np.std([10, 90, 80]))
    assert statistics.details[0]["scores"] == [10.0, 90.0, 80.0]


def test_errors_weigh_25_5_and_1_the_gravest_five_count_and_25_is_the_most():
    def errors(**counts):
        return [NamedError(severity, "x", "") for severity, count in counts.items() for _ in range(count)]

    assert mqm_score([]) == 0.0
    assert mqm_score(errors(minor=3)) == -3.0
    assert mqm_score(errors(minor=2, major=2)) == -12.0
    assert mqm_score(errors(minor=9)) == -5.0
    assert mqm_score(errors(minor=4, major=4)) == -21.0
    assert mqm_score(errors(critical=1, minor=1)) == -25.0


def test_mqm_errors_become_spans_of_the_case():
    reply = 'Critical:\nno-error\nMajor:\naccuracy/mistranslation - "gut"\nMinor:\nno-error'
    opened = metric("gemba-mqm", lambda text: reply if "gut" in text else "Well …")
    statistics, (mean, _) = values(opened, CASES)
    assert mean == -5.0
    assert statistics.counted.tolist() == [True, False, False, False]
    assert statistics.details[0]["spans"] == [
        {"start": 0, "end": 3, "severity": "major", "category": "accuracy/mistranslation", "side": "target"}
    ]


def test_esa_shows_the_marked_errors_when_it_asks_for_the_score():
    seen = []

    def reply(text):
        seen.append(text)
        if "Mark the errors" in text:
            return 'Major:\n"gut"\nMinor:\nno-error' if "gut" in text else "?"
        return "40"

    opened = metric("gemba-esa", reply)
    statistics, (mean, _) = values(opened, CASES)
    assert mean == 40.0
    assert statistics.counted.tolist() == [True, False, False, False]
    assert "- major: gut" in seen[-1]
    assert len(seen) == 4  # three to mark, one to score
    assert statistics.details[0]["spans"][0]["end"] == 3


def test_a_judge_needs_a_system_a_source_and_languages():
    with pytest.raises(UsageError, match=r"gemba-da\?system="):
        registry.metrics.find("gemba-da")()
    with pytest.raises(CapabilityError, match="-s SOURCE"):
        metric("gemba-da", lambda text: "1").observe([Comparison("gut", ("gut",))])
    opened = registry.metrics.find("gemba-da")(system=metric("gemba-da", lambda text: "1").chosen["system"])
    with pytest.raises(UsageError, match="--languages"):
        opened.observe(CASES)
    unopened = registry.metrics.find("gemba-da")(system="python:x:y", source_language="en", target_language="de")
    with pytest.raises(CapabilityError, match="not open"):
        unopened.observe(CASES)

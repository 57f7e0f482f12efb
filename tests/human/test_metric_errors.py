"""Errors that metrics marked, read from the details of stored cases."""

from __future__ import annotations

import pytest

from mteval.core.evidence import ErrorSpan
from mteval.core.results import CaseResult
from mteval.human.metric_errors import MetricErrors, metric_errors


def case(seen):
    return CaseResult("1", "scored", answer="x", detail={"seen": seen})


def test_errors_are_read_by_metric():
    minor = {"start": 0, "end": 2, "severity": "minor", "confidence": 0.5}
    gone = {"missing": True, "severity": "major", "category": "omission", "side": "source"}
    found = metric_errors(
        case({"comet": {"spans": [minor]}, "judge": {"scores": [1.0]}, "gemba-mqm": {"spans": [gone]}})
    )
    assert found == [
        MetricErrors("comet", (ErrorSpan(0, 2, "minor"),)),
        MetricErrors("gemba-mqm", (ErrorSpan(0, 0, "major", "omission", "source", missing=True),)),
    ]
    assert metric_errors(CaseResult("1", "scored")) == []


@pytest.mark.parametrize(
    "entry",
    [
        7,
        {"start": 0, "end": 1, "severity": "<b>"},
        {"start": "0", "end": 1, "severity": "minor"},
        {"start": 2, "end": 1, "severity": "minor"},
        {"start": -3, "end": -1, "severity": "minor"},
        {"start": 0, "end": 10**9, "severity": "minor"},
    ],
)
def test_what_a_stranger_wrote_otherwise_is_passed_over(entry):
    assert metric_errors(case({"comet": {"spans": [entry]}})) == [MetricErrors("comet", ())]
    assert metric_errors(case({"comet": entry})) == []
    assert metric_errors(case([entry])) == []

"""The heat map and the list of failing instances."""

from __future__ import annotations

import math
import re

from mteval.analysis.checklist_pictures import checklist_sections
from mteval.core.results import Report, Results, Score, Slice

FAILURES = [
    {
        "capability": "Negation",
        "name": "",
        "template": "It was <not> {good}.",
        "type": "MFT",
        "expected": ["negative", "neutral"],
        "failed": 2,
        "decided": 3,
        "examples": [{"reason": "answered positive", "texts": [{"text": "كان <جيدًا>", "answer": "positive"}]}],
    }
]


def score(value):
    return Score("failure-rate", {"failure_rate": value, "decided": 9.0}, {"failure_rate": (0.1, 0.9)}, 9, 0, False, "")


def report(language, status, system="bert", **rates):
    suite = {"name": f"s-{language}", "family": "checklist", "languages": [language], "status": status}
    slices = tuple(Slice("capability", name, (score(rate),)) for name, rate in rates.items())
    return Report(suite, {"name": system}, (score(0.5),), slices, extras={"failures": FAILURES})


def html(*reports):
    return {section.title: section.html for section in checklist_sections(Results(tuple(reports)))}


def test_languages_stand_side_by_side_and_drafts_are_marked():
    found = html(report("en", "original", Negation=0.25, Temporal=0.75), report("hi", "draft", Negation=1.0))
    table = found["Failure rate by capability and language: bert"]
    rows = re.findall(r"<tr>(.*?)</tr>", table)
    plain = [re.sub(r"<[^>]+>", "|", row) for row in rows]
    assert "en s-en" in plain[0]
    assert "hi s-hi †" in plain[0]
    assert re.findall(r"[\d.–]+", plain[1]) == ["25.0", "100.0"]
    assert re.findall(r"[\d.–]+", plain[2]) == ["75.0", "–"]
    assert "unverified" in table


def test_each_system_has_its_own_map():
    found = html(report("en", "original", "bert", Negation=0.1), report("en", "original", "other", Negation=0.2))
    assert len([title for title in found if title.startswith("Failure rate")]) == 2


def test_failing_instances_are_grouped_and_escaped():
    (listed,) = (text for title, text in html(report("ar", "draft", Negation=0.5)).items() if "Failing" in title)
    assert "2 of 3 failed" in listed
    assert "expected negative or neutral" in listed
    assert "&lt;not&gt;" in listed
    assert "<جيدًا>" not in listed
    assert "dir='auto'" in listed


def test_a_rate_over_nothing_is_a_dash():
    table = html(report("en", "original", Negation=math.nan))["Failure rate by capability and language: bert"]
    assert "nan" not in table


def test_other_families_are_left_alone():
    other = Report({"name": "x", "family": "reference"}, {"name": "bert"}, ())
    assert html(other) == {}

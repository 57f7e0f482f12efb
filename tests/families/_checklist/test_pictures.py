"""The heat map and the list of failing instances."""

from __future__ import annotations

import math
import re

import pytest

from mteval.core.results import Report, Score, Slice
from mteval.families._checklist.pictures import checklist_sections, failure_list
from tests.charts.reading import HOSTILE, assert_escaped, table, text, tree

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


def score(value, interval=(0.1, 0.9)):
    intervals = {} if interval is None else {"failure_rate": interval}
    return Score("failure-rate", {"failure_rate": value, "decided": 9.0}, intervals, 9, 0, False, "")


def report(language, status, system="bert", **rates):
    suite = {"name": f"s-{language}", "family": "checklist", "languages": [language], "status": status}
    slices = tuple(Slice("capability", name, (score(rate),)) for name, rate in rates.items())
    return Report(suite, {"name": system}, (score(0.5),), slices, extras={"failures": FAILURES})


def html(*reports):
    return {section.title: section.html for section in checklist_sections(reports)}


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


def cells(html):
    return [one for one in tree(html).iter("td") if one.get("data-metric") == "failure-rate"]


def test_the_map_holds_the_rates_and_their_intervals():
    found = html(report("en", "original", Negation=0.25, Temporal=0.75))[
        "Failure rate by capability and language: bert"
    ]
    assert table(tree(found)) == [
        ["", "en s-en"],
        ["Negation", "25.0"],
        ["Temporal", "75.0"],
        ["mean over capabilities", "50.0"],
    ]
    assert {cell.get("title") for cell in cells(found)} == {"10.0–90.0 %, 9 test cases"}
    assert [cell.get("style") for cell in cells(found)] == [
        "background:rgba(200,30,30,0.11)",
        "background:rgba(200,30,30,0.34)",
        "background:rgba(200,30,30,0.23)",
    ]


@pytest.mark.parametrize("interval", [None, (math.nan, math.nan)])
def test_without_resamples_a_rate_stands_alone(interval):
    one = Report({"name": "s"}, {"name": "bert"}, (score(0.5, interval),))
    (found,) = html(one).values()
    assert [(text(cell), cell.get("title")) for cell in cells(found)] == [("50.0", "9 test cases")]


def test_sections_have_their_anchors():
    found = list(checklist_sections([report("en", "original", Negation=0.1)]))
    assert [one.anchor for one in found] == ["checklist-map-bert", "checklist-failures-bert-s-en"]


def test_an_instance_is_shown_with_its_answers_and_the_reason():
    texts = [{"text": "one", "answer": "eins"}, {"text": "two", "answer": "zwei"}]
    group = {**FAILURES[0], "expected": [], "examples": [{"texts": texts}, {"texts": texts[:1], "reason": "no number"}]}
    found = tree(failure_list([group]))
    assert [text(one) for one in found.iter("summary")] == ["It was <not> {good}. Negation, MFT: 2 of 3 failed"]
    assert [text(one) for one in found.iter("li")] == ["one → einstwo → zwei", "one → eins no number"]
    assert len(list(found.iter("br"))) == 1


def test_of_many_templates_the_worst_are_shown():
    found = tree(failure_list(FAILURES * 42))
    assert len(list(found.iter("details"))) == 40
    assert text(found.find("p")) == "and 2 more templates."
    assert tree(failure_list(FAILURES * 40)).find("p") is None


def test_names_are_escaped():
    names = [HOSTILE + part for part in ("suite", "language", "capability")]
    suite = {"name": names[0], "languages": [names[1], "en"], "status": "draft"}
    one = Report(suite, {"name": HOSTILE}, (score(0.5),), (Slice("capability", names[2], (score(0.5),)),))
    (section,) = checklist_sections([one])
    assert_escaped(section.html, *names)
    assert section.title.endswith(HOSTILE)


def test_templates_and_instances_are_escaped():
    names = {key: HOSTILE + key for key in ("template", "capability", "type", "expected", "text", "answer", "reason")}
    example = {"reason": names["reason"], "texts": [{"text": names["text"], "answer": names["answer"]}]}
    group = {**FAILURES[0], **names, "expected": [names["expected"]], "examples": [example]}
    assert_escaped(failure_list([group]), *names.values())

"""The waterfall, read back from its pictures and tables."""

import copy
import math

import pytest

from mteval.core.results import Finding, Report
from mteval.families._dictionary.pictures import waterfall_sections, waterfall_tables
from tests.charts.reading import HOSTILE, assert_escaped, table, text, tree

STEPS = [
    {"step": "headline", "value": 0.92947, "interval": [0.9045, 0.9524], "n": 397, "sources": 412},
    {"step": "without names", "value": 0.5, "interval": [0.25, 0.75], "n": 8, "sources": 9},
]
FALSE = {
    "wrong": 28,
    "inflections": 4,
    "synonyms": 3,
    "other_gold": 0,
    "share": 0.25,
    "interval": [0.1264, 0.4344],
    "judged_from": ["lemmatiser", "wordnet"],
}
NO_FALSE = {**FALSE, "wrong": 0, "inflections": 0, "synonyms": 0, "share": None, "interval": [None, None]}
POS = {"noun": {"by_source": STEPS[0], "by_pair": STEPS[1]}}
NO_INTERVALS = [None, [], [None, None], [math.nan, math.nan]]


def report(system="good", suite="en-es", steps=STEPS, false=FALSE, pos=None, findings=()):
    extras = {"waterfall": copy.deepcopy(steps), "false_false_positives": dict(false), "pos": pos or {}}
    return Report({"name": suite}, {"name": system}, (), findings=tuple(findings), extras=extras)


def with_interval(interval):
    return [{**step, "interval": interval} for step in STEPS]


def section(*reports):
    (found,) = waterfall_sections(reports)
    return tree(found.html)


def rows(found):
    """System, length of the bar and value of every row of bars."""
    return [
        (text(row.find("span[@class='name']")), bar_length(row), text(row.find("span[@class='value']")))
        for row in found.iter("div")
        if row.get("class") == "row"
    ]


def bar_length(row):
    bar = row.find("span[@class='track']/span")
    return None if bar is None else dict(part.split(":") for part in bar.get("style").split(";"))["width"]


def test_each_suite_with_a_waterfall_has_its_section():
    other = Report({"name": "en-fi"}, {"name": "good"}, ())
    one, two = waterfall_sections([report(), report(suite="en de/x"), report("bad"), other])
    assert (one.title, one.anchor) == ("What is left of P@1: en-es", "waterfall-en-es")
    assert (two.title, two.anchor) == ("What is left of P@1: en de/x", "waterfall-en-de-x")
    assert [system for system, _, _ in rows(tree(one.html))] == ["good", "bad"] * 2


def test_bars_are_as_long_as_the_values():
    found = section(report())
    assert [text(one) for one in found.iter("figcaption")] == ["headline", "without names"]
    assert rows(found) == [("good", "92.95%", "0.929"), ("good", "50.00%", "0.500")]
    titles = [one.get("title") for one in found.iter("span") if one.get("class") == "track"]
    assert titles == ["good: 0.929 [0.904, 0.952]", "good: 0.500 [0.250, 0.750]"]
    intervals = [one.get("style") for one in found.iter("span") if "currentColor" in one.get("style", "")]
    assert "left:25.00%;width:50.00%" in intervals[1]


def test_the_table_holds_the_same_numbers():
    found = next(section(report(), report("bad", steps=[{**STEPS[0], "n": 400}, STEPS[1]])).iter("table"))
    assert table(found) == [
        ["step", "n", "■ good", "■ bad"],
        ["headline", "397 / 400", "0.929 [0.904, 0.952]", "0.929 [0.904, 0.952]"],
        ["without names", "8", "0.500 [0.250, 0.750]", "0.500 [0.250, 0.750]"],
    ]


@pytest.mark.parametrize("interval", NO_INTERVALS)
def test_without_resamples_bars_and_numbers_stand_alone(interval):
    pos = {"noun": {way: {**step, "interval": interval} for way, step in POS["noun"].items()}}
    found = section(report(steps=with_interval(interval), pos=pos))
    assert rows(found) == [("good", "92.95%", "0.929"), ("good", "50.00%", "0.500")]
    assert [one.get("title") for one in found.iter("span") if one.get("class") == "track"] == [
        "good: 0.929",
        "good: 0.500",
    ]
    assert not [one for one in found.iter("span") if "currentColor" in one.get("style", "")]
    steps, by_pos = found.iter("table")
    assert table(steps)[1] == ["headline", "397", "0.929"]
    assert table(by_pos)[1] == ["noun", "397", "0.929", "8", "0.500"]


@pytest.mark.parametrize("nothing", [None, math.nan])
def test_a_step_over_nothing_is_a_dash(nothing):
    empty = {**STEPS[1], "value": nothing, "interval": [nothing, nothing], "n": 0}
    found = section(report(steps=[STEPS[0], empty]))
    assert rows(found)[1] == ("good", None, "–")
    assert "nothing to score" in text(found)
    assert table(next(found.iter("table")))[2] == ["without names", "0", "–"]
    (steps, *_) = waterfall_tables([report(steps=[STEPS[0], empty])])
    assert steps.rows[1] == ("without names", "0", "–")


def test_false_false_positives_are_one_sentence_for_each_system():
    found = section(
        report(), report("bad", false={**FALSE, "other_gold": 2, "judged_from": []}), report("b", false=NO_FALSE)
    )
    assert [text(one) for one in found.iter("li")] == [
        "good: of 28 words counted as wrong, 4 got an inflection and 3 a synonym of a gold target "
        "(25.0%, interval 12.6% to 43.4%; judged from lemmatiser, wordnet).",
        "bad: of 28 words counted as wrong, 4 got an inflection and 3 a synonym of a gold target "
        "(25.0%, interval 12.6% to 43.4%; judged from nothing at hand), "
        "and 2 a gold target of another pair of the word or in another case.",
    ]
    assert "False false positives" not in text(section(report(false=NO_FALSE)))


def test_ranking_flips_are_told_once():
    flip = Finding("ranking-flip", "good beats bad")
    found = section(report(findings=[flip, Finding("other", "no")]), report("bad", findings=[flip]))
    assert [text(one) for one in found.iter("p")] == ["Ranking flip. good beats bad"]


def test_parts_of_speech_have_a_table_for_each_system():
    found = section(report(pos=POS))
    assert text(list(found.iter("h3"))[-1]) == "By part of speech: good"
    assert table(list(found.iter("table"))[-1]) == [
        ["part of speech", "words", "P@1 by source word", "words", "P@1 of its pairs alone"],
        ["noun", "397", "0.929 [0.904, 0.952]", "8", "0.500 [0.250, 0.750]"],
    ]
    assert found.find("div[@aria-label='By part of speech: good']").get("role") == "region"


def test_the_text_tables_hold_the_same_numbers():
    steps, false, pos = waterfall_tables([report(pos=POS)])
    assert steps.header == ("what is left of P@1", "n", "good")
    assert steps.rows == (
        ("headline", "397", "0.9295 [0.9045, 0.9524]"),
        ("without names", "8", "0.5000 [0.2500, 0.7500]"),
    )
    assert false.rows == (("inflections + synonyms", "4 + 3 of 28"), ("share", "25.0% [12.6%, 43.4%]"))
    assert false.note.endswith("judged from: lemmatiser, wordnet")
    assert pos.rows == (("noun", "8", "0.5000"),)


def test_text_tables_of_many_systems_leave_the_intervals_out():
    names = ("x-a.vec", "x-b.vec", "x-c.vec")
    steps, false = waterfall_tables([report(names[0]), report(names[1], false=NO_FALSE), report(names[2])])
    assert steps.header == ("what is left of P@1", "n", "a", "b", "c")
    assert steps.rows[0] == ("headline", "397", "0.9295", "0.9295", "0.9295")
    assert false.rows[1] == ("share", "25.0%", "–", "25.0%")


@pytest.mark.parametrize("interval", NO_INTERVALS)
def test_text_tables_without_resamples_hold_the_values_alone(interval):
    steps, false = waterfall_tables([report(steps=with_interval(interval), false={**FALSE, "interval": interval})])
    assert [row[-1] for row in steps.rows] == ["0.9295", "0.5000"]
    assert false.rows[1] == ("share", "25.0%")


def test_reports_without_a_waterfall_have_neither_section_nor_tables():
    for given in (Report({"name": "s"}, {"name": "a"}, ()), report(steps=[])):
        assert list(waterfall_tables([given])) == []
        assert list(waterfall_sections([given])) == []


def test_names_are_escaped():
    names = [HOSTILE + part for part in ("system", "step", "judge", "flip", "part")]
    given = report(
        names[0],
        HOSTILE,
        [{**STEPS[0], "step": names[1]}],
        {**FALSE, "judged_from": [names[2]]},
        {names[4]: POS["noun"]},
        [Finding("ranking-flip", names[3])],
    )
    (found,) = waterfall_sections([given])
    assert_escaped(found.html, *names, f"{names[0]}: 0.929 [0.904, 0.952]", f"By part of speech: {names[0]}")
    assert set(found.anchor.removeprefix("waterfall-")) <= set("-abcdefghijklmnopqrstuvwxyz1")

"""Positive, negative and unknown translations, read back from the picture."""

import math

import pytest

from mteval.core.results import Report, Score, Slice
from mteval.families._sense_choice.charts import choice_sections
from tests.charts.reading import HOSTILE, assert_escaped, own_texts, table, text, tree

BOUNDS = {
    "all": {"best": {"f1_b": 0.94567}, "worst": {"f1_b": 0.65217}},
    "in": {"best": {"f1_b": 1}, "worst": {"f1_b": 0}},
}


def score(positive, negative, unknown, f1=0.75):
    values = {"f1_b": f1, "positive": positive, "negative": negative, "unknown": unknown}
    return Score("sense-f1", values, {}, 10, 0, True, "")


def report(counts=(6.0, 3.0, 1.0), system="good", suite="words", **options):
    slices = tuple(Slice("domain", name, (score(*own),)) for name, own in options.pop("domains", {}).items())
    return Report({"name": suite}, {"name": system}, (score(*counts, **options),), slices, extras={"bounds": BOUNDS})


def test_each_suite_has_its_section_with_every_system_and_domain():
    domains = {"in": (4.0, 0.0, 0.0)}
    one, other = choice_sections([report(domains=domains), report((0.0, 10.0, 0.0), "bad"), report(suite="other")])
    assert (one.title, one.anchor) == ("Sense choice: words", "sense-choice-0")
    assert (other.title, other.anchor) == ("Sense choice: other", "sense-choice-1")
    found = tree(one.html)
    labels = [name for name in own_texts(found, "text") if ":" in name]
    assert labels == ["all: good", "in: good", "all: bad"]
    counts = [int(text(bar).split()[0]) for bar in found.iter("rect")]
    assert counts == [6, 3, 1, 4, 0, 0, 0, 10, 0]
    assert [name for name in own_texts(found, "text") if name.startswith("F1")] == ["F1 0.750"] * 3
    assert next(found.iter("svg")).get("aria-label") == "Sense choice on words"


def test_the_legend_names_the_colours_of_the_bars():
    (section,) = choice_sections([report()])
    found = tree(section.html)
    assert text(found.find("p")) == "■ positive ■ negative ■ unknown"
    colours = [one.get("style").removeprefix("color:") for one in found.find("p")]
    assert [bar.get("style").removeprefix("fill:") for bar in found.iter("rect")] == colours


def test_the_bounds_stand_in_a_table():
    (section,) = choice_sections([report(), report(system="bad")])
    head, *rows = table(next(tree(section.html).iter("table")))
    assert head == ["system", "domain", "all undecided wrong", "all undecided right"]
    assert rows[:2] == [["good", "all", "0.652", "0.946"], ["good", "in", "0.000", "1.000"]]
    assert [row[0] for row in rows] == ["good", "good", "bad", "bad"]


@pytest.mark.parametrize("nothing", [None, math.nan])
def test_a_bound_or_an_f1_over_nothing_is_a_dash(nothing):
    given = report(f1=math.nan)
    given.extras["bounds"] = {"all": {"best": {"f1_b": nothing}, "worst": {"f1_b": nothing}}}
    (section,) = choice_sections([given])
    assert table(next(tree(section.html).iter("table")))[1] == ["good", "all", "–", "–"]
    assert own_texts(tree(section.html), "text")[-1] == "F1 –"


def test_without_bounds_there_is_no_table_and_without_counts_no_section():
    bare = Report({"name": "s"}, {"name": "a"}, (score(1.0, 0.0, 0.0),))
    (section,) = choice_sections([bare])
    assert "<table" not in section.html
    assert list(choice_sections([report((math.nan,) * 3)])) == []


def test_names_are_escaped():
    names = [HOSTILE + part for part in ("system", "domain", "bound")]
    given = report(system=names[0], suite=HOSTILE, domains={names[1]: (1.0, 1.0, 1.0)})
    given.extras["bounds"] = {names[2]: BOUNDS["all"]}
    (section,) = choice_sections([given])
    assert_escaped(section.html, *names, f"Sense choice on {HOSTILE}")

"""Ratings and judged metrics: a plot per metric beside people, a table per kind of annotators' tendencies."""

from __future__ import annotations

from mteval.core.results import Report
from mteval.families._human.view import HumanView
from tests.charts.reading import HOSTILE, assert_escaped, table, tree

POINTS = [
    {"system": "A", "human": 1.0, "metric": 10.0},
    {"system": HOSTILE, "human": 2.0, "metric": 20.0},
    {"system": "C", "human": 3.0, "metric": 30.0},
]
ANA = {"annotator": "ana", "ratings": 60, "mean_score": 3.3666}


def report(name, **extras):
    return Report({"name": "ratings"}, {"name": name}, (), extras=extras)


def test_a_metric_beside_people_is_a_plot_of_its_systems():
    (section,) = HumanView().sections([report("bleu", systems=POINTS), report("nothing")])
    assert (section.title, section.anchor) == ("bleu beside people", "scatter-bleu")
    assert_escaped(section.html, HOSTILE)
    assert len(list(tree(section.html).iter("circle"))) == 3


def test_annotators_have_a_table_with_what_the_report_says():
    (section,) = HumanView().sections([report("all systems", annotators={"adequacy": [ANA]})])
    assert section.title == "Annotators, adequacy: all systems"
    assert table(tree(section.html))[-1] == ["ana", "60", "3.37"]


def test_reports_without_either_add_nothing():
    assert list(HumanView().sections([report("x")])) == []

"""The tables of annotators are data; a room of charts makes HTML of them."""

import math

from mteval.charts.tables import plain_table
from mteval.human.annotator_report import annotator_tables
from tests.charts.reading import HOSTILE, assert_escaped, table, tree

ANA = {"annotator": "ana", "ratings": 60, "mean_score": 3.3666, "spread": math.nan, "missed": ("a", "b"), "p": None}


def test_each_kind_and_scale_has_its_table():
    extras = {"annotators": {"adequacy": [ANA, {**ANA, "missed": []}], "fluency": []}, "controls": {"adequacy": [ANA]}}
    (title, people), (controls_title, controls) = annotator_tables(extras)
    assert (title, controls_title) == ("Annotators, adequacy", "Control items, adequacy")
    assert people.header == ("annotator", "ratings", "mean score", "spread", "missed", "p")
    assert people.rows == (("ana", "60", "3.37", "–", "a, b", "–"), ("ana", "60", "3.37", "–", "–", "–"))
    assert controls.rows == people.rows[:1]


def test_reports_without_annotators_have_none():
    assert list(annotator_tables({})) == []
    assert list(annotator_tables({"controls": None})) == []


def test_the_table_as_html_says_the_same_and_escapes():
    ((_, people),) = annotator_tables({"annotators": {"s": [{**ANA, "annotator": HOSTILE, HOSTILE: HOSTILE + "2"}]}})
    html = plain_table(people.header, people.rows)
    assert_escaped(html, HOSTILE, HOSTILE + "2")
    assert table(tree(html))[1][:3] == [HOSTILE, "60", "3.37"]

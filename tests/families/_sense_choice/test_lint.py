"""Lint rules for sense choices, and the cleaned set."""

from __future__ import annotations

from mteval.core.records import SenseItem
from mteval.families._sense_choice import lint as sense_lint
from tests.families.sense_items import item, loaded


def sense(**changes):
    given = {"id": "1", "source": "the bank", "word": "bank", "positive": ("a", "b"), "negative": ("c", "d")}
    return SenseItem(**{**given, **changes})


def test_sense_items_lose_words_listed_on_both_sides():
    items = [
        sense(negative=("b", "c"), distances=(0.1, 0.2)),
        sense(negative=("b", "c")),
        sense(negative=("a",), source="x"),
    ]
    assert [finding.code for finding in sense_lint.basic_findings(items, ["1", "2", "3"])] == [
        "positive-negative-overlap",
        "duplicate-item",
    ]
    (kept,), removed = sense_lint.clean(items)
    assert (kept.positive, kept.negative, kept.distances) == (("a",), ("c",), (0.2,))
    assert removed == {"duplicate-item": 1, "positive-negative-overlap": 2, "item-without-words": 1}


def test_lint_judges_the_references():
    items = (
        item("1", reference="Die Bank ."),
        item("2", source="a bank", reference="Das Ufer ."),
        item("3", source="river"),
    )
    family, suite = loaded(*items)
    found = {finding.code: finding.cases for finding in family.lint(suite)}
    assert found == {"reference-negative": ("2",), "source-word-missing": ("3",)}
    assert list(family.export(suite)) == [one.source for one in items]

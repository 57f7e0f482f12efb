"""Errors counted by hand on a few ratings, and the segments that are shown."""

from __future__ import annotations

from pathlib import Path

from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.error_overview import OTHER, SHOWN_CATEGORIES, error_extras
from mteval.human.ratings import Ratings

MINOR, MAJOR = ErrorSpan(0, 2, "minor", "Style"), ErrorSpan(1, 3, "major", "Style")


def rating(system, item, value, spans=(), **detail):
    return Rating(item, "ann", "mqm", value, system, {"source": "src", "target": "text", **detail}, tuple(spans))


def extras(*ratings):
    return error_extras(Ratings(Path("r.tsv"), ratings))


def test_errors_are_counted_by_category_severity_and_system():
    source = ErrorSpan(0, 1, "minor", "Source issue", "source")
    found = extras(rating("A", "1", -6, [MINOR, MAJOR]), rating("B", "1", -1, [MINOR, source]), rating("B", "2", 0))
    (table,) = found["errors"]
    assert table["rated"] == {"A": 1, "B": 2}
    assert [(row["category"], row["severity"], row["counts"]) for row in table["rows"]] == [
        ("Style", "major", {"A": 1, "B": 0}),
        ("Style", "minor", {"A": 1, "B": 1}),
        ("Source issue (in the source)", "minor", {"A": 0, "B": 1}),
    ]


def test_rare_categories_are_counted_together_never_dropped():
    spans = [ErrorSpan(0, 1, "minor", f"c{n}") for n in range(SHOWN_CATEGORIES + 5)]
    (table,) = extras(rating("A", "1", -1, spans))["errors"]
    assert sum(row["counts"]["A"] for row in table["rows"]) == len(spans)
    assert table["rows"][-1]["category"] == OTHER
    assert table["rows"][-1]["counts"] == {"A": 5}


def test_segments_with_the_widest_spread_come_first_best_translation_first():
    found = extras(
        rating("A", "narrow", -1, [MINOR]),
        rating("B", "narrow", 0),
        rating("A", "wide", -6, [MINOR, MAJOR]),
        rating("B", "wide", 0),
    )
    assert [one["item"] for one in found["segments"]] == ["wide", "narrow"]
    assert [one["system"] for one in found["segments"][0]["translations"]] == ["B", "A"]
    assert found["segments"][0]["translations"][1]["errors"][1]["severity"] == "major"
    assert found["segments_with_errors"] == 2


def test_controls_do_not_count_and_language_pairs_are_apart():
    found = extras(
        rating("A", "1", -1, [MINOR], languages="en-de"),
        rating("A", "1", -1, [MAJOR], languages="en-cs"),
        rating("A", "2", -9, [MAJOR], languages="en-cs", type="degraded"),
    )
    assert [(one["languages"], one["rated"]) for one in found["errors"]] == [("en-de", {"A": 1}), ("en-cs", {"A": 1})]


def test_ratings_without_errors_add_nothing():
    assert extras(rating("A", "1", 0)) == {}

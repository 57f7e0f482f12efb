"""The human section: ranks as bars, errors per 100 translations, segments with their errors marked."""

from __future__ import annotations

from mteval.families._human.pictures import error_map, human_sections, rank_chart, segment_list
from tests.charts.reading import HOSTILE, assert_escaped, table, tree

ROW = {"raw": 1.0, "z": None, "n_segments": 3, "n_ratings": 4}
RANKING = {
    "languages": "en-de",
    "scale": "esa",
    "signature": "rule:wmt24",
    "systems": [
        {**ROW, "system": "A", "range": (1, 1), "cluster": 1},
        {**ROW, "system": HOSTILE, "range": (2, 3), "cluster": 2},
        {**ROW, "system": "C", "range": (2, 4), "cluster": 2},
        {**ROW, "system": "D", "range": (3, 4), "cluster": 2},
    ],
}
ERRORS = {
    "languages": "",
    "rated": {"A": 50, "B": 200},
    "rows": [
        {"category": "Style", "severity": "major", "counts": {"A": 1, "B": 3}},
        {"category": "Style", "severity": "minor", "counts": {"A": 4, "B": 0}},
        {"category": HOSTILE, "severity": "minor", "counts": {"A": 1, "B": 0}},
    ],
}
SEGMENT = {
    "languages": "en-de",
    "item": "7",
    "document": "doc",
    "source": "one two",
    "translations": [
        {
            "system": HOSTILE,
            "annotator": "ann",
            "score": -6.0,
            "target": "<b>eins</b> zwei",
            "errors": [
                {"start": 12, "end": 16, "severity": "major", "category": "Style", "side": "target"},
                {"start": 4, "end": 7, "severity": "minor", "category": "Source issue", "side": "source"},
                {"missing": True, "severity": "major", "category": "Omission", "side": "target"},
            ],
        }
    ],
}


def test_a_bar_reaches_from_the_best_to_the_worst_rank():
    html = rank_chart(RANKING)
    assert_escaped(html, HOSTILE)
    bars = [bar.get("style") for bar in tree(html).iter("span") if bar.get("class") == "rank-bar"]
    # Four ranks, a quarter of the width each.
    assert bars[1:3] == ["margin-left:25.00%;width:50.00%", "margin-left:25.00%;width:75.00%"]
    lines = [row.get("class") for row in tree(html).iter("tr")][1:]
    assert lines == [None, "cluster-line", None, None]


def test_errors_are_shown_per_100_translations_with_their_severities():
    html = error_map(ERRORS)
    assert_escaped(html, HOSTILE)
    # By hand: A has 1 and 4 errors of 50 translations, B 3 of 200; the system with fewer errors comes first.
    header, style, other, total = table(tree(html))
    assert [cell.split()[0] for cell in header[1:]] == ["B", "A"]
    assert style[1:] == ["1.5major 1.5", "10.0major 2.0minor 8.0"]
    assert [cell[:4] for cell in other[1:]] == ["0.0", "2.0m"]
    assert total[2].startswith("12.0")


def test_a_segment_shows_errors_of_both_sides_where_they_are():
    html = segment_list([SEGMENT], 9)
    assert_escaped(html, HOSTILE)
    marks = [(mark.get("class"), "".join(mark.itertext())) for mark in tree(html).iter("mark")]
    assert marks[2:] == [("error major", "zwei"), ("error minor", "two")]
    assert "1 of 9 segments" in html
    assert "major Omission (missing)" in html


def test_sections_come_where_the_report_has_them():
    titles = [
        one.title for one in human_sections({"rankings": [RANKING], "errors": [ERRORS], "segments": [SEGMENT]}, "x")
    ]
    assert titles == [
        "How people rank the systems of en-de (esa)",
        "Errors people marked",
        "Segments with marked errors: x",
    ]
    assert list(human_sections({}, "x")) == []

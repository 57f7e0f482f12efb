"""The sheet a person decides on: as a table, and as a page."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import astuple

import pytest

from mteval.core.errors import DataError
from mteval.core.protocols import DecisionSheet
from mteval.families._sense_choice.sheet import COLUMNS, SenseSheet, SheetRow, read_sheet
from tests.charts.reading import HOSTILE, text, tree
from tests.families.sense_items import POSITIVE, UNKNOWN, sheet_of

ROWS = (
    SheetRow("1", "bank", "Bank", "Ufer", "", "The bank .", 'ein "Geldhaus"\twohl', ""),
    SheetRow("2", "bank", "Bank", "Ufer", "Ufer", "A bank .", "Das Ufer\u2028& mehr .", "Die Bank .", "negative"),
)


@pytest.fixture
def page(tmp_path):
    def write(rows, title="Sheet"):
        sheet: DecisionSheet = SenseSheet(tuple(rows))
        sheet.write_page(tmp_path / "sheet.html", title)
        return (tmp_path / "sheet.html").read_text(encoding="utf-8")

    return write


def data(written):
    """The columns and rows that the script of a page starts from."""
    found = json.loads(embedded(written))
    return found["columns"], [SheetRow(*row) for row in found["rows"]]


def embedded(written):
    return re.search(r'<script type="application/json" id="sheet-data">(.*?)</script>', written).group(1)


def test_a_table_goes_round(tmp_path):
    path = tmp_path / "sheet.tsv"
    SenseSheet(ROWS).write_table(path)
    with path.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file, dialect="excel-tab")) == [list(COLUMNS), *(list(astuple(row)) for row in ROWS)]
    assert read_sheet(path) == {"2": ROWS[1]}


def test_the_page_shows_every_case(page):
    found = tree(page(ROWS, "words: good"))
    assert [text(one) for one in found.iter("title")] == ["words: good"]
    assert "0 of 2 decided" in text(next(found.iter("header")))
    first, second = found.iter("article")
    assert text(first.find("h2")) == "bank 1"
    shown = {text(name): text(value) for name, value in zip(first.iter("dt"), first.iter("dd"), strict=True)}
    assert shown == {
        "source": "The bank .",
        "translation": 'ein "Geldhaus" wohl',
        "right": "Bank",
        "wrong": "Ufer",
        "found": "nothing",
    }
    assert "Die Bank ." in text(second)


def test_what_is_decided_already_is_checked(page):
    inputs = list(tree(page(ROWS)).iter("input"))
    assert [(one.get("name"), one.get("value")) for one in inputs if "checked" in one.attrib] == [("v1", "negative")]
    assert [one.get("value") for one in inputs] == ["positive", "negative", "unknown"] * 2


def test_the_script_has_the_same_rows(page):
    assert data(page(ROWS)) == (list(COLUMNS), list(ROWS))


def test_texts_end_neither_the_script_nor_an_element(page):
    hostile = SheetRow(*(f"{HOSTILE}<!--{name}\u2028\u2029" for name in COLUMNS[:-1]))
    written = page([hostile], HOSTILE)
    assert written.count("</script>") == 2
    assert "<img" not in written
    assert not re.search("[<>&\u2028\u2029]", embedded(written))
    assert data(written)[1] == [hostile]
    (title,) = tree(written).iter("h1")
    assert title.text == HOSTILE
    values = [one.text for one in tree(written).iter("dd")]
    assert set(values) == {
        getattr(hostile, name) for name in ("source", "translation", "reference", "right", "wrong", "found")
    }


def test_the_page_asks_nothing_of_the_network(page):
    assert "http:" not in page(ROWS)
    assert "https:" not in page(ROWS)


def test_a_sheet_without_rows(page):
    assert data(page([]))[1] == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("id\tverdict\n", "line 1: is no adjudication sheet: the column 'translation' is missing"),
        ("id\ttranslation\tverdict\n1\tx\tmaybe\n", "line 2: the verdict 'maybe' is none of"),
        ("id\ttranslation\tverdict\n1\tx\tp\n1\tx\tn\n", "line 3: case '1' is decided twice"),
    ],
)
def test_sheets_that_are_refused(tmp_path, content, message):
    (tmp_path / "s.tsv").write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=message):
        read_sheet(tmp_path / "s.tsv")


def test_decisions_by_hand_are_merged_back(tmp_path):
    texts = ["Bank", "Bank am Ufer", 'ein "Geldhaus"\twohl', "Damm"]
    family, suite, answers, evidence = sheet_of(tmp_path, texts)
    sheet = family.sheet(suite, answers, evidence)
    assert [row.id for row in sheet.rows] == ["1", "2", "3"]
    path = tmp_path / "sheet.tsv"
    sheet.write_table(path)
    table = list(csv.reader(path.open(encoding="utf-8", newline=""), dialect="excel-tab"))
    for row, verdict in zip(table[1:], ("p", "positive", ""), strict=True):
        row[-1] = verdict
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, dialect="excel-tab").writerows(table)
    family, suite, answers, evidence = sheet_of(tmp_path, texts, adjudicated=str(path))
    assert [one.outcome for one in evidence] == [POSITIVE, POSITIVE, POSITIVE, UNKNOWN]
    found = {finding.code: finding.count for finding in family.inspect(suite, answers, evidence)}
    assert found["adjudicated"] == 2
    family, suite, answers, evidence = sheet_of(tmp_path, ["Bank", "anders", texts[2], "Damm"], adjudicated=str(path))
    assert evidence[1].outcome is UNKNOWN
    found = {finding.code: finding.cases for finding in family.inspect(suite, answers, evidence)}
    assert found["adjudication-stale"] == ("1",)


def test_the_page_escapes_what_it_shows(tmp_path):
    family, suite, answers, evidence = sheet_of(tmp_path, ["</script><b>x</b>"])
    family.sheet(suite, answers, evidence).write_page(tmp_path / "s.html", "<title>")
    text = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert text.count("</script>") == 2
    assert "<b>x" not in text
    assert "http:" not in text

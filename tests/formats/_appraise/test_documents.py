"""Documents of an Appraise export: names without flags, places in them, and what fills up a task."""

from dataclasses import replace
from pathlib import Path

import pytest

from mteval.formats._appraise.documents import document_findings, kept_rows, placed_rows, reason_to_leave_out
from mteval.formats._appraise.rows import AppraiseRow

ROW = AppraiseRow(1, "ann", "wmt.A", "5", "TGT", "80", languages="en-de", document="d")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, ""),
        ({"complete": True}, "document-score"),
        ({"system": "en-de-Tutorial"}, "tutorial"),
        ({"document": "d#A#incomplete"}, "incomplete"),
        ({"document": "d#dup2"}, "filler"),
        ({"document": "d#bad2"}, ""),
    ],
)
def test_why_a_row_does_not_count(change, reason):
    row = replace(ROW, **change)
    assert reason_to_leave_out(row) == reason
    kept, findings = kept_rows([ROW, row, row])
    assert kept == ([ROW] if reason else [ROW, row, row])
    assert [(one.code, one.count) for one in findings] == ([(reason, 2)] if reason else [])


@pytest.mark.parametrize(
    ("document", "items", "named"),
    [
        ("d", ("41", "42"), [("d", "41"), ("d", "42")]),
        ("d#bad1", ("41", "42"), [("d", "41"), ("d", "42")]),
        ("d#A", ("42", "41", "44"), [("d", "2"), ("d", "1"), ("d", "4")]),
        ("d#A#bad1", ("90",), [("d", "1")]),
        ("d#B", ("41",), [("d#B", "41")]),  # the flag is no name of this row's system
        ("d#A", ("41", "²", "9" * 19), [("d", "1"), ("d#A", "²"), ("d#A", "9" * 19)]),
    ],
)
def test_a_segment_is_named_by_its_place_where_the_document_names_the_system(document, items, named):
    placed = placed_rows(replace(ROW, document=document, item=item) for item in items)
    assert [(one.document, one.segment) for one in placed] == named


def test_unfinished_documents_and_documents_shared_out():
    rows = [replace(ROW, line=line, item=item) for line, item in ((1, "1"), (2, "2"), (3, "3"))]
    rows += [replace(ROW, line=4, system="B", item="1")]  # one annotator, one of three segments
    rows += [replace(ROW, line=5, system="C", item="1"), replace(ROW, line=6, system="C", item="2", annotator="bob")]
    unfinished, mixed = document_findings(placed_rows(rows), Path("export.csv"))
    assert (unfinished.code, unfinished.count) == ("unfinished-document", 1)
    assert "line 4: d of B, 1 of 3 segments" in unfinished.message
    assert (mixed.code, mixed.count) == ("mixed-annotators", 2)
    assert list(document_findings(placed_rows(rows[:3]), Path("export.csv"))) == []

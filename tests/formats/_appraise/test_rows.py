"""The rows of an Appraise export, and what is no row."""

import json
from pathlib import Path

import pytest

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan
from mteval.formats._appraise.rows import read_rows

PATH = Path("export.csv")


def plain(spans="[]"):
    return f'ann,A,1,TGT,eng,deu,85,d,False,"{spans}",1.5,2.5\n'.replace("'", '""')


def test_a_row_with_documents_spans_and_times():
    (row,) = read_rows(plain("[{'start_i': 3, 'end_i': 3, 'severity': 'minor', 'error_type': ['A', 'B']}]"), PATH)
    assert (row.line, row.annotator, row.system, row.item, row.type, row.score) == (1, "ann", "A", "1", "TGT", "85")
    assert (row.languages, row.document, row.complete, row.start, row.end) == ("en-de", "d", False, 1.5, 2.5)
    assert row.spans == (ErrorSpan(3, 4, "minor", "A/B"),)


def test_without_a_column_for_spans_there_are_none_to_speak_of():
    rows = read_rows("ann,A,1,TGT,eng,deu,85\n\nbob,A,2,TGT,,,50,1.0,2.0\n", PATH)
    assert [(row.line, row.spans, row.languages, row.end) for row in rows] == [
        (1, None, "en-de", None),
        (3, None, "", 2),
    ]


def test_targets_side_by_side_are_rows_of_their_own():
    entry = {"annotator": "a", "item_id": 7, "item_type": "TGT", "document_id": "d", "is_complete_document": True}
    targets = [{"target_id": "A", "score": 40}, {"target_id": "B", "score": 60}]
    rows = read_rows("\n" + json.dumps({**entry, "targets": targets}) + "\n", PATH)
    assert [(row.line, row.system, row.item, row.score, row.complete) for row in rows] == [
        (2, "A", "7", "40", True),
        (2, "B", "7", "60", True),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("\n\n", "is empty"),
        ("a,b,c\n", "line 1: at least 7 columns expected"),
        ("systemID,username,segmentID,score\n", "line 1: the header lacks itemType"),
        ("systemID,username,segmentID,score,itemType\nA,b\n", "line 2: 5 columns expected, found 2"),
        (",A,1,TGT,eng,deu,85\n", "line 1: the annotator is empty"),
        (plain("[{"), "line 1: is not JSON"),
        (plain("[3]"), "line 1: the spans are no list of objects"),
        (plain("[{'start_i': true, 'end_i': 3, 'severity': 'minor'}]"), "the span True–3 does not run forwards"),
        (plain("[{'start_i': 0, 'end_i': 99999999, 'severity': 'minor'}]"), "the span 0–99999999 does not run"),
        (plain("[{'start_i': 4, 'end_i': 3, 'severity': 'minor'}]"), "the span 4–3 does not run forwards"),
        (plain("[{'start_i': 1, 'end_i': 3, 'severity': 'odd'}]"), "unknown severity 'odd'"),
        ('{"annotator": "a"}\n[]\n', "line 2: an object with an annotator and a score expected"),
        ('{"annotator": "a", "targets": 3}\n', "line 1: an object with an annotator"),
        ('{"annotator": \n', "line 1: is not JSON"),
    ],
)
def test_what_is_no_row_is_said_with_its_line(text, problem):
    with pytest.raises(DataError, match=problem):
        read_rows(text, PATH)

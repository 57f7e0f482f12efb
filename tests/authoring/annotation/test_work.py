"""What every kind of job writes: CSV that no spreadsheet runs, a log of one object a line, comments within bounds."""

from __future__ import annotations

import csv
import io
import json

import pytest

from mteval.authoring.annotation.database import Decision
from mteval.authoring.annotation.work import LONGEST_COMMENT, FormError, as_csv, as_jsonl, comment, log_entry

TEXTS = ["plain", "a, b", 'say "no"', "two\nlines", "ü\u2028", "", "3 - 2"]


def read(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_any_text_comes_back_from_csv():
    rows = [{"id": number, "text": text} for number, text in enumerate(TEXTS)]
    assert read(as_csv(rows)) == [{"id": str(row["id"]), "text": row["text"]} for row in rows]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_text(text):
    # A lone carriage return, which would end the row, is a line end like any other.
    assert read(as_csv([{"text": text}])) == [{"text": f"'{text}".replace("\r", "\n")}]


@pytest.mark.parametrize("value", ["-", "+", -3, 2.5, None])
def test_numbers_and_single_signs_stay_as_they_are(value):
    assert read(as_csv([{"value": value, "x": 1}]))[0]["value"] == ("" if value is None else str(value))


def test_the_first_row_says_the_columns():
    assert as_csv([{"a": 1, "b": 2}, {"a": 3, "b": 4, "more": 5}]) == "a,b\n1,2\n3,4\n"
    assert as_csv(iter(())) == ""


def test_the_log_has_one_object_a_line():
    entries = [{"text": text} for text in TEXTS]
    lines = as_jsonl(entries).split("\n")
    assert lines.pop() == ""
    assert [json.loads(line) for line in lines] == entries


def test_a_log_entry_has_every_part_of_a_decision():
    one = Decision(3, "2020-01-01T00:00:00", "ann", 2, "i", {"action": "accept"}, 1.5, 2.5, final=True, undone=True)
    parts = {name: getattr(one, name) for name in Decision.__dataclass_fields__ if name != "final"}
    assert log_entry(one, "rating") == {**parts, "kind": "rating"}


def test_comments_are_trimmed_and_have_an_end():
    assert comment({"comment": "  well \n"}) == "well"
    assert comment({}) == ""
    assert comment({"why": "x"}, "why") == "x"
    assert len(comment({"comment": "x" * LONGEST_COMMENT})) == LONGEST_COMMENT
    with pytest.raises(FormError, match=f"longer than {LONGEST_COMMENT} characters"):
        comment({"comment": "x" * (LONGEST_COMMENT + 1)})

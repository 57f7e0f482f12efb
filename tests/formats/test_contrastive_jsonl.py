"""Contrastive items as JSON Lines: the same as in tables, with lists where a cell holds one text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

import mteval
from mteval.core import registry
from mteval.core.errors import DataError
from tests.formats.contrast_items import read
from tests.formats.round_trips import there_and_back
from tests.formats.test_contrastive_tsv import ITEMS, TABLE

ROW = {"source": "a", "reference": "b", "contrast": "c"}


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_table_and_its_json_lines_hold_the_same_items(tmp_path):
    (tmp_path / "a.tsv").write_text(TABLE)
    first = read("contrastive-tsv", tmp_path / "a.tsv")
    registry.formats.find("contrastive-jsonl")().write(first.records, tmp_path / "a.jsonl")
    second = read("contrastive-jsonl", tmp_path / "a.jsonl")
    assert (second.records, second.cluster, set(second.slices)) == (first.records, "cluster", {"phenomenon"})


def test_a_tag_may_have_several_values(tmp_path):
    path = write(tmp_path / "a.jsonl", {**ROW, "kind": ["x", "y"]}, {**ROW, "contrast": "d", "kind": "x"})
    (tmp_path / "scores").write_text("-1\n-2\n-2\n-1\n")
    system = f"score-file:{tmp_path / 'scores'}?better=higher"
    (report,) = mteval.run(str(path), systems=system, format="contrastive-jsonl").reports
    assert {one.value: one.scores[0].value for one in report.slices} == {"x": 0.5, "y": 1.0}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (json.dumps(ROW) + "\n{", "line 2: is not contrastive-jsonl: it is not JSON"),
        (json.dumps(ROW) + "\n[1]\n", "line 2: is not contrastive-jsonl: an object is expected"),
        ('{"source": "a", "contrast": "b"}\n', "line 1: is not contrastive-jsonl: reference is missing"),
    ],
)
def test_what_is_no_item_is_refused_with_its_line(tmp_path, text, sentence):
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(DataError, match=sentence):
        read("contrastive-jsonl", tmp_path / "a.jsonl")


@settings(max_examples=40, deadline=None)
@given(ITEMS)
def test_records_of_any_text_are_read_back(records):
    assert there_and_back("contrastive-jsonl", records, "a.jsonl") == records

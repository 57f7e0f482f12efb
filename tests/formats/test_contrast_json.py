"""The JSON of contrastive sets: written back as it was read, told apart, and refused with a reason."""

from __future__ import annotations

import json

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from tests.formats.contrast_items import ACES, CONTRAPRO, JSON_FORMATS, MUCOW, put, read


@pytest.mark.parametrize("name", JSON_FORMATS)
def test_what_is_written_reads_back_the_same(name, tmp_path):
    first = read(name, put(tmp_path / "a.json", JSON_FORMATS[name]))
    registry.formats.find(name)().write(first.records, tmp_path / "b.json")
    assert read(name, tmp_path / "b.json").records == first.records
    assert json.loads((tmp_path / "b.json").read_text(encoding="utf-8")) == JSON_FORMATS[name]


@pytest.mark.parametrize("name", [*JSON_FORMATS, "aces"])
def test_each_format_is_recognised_and_only_it(name, tmp_path):
    path = tmp_path / "data.json"
    put(path, JSON_FORMATS.get(name, ACES[0]))
    head = path.read_bytes()
    found = [other for other in (*JSON_FORMATS, "aces") if registry.formats.find(other)().recognise(head, path)]
    assert found == [name]


@pytest.mark.parametrize("wrong", ["mucow-scoring", "contrawsd", "lingeval"])
def test_the_error_says_which_format_it_looks_like(wrong, tmp_path):
    path = put(tmp_path / "data.json", CONTRAPRO)
    with pytest.raises(DataError, match=f"is not {wrong}: item 1 .*It looks like 'contrapro'; try --format contrapro"):
        read(wrong, path)


def test_json_that_is_broken_or_something_else(tmp_path):
    (tmp_path / "a.json").write_text('[{"reference": "x",\n}]', encoding="utf-8")
    with pytest.raises(DataError, match="line 2: is not mucow-scoring: it is not JSON"):
        read("mucow-scoring", tmp_path / "a.json")
    with pytest.raises(DataError, match="an array of items is expected"):
        read("mucow-scoring", put(tmp_path / "b.json", {"items": []}))
    with pytest.raises(DataError, match="holds no items"):
        read("mucow-scoring", put(tmp_path / "c.json", []))
    with pytest.raises(DataError, match="has an error without 'contrastive'"):
        read("mucow-scoring", put(tmp_path / "d.json", [{**MUCOW[0], "errors": [{"type": "x"}]}]))

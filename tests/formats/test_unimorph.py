"""UniMorph tables: rows read, written back and located where they are wrong."""

from __future__ import annotations

import gzip

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from tests.formats.reading import read


@pytest.mark.parametrize("source", ["own", "published"])
def test_unimorph_rows(source, request, tmp_path):
    path = tmp_path / "own.gz"
    path.write_bytes(gzip.compress("аба\tаба\tN;SG;INDF\nаба\tабата\tN;SG;DEF\n\nаби\tабите\tN;PL;DEF\n".encode()))
    if source == "published":
        path = request.getfixturevalue("shared") / "data/unimorph/bul.gz"
    contents = read(path, "unimorph")
    assert (contents.records[1].lemma, contents.records[1].form) == ("аба", "абата")
    assert contents.records[1].features == ("N", "SG", "DEF")
    registry.formats.find("unimorph")().write(contents.records[:50], tmp_path / "bul")
    assert read(tmp_path / "bul", "unimorph").records == contents.records[:50]


def test_a_bad_unimorph_row_is_located(tmp_path):
    path = tmp_path / "bul"
    path.write_text("a\ta\tN;SG\nb\tb\n", encoding="utf-8")
    with pytest.raises(DataError, match="found 2") as caught:
        read(path, "unimorph")
    assert caught.value.line == 2

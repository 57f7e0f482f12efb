"""Word links as a file."""

from __future__ import annotations

import pytest

from mteval.core.errors import DataError
from mteval.text.alignments import read_links, write_links


def test_links_are_written_and_read_back(tmp_path):
    links = [frozenset({(0, 1), (1, 0)}), frozenset()]
    write_links(tmp_path / "links", links)
    assert read_links(tmp_path / "links", [["a", "b"], ["c"]], [["d", "e"], ["f"]]) == links


def test_saved_links_are_not_overwritten(tmp_path):
    (tmp_path / "links").write_text("0-0\n", encoding="utf-8")
    with pytest.raises(DataError, match="is there already"):
        write_links(tmp_path / "links", [frozenset()])

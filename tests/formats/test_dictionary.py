"""Plain dictionaries: tabs or spaces, bad lines located, defects reported."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from tests.formats.reading import read


def test_tabs_or_spaces(tmp_path):
    path = tmp_path / "en-bg.txt"
    path.write_text("new york\tню йорк\ncat котка\ncat   котето\n", encoding="utf-8")
    contents = read(path, "dictionary")
    assert [(pair.source, pair.target, pair.line) for pair in contents.records] == [
        ("new york", "ню йорк", 1),
        ("cat", "котка", 2),
        ("cat", "котето", 3),
    ]
    assert contents.languages == ("en", "bg")


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("cat\tkatze\ndog\n", 2, "found 1"),
        ("cat\tkatze\nbig dog hund\n", 2, "found 3"),
        ("a\tb\tc\n", 1, "found 3"),
        ("cat\t\n", 1, "target word is empty"),
        ("\n\n", None, "no word pair"),
    ],
)
def test_bad_lines_are_located(tmp_path, text, line, problem):
    path = tmp_path / "d.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=problem) as caught:
        read(path, "dictionary")
    assert caught.value.line == line


def test_defects_are_reported(tmp_path):
    path = tmp_path / "d.txt"
    path.write_bytes("\ufeffcat\tkatze\r\n\r\ncat\tkatze\r\n".encode())
    contents = read(path, "dictionary")
    assert len(contents.records) == 2
    assert {finding.code for finding in contents.findings} == {
        "byte-order-mark",
        "carriage-return",
        "empty-line",
        "duplicate-item",
    }


def test_a_dictionary_is_written_as_it_is_read(tmp_path):
    path, copy = tmp_path / "d.txt", tmp_path / "e.txt"
    path.write_text("cat katze\ndog hund\n", encoding="utf-8")
    records = read(path, "dictionary").records
    registry.formats.find("dictionary")().write(records, copy)
    assert read(copy, "dictionary").records == records

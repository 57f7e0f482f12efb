"""Dictionaries, annotated dictionaries and UniMorph tables as files."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.suites import SuiteSource


def read(path, format):
    source = SuiteSource(name="x", family="dictionary", format=format, files={"data": path})
    return registry.formats.find(format)().read(source)


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


def test_any_annotated_file_finds_its_siblings(shared):
    folder = shared / "data/muse_dicos"
    from_nouns = read(folder / "en-bg.5000-6500.n.txt", "muse-pos")
    from_names = read(folder / "en-bg.5000-6500.pn.txt", "muse-pos")
    assert from_nouns.records == from_names.records
    assert from_nouns.languages == ("en", "bg")
    # Counted with grep -c "": 377 + 1361 + 24 + 6 + 448 + 525.
    assert len(from_nouns.records) == 2741
    assert sum(pair.tags["pos"] == ("proper-noun",) for pair in from_nouns.records) == 448


def test_a_file_without_a_code_is_refused(tmp_path):
    path = tmp_path / "en-bg.txt"
    path.write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"\.pn\.txt"):
        read(path, "muse-pos")


def test_annotated_files_are_written_as_they_are_read(tmp_path):
    (tmp_path / "en-de.1.n.txt").write_text("cat\tkatze\n", encoding="utf-8")
    (tmp_path / "en-de.1.pn.txt").write_text("tom\ttom\n", encoding="utf-8")
    records = read(tmp_path / "en-de.1.n.txt", "muse-pos").records
    copies = tmp_path / "copy"
    copies.mkdir()
    registry.formats.find("muse-pos")().write(records, copies / "en-de.1.n.txt")
    assert read(copies / "en-de.1.pn.txt", "muse-pos").records == records


def test_unimorph_rows(shared, tmp_path):
    contents = read(shared / "data/unimorph/bul.gz", "unimorph")
    assert contents.records[1].features == ("N", "SG", "DEF")
    registry.formats.find("unimorph")().write(contents.records[:50], tmp_path / "bul")
    assert read(tmp_path / "bul", "unimorph").records == contents.records[:50]


def test_a_bad_unimorph_row_is_located(tmp_path):
    path = tmp_path / "bul"
    path.write_text("a\ta\tN;SG\nb\tb\n", encoding="utf-8")
    with pytest.raises(DataError, match="found 2") as caught:
        read(path, "unimorph")
    assert caught.value.line == 2

"""Dictionaries annotated by part of speech, one file per code."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import DataError
from tests.formats.reading import read


def test_any_annotated_file_finds_its_siblings(shared):
    folder = shared / "data/muse_dicos"
    from_nouns = read(folder / "en-bg.5000-6500.n.txt", "muse-pos")
    from_names = read(folder / "en-bg.5000-6500.pn.txt", "muse-pos")
    assert from_nouns.records == from_names.records
    assert from_nouns.languages == ("en", "bg")
    # Counted with grep -c "": 377 + 1361 + 24 + 6 + 448 + 525.
    assert len(from_nouns.records) == 2741
    assert sum(pair.tags["pos"] == ("proper-noun",) for pair in from_nouns.records) == 448


def test_every_code_is_a_part_of_speech(tmp_path):
    codes = {"n": "noun", "pn": "proper-noun", "v": "verb", "a": "adjective", "o": "other", "nw": "invalid"}
    for code in codes:
        (tmp_path / f"en-de.5000-6500.{code}.txt").write_text(f"{code}\tx\nrun\t{code}\n", encoding="utf-8")
    from_nouns, from_verbs = (read(tmp_path / f"en-de.5000-6500.{code}.txt", "muse-pos") for code in ("n", "v"))
    assert from_nouns.records == from_verbs.records
    assert from_nouns.languages == ("en", "de")
    # Annotation is per pair: one source may be in several files.
    assert {pair.target: pair.tags["pos"] for pair in from_nouns.records if pair.source == "run"} == {
        code: (part,) for code, part in codes.items()
    }
    assert len(from_nouns.records) == 12


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

"""Suites of sense choices as files."""

from __future__ import annotations

import pytest

from tests.formats.sense_files import DISTANCES, FILES, LREC, SENSES


@pytest.fixture
def suite(tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "en-fi.key.txt"


@pytest.fixture
def lrec(tmp_path):
    (tmp_path / "en-fi.test.txt").write_text(LREC, encoding="utf-8")
    (tmp_path / "senses.en-fi.txt").write_text(SENSES, encoding="utf-8")
    (tmp_path / "distances.en-fi.txt").write_text(DISTANCES, encoding="utf-8")
    return tmp_path / "en-fi.test.txt"

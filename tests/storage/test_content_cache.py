"""Texts by content key, kept on disk for the next process."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys

import pytest

from mteval.storage import content_cache
from mteval.storage.content_cache import CacheWarning, ContentCache


def test_what_was_kept_is_known_to_the_next(tmp_path):
    ContentCache("answers", tmp_path).keep({"a": "1", "b": "Ü\n"})
    assert ContentCache("answers", tmp_path).known(["a", "b", "c"], str) == {"a": "1", "b": "Ü\n"}
    assert ContentCache("scores", tmp_path).known(["a"], str) == {}


def test_a_key_takes_the_newest_value(tmp_path):
    cache = ContentCache("answers", tmp_path)
    cache.keep({"a": "1"})
    cache.keep({"a": "2"})
    assert cache.known(["a"], str) == {"a": "2"}


def test_more_keys_than_fit_in_one_question(tmp_path, monkeypatch):
    monkeypatch.setattr(content_cache, "KEYS_AT_ONCE", 3)
    cache = ContentCache("answers", tmp_path)
    kept = {str(number): str(number * number) for number in range(10)}
    cache.keep(kept)
    assert cache.known([*kept, "none"], str) == kept
    assert cache.known([], str) == {}


def test_it_lies_in_the_cache_folder_unless_told_otherwise(tmp_path, monkeypatch):
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "new" / "folder"))
    assert ContentCache("answers").path == tmp_path / "new" / "folder" / "answers.sqlite"


def test_a_process_that_dies_leaves_what_it_kept(tmp_path):
    program = (
        "import os, sys\nfrom pathlib import Path\nfrom mteval.storage.content_cache import ContentCache\n"
        "ContentCache('answers', Path(sys.argv[1])).keep({'a': '1'})\nos._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    assert done.returncode == 9
    assert ContentCache("answers", tmp_path).known(["a"], str) == {"a": "1"}


def test_what_is_kept_is_known(tmp_path):
    ContentCache("x", tmp_path).keep({"a": "1", "b": "2"})
    assert ContentCache("x", tmp_path).known(["a", "c"], json.loads) == {"a": 1}


def test_a_damaged_row_is_named_and_left_out(tmp_path):
    cache = ContentCache("x", tmp_path)
    cache.keep({"a": "1", "b": "{", "c": "[1"})
    with sqlite3.connect(cache.path) as connection:
        connection.execute("INSERT INTO kept VALUES ('d', CAST(X'FF' AS TEXT))")
    with pytest.warns(CacheWarning) as warned:
        assert cache.known(["a", "b", "c", "d"], json.loads) == {"a": 1}
    assert [str(one.message).split("the row ")[1][0] for one in warned] == ["b", "c", "d"]


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(tmp_path, content):
    (tmp_path / "x.sqlite").write_bytes(content)
    with pytest.warns(CacheWarning, match=r"is damaged .* set aside as x.sqlite.damaged-1"):
        cache = ContentCache("x", tmp_path)
    cache.keep({"a": "1"})
    assert cache.known(["a"], json.loads) == {"a": 1}
    assert (tmp_path / "x.sqlite.damaged-1").read_bytes() == content


def test_a_file_damaged_later_is_set_aside_too(tmp_path):
    cache = ContentCache("x", tmp_path)
    cache.keep({str(number): '"' + "x" * 500 + '"' for number in range(500)})
    raw = bytearray(cache.path.read_bytes())
    raw[4096:] = b"\xee" * (len(raw) - 4096)
    cache.path.write_bytes(raw)
    with pytest.warns(CacheWarning, match="is damaged"):
        assert cache.known([str(number) for number in range(500)], json.loads) == {}
    cache.keep({"a": "1"})
    assert cache.known(["a"], json.loads) == {"a": 1}


def test_where_nothing_can_be_kept_the_work_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.warns(CacheWarning, match=r"nothing can be kept there .* goes on without"):
        cache = ContentCache("x", tmp_path / "file" / "cache")
    cache.keep({"a": "1"})
    assert cache.known(["a"], json.loads) == {}

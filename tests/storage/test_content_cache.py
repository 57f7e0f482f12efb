"""Texts by content key, kept on disk for the next process."""

from __future__ import annotations

import subprocess
import sys

from mteval.storage import content_cache
from mteval.storage.content_cache import ContentCache


def test_what_was_kept_is_known_to_the_next(tmp_path):
    ContentCache("answers", tmp_path).keep({"a": "1", "b": "Ü\n"})
    assert ContentCache("answers", tmp_path).known(["a", "b", "c"]) == {"a": "1", "b": "Ü\n"}
    assert ContentCache("scores", tmp_path).known(["a"]) == {}


def test_a_key_takes_the_newest_value(tmp_path):
    cache = ContentCache("answers", tmp_path)
    cache.keep({"a": "1"})
    cache.keep({"a": "2"})
    assert cache.known(["a"]) == {"a": "2"}


def test_more_keys_than_fit_in_one_question(tmp_path, monkeypatch):
    monkeypatch.setattr(content_cache, "KEYS_AT_ONCE", 3)
    cache = ContentCache("answers", tmp_path)
    kept = {str(number): str(number * number) for number in range(10)}
    cache.keep(kept)
    assert cache.known([*kept, "none"]) == kept
    assert cache.known([]) == {}


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
    assert ContentCache("answers", tmp_path).known(["a"]) == {"a": "1"}

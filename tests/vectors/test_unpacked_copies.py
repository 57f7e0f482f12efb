"""Copies in the cache are the same, follow their file, and are never needed."""

import os

from mteval.vectors.embeddings import load_embeddings
from tests.vectors.vector_files import write


def test_cached_form_is_the_same_and_follows_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nfoo 3 4\n")
    first = load_embeddings(path)
    monkeypatch.setattr("mteval.vectors.text_files.read_text", None)
    again = load_embeddings(path)
    assert again.words == first.words
    assert (again.vectors == first.vectors).all()
    assert again.findings == first.findings
    monkeypatch.undo()
    write(path, "bar 1 2\nbaz 3 4\n")
    assert load_embeddings(path).words == ("bar", "baz")


def test_a_cache_that_is_damaged_or_cannot_be_written_is_no_error(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nbar 3 4\n")
    monkeypatch.setenv("MTEVAL_CACHE", str(write(tmp_path / "file", "no folder")))
    assert load_embeddings(path).words == ("foo", "bar")
    monkeypatch.setenv("MTEVAL_CACHE", str(tmp_path / "cache"))
    load_embeddings(path)
    (kept,) = (tmp_path / "cache" / "embeddings").iterdir()
    write(kept, kept.read_bytes()[:100])
    assert load_embeddings(path).words == ("foo", "bar")
    kept.unlink()
    monkeypatch.setattr("numpy.savez", full_disk)
    assert load_embeddings(path).words == ("foo", "bar")
    assert not any((tmp_path / "cache" / "embeddings").iterdir())


def full_disk(*_, **__):
    raise OSError(28, "No space left on device")


def test_the_cache_sees_a_change_of_one_digit_that_keeps_size_and_time(tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.vectors.unpacked_copies._WORTH_KEEPING", 0)
    path = write(tmp_path / "a.vec", "2 2\nfoo 1 2\nbar 3 4\n")
    load_embeddings(path)
    status = path.stat()
    write(path, "2 2\nfoo 1 2\nbar 3 5\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert load_embeddings(path).vectors[1, 1] == 5

"""A bitext in pieces: nothing lost, empty and broken lines counted, finished pieces left alone."""

import json

import pytest

from mteval.authoring.contrast.settings import Corpus, TextSettings
from mteval.authoring.contrast.shards import (
    Record,
    digest,
    fingerprint,
    is_whole,
    read_records,
    shard_paths,
    summary_path,
    write_shards,
)
from mteval.core.errors import DataError

TEXT = TextSettings(("en", "fr"), shard=2)


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "c.en").write_bytes("one\n\ntwo\nthr\ufffdee\nfour\n".encode())
    (tmp_path / "c.fr").write_bytes(b"un\nvide\ndeux\ntrois\nquatre\n")
    (tmp_path / "c.links").write_text("0-0\n0-0\n\n0-0\n0-0\n")
    return Corpus("c", tmp_path / "c.en", tmp_path / "c.fr", links=tmp_path / "c.links")


def test_records_keep_their_corpus_and_line(corpus, tmp_path):
    assert list(write_shards((corpus,), TEXT, tmp_path / "shards")) == [2, 4, 5]
    paths = shard_paths(tmp_path / "shards")
    assert [path.name for path in paths] == ["000000.shard", "000001.shard", "000002.shard"]
    assert [record for path in paths for record in read_records(path)] == [
        Record(0, 1, "one", "un", "0-0"),
        Record(0, 3, "two", "deux", "-"),
        Record(0, 5, "four", "quatre", "0-0"),
    ]
    summaries = [json.loads(summary_path(path).read_text()) for path in paths]
    assert [one["pairs"] for one in summaries] == [2, 2, 1]
    assert [one["refused"] for one in summaries] == [{"empty-line": 1}, {"not-utf-8": 1}, {}]


def test_a_finished_shard_is_not_written_again(corpus, tmp_path):
    list(write_shards((corpus,), TEXT, tmp_path / "shards"))
    first = shard_paths(tmp_path / "shards")[0]
    before = first.stat().st_mtime_ns, first.stat().st_ino
    list(write_shards((corpus,), TEXT, tmp_path / "shards"))
    assert (first.stat().st_mtime_ns, first.stat().st_ino) == before


@pytest.mark.parametrize("damage", ["shard gone", "shard cut", "summary cut", "summary of an earlier version"])
def test_a_shard_that_its_summary_does_not_vouch_for_is_written_again(corpus, tmp_path, damage):
    list(write_shards((corpus,), TEXT, tmp_path / "shards"))
    first = shard_paths(tmp_path / "shards")[0]
    whole = first.read_text()
    if damage == "shard gone":
        first.unlink()
    elif damage == "shard cut":
        first.write_text(whole[:3])
    else:
        summary_path(first).write_text('{"pairs": 2' if damage == "summary cut" else '{"pairs": 2, "refused": {}}')
    list(write_shards((corpus,), TEXT, tmp_path / "shards"))
    assert first.read_text() == whole
    assert is_whole(summary_path(first))


def test_files_are_known_by_path_size_and_time(corpus, tmp_path):
    before = fingerprint([corpus])
    assert fingerprint([corpus]) == before
    (tmp_path / "c.fr").write_text("changed\n")
    assert fingerprint([corpus]) != before
    with pytest.raises(DataError, match="no such file"):
        fingerprint([Corpus("d", tmp_path / "none", tmp_path / "c.fr")])


def test_a_digest_follows_settings():
    assert digest(TEXT) == digest(TextSettings(("en", "fr"), shard=2)) != digest(TextSettings(("en", "de"), shard=2))

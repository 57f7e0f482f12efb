"""Files appear whole or not at all."""

import gzip
import os
import signal

import pytest

from mteval.core.errors import DataError
from mteval.text.writing import require_writable, write_bytes, write_lines, write_text


def test_folders_are_made_and_nothing_else_is_left(tmp_path):
    write_text(tmp_path / "a" / "b" / "x.txt", "größe\n")
    assert (tmp_path / "a" / "b" / "x.txt").read_bytes() == "größe\n".encode()
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["x.txt"]


def test_packed_text_is_the_same_to_the_byte_every_time(tmp_path):
    for name in ("x.gz", "y.gz"):
        write_text(tmp_path / name, "text\n" * 50)
    assert (tmp_path / "x.gz").read_bytes() == (tmp_path / "y.gz").read_bytes()
    assert gzip.decompress((tmp_path / "x.gz").read_bytes()) == b"text\n" * 50


def test_a_result_is_as_readable_as_other_files(tmp_path):
    before = os.umask(0o027)
    try:
        write_bytes(tmp_path / "x", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "x").stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    (tmp_path / "x").write_text("old")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(DataError, match="No space"):
        write_text(tmp_path / "x", "new")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x", "old")]


def test_a_place_that_cannot_be_written_to_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(DataError, match=r"cannot be written: .*Choose another place"):
        write_text(tmp_path / "file" / "x", "text")


@pytest.mark.parametrize("line", ["a\nb", "a\rb"])
def test_a_line_break_inside_a_line_is_refused(tmp_path, line):
    with pytest.raises(DataError, match="line 2: the text holds a line break"):
        write_lines(tmp_path / "x", ["fine", line])
    assert not (tmp_path / "x").exists()


def test_a_full_disk_leaves_nothing_half_written(tmp_path):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(DataError, match="cannot be written"):
            write_text(tmp_path / "x", "x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_known_beforehand_and_nothing_is_left(tmp_path):
    (tmp_path / "file").write_text("x")
    require_writable(tmp_path / "new" / "deep" / "x.txt")
    require_writable(tmp_path / "new" / "deep", folder=True)
    for path, folder in ((tmp_path / "file" / "x", False), (tmp_path, False), (tmp_path / "file", True)):
        with pytest.raises(DataError):
            require_writable(path, folder=folder)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_device_is_written_to_as_it_is(tmp_path):
    write_text("/dev/null", "x")
    with pytest.raises(DataError, match="cannot be written"):
        write_text("/dev/full", "x")


def test_half_a_character_is_refused(tmp_path):
    with pytest.raises(DataError, match="half of a character"):
        write_text(tmp_path / "x", "a\ud800")

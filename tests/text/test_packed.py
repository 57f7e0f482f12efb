"""Packed files: whole ones unpack, damaged and monstrous ones are named, pipes are read once."""

import gzip
import lzma
import os
import threading

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.text.packed import byte_limit, is_input, is_pipe, open_packed, pipes_kept, raw_bytes, read_bytes

TEXT = b"one line\n" * 5000


def zstd(data):
    return pytest.importorskip("zstandard").compress(data)


PACKERS = {".gz": gzip.compress, ".dz": gzip.compress, ".xz": lzma.compress, ".zst": zstd}


@pytest.mark.parametrize("suffix", PACKERS)
def test_what_was_packed_comes_out_also_of_several_parts(tmp_path, suffix):
    path = tmp_path / f"x{suffix}"
    path.write_bytes(PACKERS[suffix](TEXT) + PACKERS[suffix](b"end\n"))
    assert read_bytes(path) == TEXT + b"end\n"
    with open_packed(path) as file:
        assert sum(1 for _ in file) == 5001
    assert raw_bytes(path) == path.read_bytes()


@pytest.mark.parametrize("suffix", PACKERS)
@pytest.mark.parametrize("damage", ["cut", "flipped", "no archive"])
def test_a_damaged_archive_is_named(tmp_path, suffix, damage):
    packed = bytearray(PACKERS[suffix](os.urandom(5000)))
    if damage == "cut":
        packed = packed[:2000]
    elif damage == "flipped":
        packed[2] ^= 255
    else:
        packed = bytearray(TEXT)
    path = tmp_path / f"x{suffix}"
    path.write_bytes(packed)
    with pytest.raises(DataError, match=rf"x\{suffix}: cannot be read"):
        read_bytes(path)
    with pytest.raises(DataError, match=rf"x\{suffix}: cannot be read"), open_packed(path) as file:
        list(file)


@pytest.mark.parametrize("suffix", PACKERS)
def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(tmp_path, monkeypatch, suffix):
    path = tmp_path / f"x{suffix}"
    path.write_bytes(PACKERS[suffix](bytes(1_000_000)))
    monkeypatch.setenv("MTEVAL_MAX_BYTES", "999999")
    with pytest.raises(DataError, match=r"more than 999999 bytes.*MTEVAL_MAX_BYTES"):
        read_bytes(path)
    monkeypatch.setenv("MTEVAL_MAX_BYTES", "1000000")
    assert len(read_bytes(path)) == 1_000_000


def test_the_limit_is_two_gibibytes_or_what_the_environment_says(monkeypatch):
    monkeypatch.delenv("MTEVAL_MAX_BYTES", raising=False)
    assert byte_limit() == 2 * 1024**3
    for wrong in ("2G", "-1", "0", "²", "9" * 5000):
        monkeypatch.setenv("MTEVAL_MAX_BYTES", wrong)
        with pytest.raises(UsageError, match="number of bytes"):
            byte_limit()


def test_what_is_no_file_is_said(tmp_path):
    for path, problem in (
        (tmp_path, "is a folder"),
        (tmp_path / "none", "no such file"),
        ("a\0b", "no name of a file"),
    ):
        with pytest.raises(DataError, match=problem):
            read_bytes(path)


def test_a_pipe_is_read_once_and_known_from_then_on(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert is_pipe(pipe)
    assert is_input(pipe)
    assert not is_input(tmp_path)
    for text in (b"first", b"second"):
        writer = threading.Thread(target=pipe.write_bytes, args=(text,), daemon=True)
        writer.start()
        with pipes_kept():
            assert [read_bytes(pipe), raw_bytes(pipe), open_packed(pipe).read()] == [text] * 3
        writer.join()

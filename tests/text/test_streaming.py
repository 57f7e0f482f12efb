"""Lines of packed and unpacked files, one after another."""

import gzip
import lzma

import pytest

from mteval.core.errors import DataError
from mteval.text.packed import open_packed
from mteval.text.streaming import stream_lines

TEXT = "one\r\n\ntwo\u2028still two\nthree".encode()


def zstandard(raw):
    return pytest.importorskip("zstandard", reason="needs the extra 'zstd'").compress(raw)


@pytest.mark.parametrize(
    ("name", "pack"), [("x", bytes), ("x.gz", gzip.compress), ("x.xz", lzma.compress), ("x.zst", zstandard)]
)
def test_every_form_gives_the_same_lines(tmp_path, name, pack):
    (tmp_path / name).write_bytes(pack(TEXT))
    assert list(stream_lines(tmp_path / name)) == ["one", "", "two\u2028still two", "three"]


def test_bytes_that_are_no_utf_8_are_replaced(tmp_path):
    (tmp_path / "x").write_bytes(b"good\nb\xffd\n")
    assert list(stream_lines(tmp_path / "x")) == ["good", "b\ufffdd"]


@pytest.mark.parametrize("name", ["x.gz", "x.xz"])
def test_a_file_that_is_cut_short_is_refused(tmp_path, name):
    pack = gzip.compress if name.endswith("gz") else lzma.compress
    (tmp_path / name).write_bytes(pack(b"line\n" * 1000)[:-9])
    with pytest.raises(DataError, match="cannot be read"):
        list(stream_lines(tmp_path / name))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        open_packed(tmp_path / "none")

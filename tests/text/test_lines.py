"""Files of lines: only line feeds end them, and what does not line up is located."""

import pytest

from mteval.core.errors import DataError
from mteval.text.lines import first_slip, read_lines, require_same_length


def write(folder, name, content):
    path = folder / name
    path.write_bytes(content)
    return path


def test_only_line_feeds_end_lines(tmp_path):
    path = write(tmp_path, "a", "one\u2028still one\x85too\ntwo\n".encode())
    assert read_lines(path).lines == ("one\u2028still one\x85too", "two")


def test_last_line_needs_no_line_feed(tmp_path):
    assert read_lines(write(tmp_path, "a", b"one\ntwo")).lines == ("one", "two")


def test_mark_and_carriage_returns_are_taken_off_and_told(tmp_path):
    lines = read_lines(write(tmp_path, "a", b"\xef\xbb\xbfone\r\ntwo\r\nthree\n"))
    assert lines.lines == ("one", "two", "three")
    assert [(finding.code, finding.count) for finding in lines.findings] == [
        ("byte-order-mark", 1),
        ("carriage-return", 2),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"good\nb\xffd\n", r"line 2: is not UTF-8: byte 0xff at offset 6"),
        (b"good\ngood\n\0\n", r"line 3: holds a NUL byte at offset 10"),
    ],
)
def test_files_that_are_no_text_are_refused(tmp_path, content, message):
    with pytest.raises(DataError, match=message):
        read_lines(write(tmp_path, "a", content))


def test_missing_file_and_folder_are_refused(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read_lines(tmp_path / "none")
    with pytest.raises(DataError, match="is a folder"):
        read_lines(tmp_path)


SENTENCES = [f"sentence number {i} speaks of thing{i} and {'word ' * (i % 7)}" for i in range(40)]


@pytest.mark.parametrize("missing", [0, 11, 25, 39])
def test_slip_is_found_where_a_line_is_missing(missing):
    shorter = SENTENCES[:missing] + SENTENCES[missing + 1 :]
    assert first_slip(SENTENCES, shorter) == missing + 1
    assert first_slip(shorter, SENTENCES) == missing + 1


def test_different_lengths_are_refused_with_both_counts(tmp_path):
    long = read_lines(write(tmp_path, "long", "\n".join(SENTENCES).encode()))
    short = read_lines(write(tmp_path, "short", "\n".join(SENTENCES[:9] + SENTENCES[10:]).encode()))
    with pytest.raises(
        DataError, match=r"short: has 39 lines, but .*long has 40\. The files seem to slip at line 10\."
    ):
        require_same_length(long, short)

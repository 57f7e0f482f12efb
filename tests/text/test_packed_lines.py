from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.text import lines as lines_module
from mteval.text import packed_lines
from mteval.text.lines import read_lines
from mteval.text.packed_lines import PackedLines, joined

TEXTS = st.lists(st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"])), min_size=1)


@given(TEXTS)
def test_packed_lines_are_the_lines(texts):
    lines = PackedLines("\n".join(texts).encode())
    assert list(lines) == texts
    assert [lines[place] for place in range(len(lines))] == texts
    assert lines[1:] == tuple(texts[1:])
    assert lines[::-2] == tuple(texts[::-2])
    assert lines[-1] == texts[-1]
    assert joined(lines) == joined(texts)


def test_lines_are_found_across_blocks_and_portions(monkeypatch):
    monkeypatch.setattr(packed_lines, "BLOCK", 7)
    monkeypatch.setattr(packed_lines, "PORTION", 3)
    texts = [f"línea {number}" for number in range(20)]
    assert list(PackedLines("\n".join(texts).encode())) == texts


def test_a_place_that_there_is_not_is_an_error():
    with pytest.raises(IndexError):
        PackedLines(b"a\nb")[2]


@pytest.mark.parametrize(
    "raw", [b"a\nb\n", b"a\r\nb", "\ufeffä\r\n\r\n\n".encode(), b"a\n\n", b"\n", "x\u2028y\n".encode()]
)
def test_a_file_reads_the_same_packed_or_not(raw, tmp_path, monkeypatch):
    (tmp_path / "text").write_bytes(raw)
    plain = read_lines(tmp_path / "text")
    monkeypatch.setattr(lines_module, "MANY", 0)
    packed = read_lines(tmp_path / "text")
    assert isinstance(packed.lines, PackedLines)
    assert tuple(packed.lines) == plain.lines
    assert packed.findings == plain.findings

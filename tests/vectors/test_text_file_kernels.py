"""The compiled reading of vectors: numbers as numpy reads them, lines from their right end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.vectors import _text_file_kernels as kernels


def as_bytes(text):
    return np.frombuffer(text.encode(), dtype=np.uint8)


def number(text):
    data = as_bytes(text)
    return kernels.number(data, 0, len(data))


DECIMALS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(repr),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda value: f"{value:.25e}"),
    st.from_regex(r"[+-]?[0-9]{1,22}(\.[0-9]{0,22})?([eE][+-]?[0-9]{1,2})?", fullmatch=True),
)


@settings(max_examples=400, deadline=None)
@given(DECIMALS)
def test_a_number_is_that_of_python_rounded_or_needs_care(text):
    value, state = number(text)
    assert state in (kernels.OK, kernels.NEEDS_CARE)
    if state == kernels.OK:
        with np.errstate(over="ignore"):
            assert np.float32(value) == np.float32(text)


@pytest.mark.parametrize("text", ["1", "-0.5", "+.25", "3.", "1e3", "2.5E-2", "0e99999", "123456789.123456789"])
def test_plain_numbers_need_no_care(text):
    assert number(text) == (float(text), kernels.OK)


@pytest.mark.parametrize("text", [".", "-", "+.", "e5", "1e", "1e+", "1e5.", "1,5", "0x1", "nan", "1..2", "--1", "1d3"])
def test_what_is_no_number_is_said(text):
    assert number(text)[1] == kernels.NOT_A_NUMBER


@pytest.mark.parametrize("text", ["1e99", "1e-99", "12345678901234567890123"])
def test_what_may_round_otherwise_needs_care(text):
    assert number(text)[1] == kernels.NEEDS_CARE


@pytest.mark.parametrize(
    ("line", "state", "word"),
    [
        ("word 1 2", kernels.OK, "word"),
        ("  1 2", kernels.OK, ""),
        ("word\t1 \r 2 \r", kernels.OK, "word"),
        ("word 1", kernels.TOO_FEW, None),
        ("", kernels.TOO_FEW, None),
        ("two words 1 2", kernels.TOO_MANY, None),
        ("word x 2", kernels.NOT_A_NUMBER, None),
        ("word 1e99 2", kernels.NEEDS_CARE, "word"),
        # A word may hold the no-break space, of which no byte is a blank.
        ("a\u00a0b 1 2", kernels.OK, "a\u00a0b"),
    ],
)
def test_a_line_is_read_from_its_right_end(line, state, word):
    data, vector = as_bytes(line), np.zeros(2, dtype=np.float32)
    found, end = kernels.parse_line(data, 0, len(data), vector)
    assert found == state
    if word is not None:
        assert bytes(data[:end]).decode().strip() == word
    if state == kernels.OK:
        assert vector.tolist() == [1, 2]


def test_line_ends_stop_where_there_is_no_room():
    data, ends = as_bytes("a\nbb\n\nccc"), np.zeros(2, dtype=np.int64)
    assert kernels.line_ends(data, 0, ends) == 2
    assert ends.tolist() == [1, 4]
    assert kernels.line_ends(data, 5, ends) == 1
    assert ends[0] == 5


def test_every_line_has_its_row():
    text = "a 1 2\nb 3\nc 5 6\n"
    data = as_bytes(text)
    ends = np.array([i for i, sign in enumerate(text) if sign == "\n"])
    starts = np.array([0, *(ends[:-1] + 1)])
    vectors, word_ends, status = np.zeros((3, 2), np.float32), np.zeros(3, np.int64), np.zeros(3, np.int64)
    kernels.parse_lines(data, starts, ends, vectors, word_ends, status)
    assert status.tolist() == [kernels.OK, kernels.TOO_FEW, kernels.OK]
    assert vectors[[0, 2]].tolist() == [[1, 2], [5, 6]]
    assert [text[a:b] for a, b in zip(starts[[0, 2]], word_ends[[0, 2]], strict=True)] == ["a", "c"]

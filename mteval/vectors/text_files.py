"""Reading .vec files: a header that may be absent or wrong, words that may hold spaces, lines that may be ragged."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import DataError
from mteval.core.results import Finding
from mteval.text.numbers import MOST_DIGITS
from mteval.text.packed import is_pipe, raw_bytes
from mteval.vectors.binary_files import gunzipped
from mteval.vectors.embeddings import Embeddings
from mteval.vectors.similarity import processors

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MOST_DIMENSIONS = 1_000_000
_CHUNK = 4096
_HEAD = 1 << 16
_LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, slots=True)
class _Layout:
    """What the first lines say: where the vectors begin, their dimensions, and how many the header promises."""

    start: int
    first_line: int
    dimensions: int
    promised: int | None


@dataclass(frozen=True, slots=True)
class _Lines:
    """Byte offsets of the lines of vectors, and whether the file ends with them."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    complete: bool


def read_text(path: Path, limit: int) -> Embeddings:
    """Read the vectors of a .vec, .txt or .vec.gz file, only the first `limit` unless it is 0."""
    data = _bytes_of(path, limit)
    findings = []
    if data[:3].tobytes() == _BYTE_ORDER_MARK:
        data = data[3:]
        findings.append(Finding("byte-order-mark", f"{path.name} starts with a byte order mark, which was dropped."))
    if not len(data):
        raise DataError(path, "the file is empty; word vectors were expected.")
    if b"\0" in data[:_HEAD].tobytes():
        raise DataError(path, "is no text. If it is word2vec's binary form, call it .bin.")
    layout = _layout(path, data)
    lines = _find_lines(data, layout, limit)
    _check_promise(path, layout, lines, limit)
    vectors, word_ends, status = _parse(data, layout, lines)
    spaced = list(_mend(path, data, layout, lines, (vectors, word_ends, status)))
    words, replaced = _words(data, lines.starts, word_ends)
    if spaced:
        message = f"{path.name}: words that hold spaces, the first on line {spaced[0]}; kept as they are."
        findings.append(Finding("space-in-word", message, len(spaced)))
    if replaced:
        findings.append(Finding("not-utf-8", f"{path.name}: words that are not UTF-8.", replaced))
    if len(lines.ends) and data[lines.ends[0] - 1 : lines.ends[0]].tobytes() == b"\r":
        findings.append(Finding("carriage-return", f"{path.name} has Windows line ends.", len(lines.ends)))
    return Embeddings(words, vectors, tuple(findings), lines.complete)


def _bytes_of(path: Path, limit: int) -> NDArray[np.uint8]:
    if is_pipe(path):
        return np.frombuffer(raw_bytes(path), dtype=np.uint8)
    if path.stat().st_size == 0:
        raise DataError(path, "the file is empty; word vectors were expected.")
    if path.suffix != ".gz":
        return _mapped(path)
    # The header, the lines that are wanted, and one more, which tells that the file goes on.
    return np.frombuffer(gunzipped(path, limit + 2 if limit else 0), dtype=np.uint8)


def _mapped(path: Path) -> NDArray[np.uint8]:
    try:
        return np.memmap(path, dtype=np.uint8, mode="r")
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror or error}.") from None


def _line_at(data: NDArray[np.uint8], start: int) -> bytes:
    """The line that starts at an offset, without its end."""
    width = 1 << 16
    while True:
        piece = data[start : start + width].tobytes()
        end = piece.find(b"\n")
        if end >= 0 or start + width >= len(data):
            return piece[:end] if end >= 0 else piece
        width *= 4


def _layout(path: Path, data: NDArray[np.uint8]) -> _Layout:
    """Tell a header from a first vector: a header is two whole numbers."""
    first = _line_at(data, 0)
    columns = first.split()
    if len(columns) == 2 and all(column.isdigit() for column in columns):
        start = len(first) + 1
        second = len(_line_at(data, start).split())
        if max(map(len, columns)) > MOST_DIGITS:
            raise DataError(path, "the header promises more than any file holds. Correct or delete it.", line=1)
        promised, dimensions = int(columns[0]), int(columns[1])
        # A line with more columns than promised may be a word with spaces; the reader of lines decides.
        if not 0 < dimensions <= _MOST_DIMENSIONS or 0 < second <= dimensions:
            found = max(second - 1, 0)
            problem = f"the header says {dimensions} dimensions, but the next line has {found}. Correct or delete it."
            raise DataError(path, problem, line=1)
        return _Layout(start, 2, dimensions, promised)
    if len(columns) < 2:
        raise DataError(path, "a header 'N D' or a word with its vector was expected.", line=1)
    dimensions = _trailing_numbers(columns)
    if not dimensions:
        raise DataError(path, "no numbers after the word; is this a file of word vectors?", line=1)
    return _Layout(0, 1, dimensions, None)


def _trailing_numbers(columns: list[bytes]) -> int:
    count = 0
    for column in reversed(columns[1:]):
        try:
            float(column)
        except ValueError:
            break
        count += 1
    return count


def _find_lines(data: NDArray[np.uint8], layout: _Layout, limit: int) -> _Lines:
    """Where the wanted lines start and end; blank lines at the end of the file do not count."""
    from mteval.vectors import _text_file_kernels as _vec_kernels

    guess = limit or max(1, (len(data) - layout.start) // (2 * layout.dimensions) + 2)
    ends = np.empty(guess, dtype=np.int64)
    found = int(_vec_kernels.line_ends(data, layout.start, ends))
    ends = ends[:found].copy()
    last = int(ends[-1]) + 1 if found else layout.start
    # `last` is where the next line would start: without a final newline it holds one more vector.
    if last < len(data) and (not limit or found < limit):
        ends = np.append(ends, len(data))
        last = len(data)
    starts = np.concatenate([[layout.start], ends[:-1] + 1]).astype(np.int64) if len(ends) else ends
    complete = last >= len(data)
    if complete:
        keep = len(ends)
        while keep and not data[starts[keep - 1] : ends[keep - 1]].tobytes().strip():
            keep -= 1
        starts, ends = starts[:keep], ends[:keep]
    return _Lines(starts, ends, complete)


def _check_promise(path: Path, layout: _Layout, lines: _Lines, limit: int) -> None:
    promised, found = layout.promised, len(lines.starts)
    if promised is None:
        return
    if (lines.complete and found != promised and not (limit and found == limit)) or found > promised:
        more = "more" if found > promised else found
        problem = (
            f"the header promises {promised} words, but the file has {more}. Is it cut short? Else correct the header."
        )
        raise DataError(path, problem, line=1)


def _parse(data: NDArray[np.uint8], layout: _Layout, lines: _Lines) -> tuple[Any, Any, Any]:
    """Vectors, word ends and a status per line, parsed in threads (the kernels release the interpreter)."""
    from mteval.vectors import _text_file_kernels as _vec_kernels

    count = len(lines.starts)
    vectors = np.empty((count, layout.dimensions), dtype=np.float32)
    word_ends = np.empty(count, dtype=np.int64)
    status = np.empty(count, dtype=np.int8)

    def parse(start: int) -> None:
        part = slice(start, start + _CHUNK)
        _vec_kernels.parse_lines(
            data, lines.starts[part], lines.ends[part], vectors[part], word_ends[part], status[part]
        )

    with ThreadPoolExecutor(processors()) as pool:
        list(pool.map(parse, range(0, count, _CHUNK)))
    return vectors, word_ends, status


def _mend(
    path: Path, data: NDArray[np.uint8], layout: _Layout, lines: _Lines, parsed: tuple[Any, Any, Any]
) -> Iterator[int]:
    """Read again, with care, the lines the kernel was not sure of; yield the numbers of lines whose word holds spaces."""
    from mteval.vectors import _text_file_kernels as _vec_kernels

    vectors, _, status = parsed
    for row in np.flatnonzero(status != _vec_kernels.OK):
        line = row + layout.first_line
        text = data[lines.starts[row] : lines.ends[row]].tobytes()
        columns = text.split(b" ") if b"\t" not in text else text.replace(b"\t", b" ").split(b" ")
        columns = [column for column in (column.strip(b"\r") for column in columns) if column]
        _refuse_ragged(path, columns, layout.dimensions, int(line))
        values = columns[len(columns) - layout.dimensions :]
        vectors[row] = [_number(path, int(line), value) for value in values]
        if status[row] == _vec_kernels.TOO_MANY:
            yield int(line)


def _refuse_ragged(path: Path, columns: list[bytes], dimensions: int, line: int) -> None:
    found = len(columns) - 1
    # More columns are a word with spaces, unless the extra ones are numbers: then the vector is too long.
    numbers = _trailing_numbers(columns)
    if found < dimensions or numbers > dimensions:
        raise DataError(path, f"{dimensions} numbers expected after the word, found {max(found, 0)}.", line=line)


def _number(path: Path, line: int, text: bytes) -> float:
    try:
        value = float(text)
    except ValueError:
        shown = text.decode("utf-8", "replace")
        raise DataError(path, f"'{shown}' is not a number.", line=line) from None
    if not abs(value) <= _LARGEST:
        raise DataError(
            path, f"'{text.decode()}' in a vector: NaN or infinity has no similarity to anything.", line=line
        )
    return value


def _words(data: NDArray[np.uint8], starts: NDArray[np.int64], ends: NDArray[np.int64]) -> tuple[tuple[str, ...], int]:
    """The words, and how many of them were not UTF-8."""
    raw = [data[start:end].tobytes() for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
    try:
        return tuple(word.decode("utf-8") for word in raw), 0
    except UnicodeDecodeError:
        words = tuple(word.decode("utf-8", "replace") for word in raw)
    return words, sum("�" in word for word in words)

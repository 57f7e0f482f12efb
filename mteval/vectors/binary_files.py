"""Reading word vectors from word2vec's binary form and from .npz, without ever unpickling."""

from __future__ import annotations

import mmap
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mteval.core.errors import DataError
from mteval.core.results import Finding
from mteval.text.packed import byte_limit, is_pipe, open_packed, raw_bytes, read_bytes
from mteval.vectors.embeddings import Embeddings

_FASTTEXT_MAGIC = (793712314).to_bytes(4, "little")
_LONGEST_WORD = 4096
_BLOCK = 1 << 24
MOST_BYTES = 32 << 30
"""Vectors of two million words take some 5 GB as text, more than other texts may."""
Bytes = bytes | mmap.mmap


def gunzipped(path: Path, lines: int = 0) -> bytes:
    """The contents of a gzip file; where only its first `lines` are wanted (0: all), little more than those is read."""
    limit = byte_limit(MOST_BYTES)
    if not lines:
        return read_bytes(path, limit)
    blocks: list[bytes] = []
    found = 0
    with open_packed(path, limit) as file:
        while found < lines and (block := file.read1(_BLOCK)):
            blocks.append(block)
            found += block.count(b"\n")
    return b"".join(blocks)


@dataclass(frozen=True, slots=True)
class _Header:
    """What the first line promises, and where the records begin."""

    promised: int
    dimensions: int
    start: int


def read_word2vec(path: Path, limit: int) -> Embeddings:
    """Read word2vec's .bin: a header line `N D`, then each word, a space and D little-endian float32 numbers."""
    data = gunzipped(path) if path.suffix == ".gz" else _mapped(path)
    header = _header(path, data)
    count = min(header.promised, limit) if limit else header.promised
    vectors = np.empty((count, header.dimensions), dtype=np.float32)
    raw, end = _read_records(path, data, header.start, vectors)
    if count == header.promised and data[end : end + 64].strip(b"\r\n"):
        problem = f"the header promises {header.promised} vectors of {header.dimensions}, but more follows. Correct it."
        raise DataError(path, problem, line=1)
    words = tuple(word.decode("utf-8", "replace") for word in raw)
    broken = sum("\ufffd" in word for word in words)
    findings = (Finding("not-utf-8", f"{path.name}: words that are not UTF-8.", broken),) if broken else ()
    return Embeddings(words, vectors, findings, complete=count == header.promised)


def _mapped(path: Path) -> Bytes:
    """A file as bytes that are read from disk when they are looked at: the first words of a large one cost little."""
    if is_pipe(path) or not path.stat().st_size:
        return raw_bytes(path)
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror or error}.") from None


def _header(path: Path, data: Bytes) -> _Header:
    if not data:
        raise DataError(path, "the file is empty; word vectors were expected.")
    if data[:4] == _FASTTEXT_MAGIC:
        raise DataError(path, "this is a fastText model, not word2vec's binary form. Give its .vec file.")
    line, newline, _ = data[:100].partition(b"\n")
    columns = line.split()
    if not newline or len(columns) != 2 or not all(column.isdigit() for column in columns):
        raise DataError(path, "word2vec's binary form starts with a line 'N D'; this file does not.", line=1)
    promised, dimensions = int(columns[0]), int(columns[1])
    if not dimensions:
        raise DataError(path, "the header promises vectors without a single number.", line=1)
    if _is_text(data, len(line) + 1, dimensions):
        raise DataError(path, "this is a text file, not word2vec's binary form. Call it .vec.")
    if promised * dimensions * 4 > len(data):
        raise DataError(path, f"the header promises {promised} vectors of {dimensions}; the file is too short.", line=1)
    return _Header(promised, dimensions, len(line) + 1)


def _is_text(data: Bytes, start: int, dimensions: int) -> bool:
    """Whether the first record is a line of readable numbers."""
    columns = data[start : start + 64 * (dimensions + 1)].partition(b"\n")[0].split()
    try:
        return len(columns) > dimensions and [float(column) for column in columns[-dimensions:]] != []
    except ValueError:
        return False


def _read_records(path: Path, data: Bytes, position: int, vectors: np.ndarray) -> tuple[list[bytes], int]:
    """Fill the vectors; give the words and where the last record ends."""
    words = []
    for row in range(len(vectors)):
        space = data.find(b" ", position, position + _LONGEST_WORD)
        end = space + 1 + vectors.shape[1] * 4
        if space < 0 or end > len(data):
            raise DataError(
                path, f"the file ends inside word {row + 1}, before the {len(vectors)} its header promises."
            )
        words.append(data[position:space].lstrip(b"\n"))
        vectors[row] = np.frombuffer(data, dtype="<f4", count=vectors.shape[1], offset=space + 1)
        position = end
    return words, position


def read_npz(path: Path, limit: int) -> Embeddings:
    """Read an .npz archive of `words` and `vectors`, or of one array of words and one matrix under whatever names."""
    if not path.stat().st_size:
        raise DataError(path, "the file is empty; word vectors were expected.")
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (ValueError, OSError, EOFError, zlib.error, zipfile.BadZipFile) as error:
        raise DataError(path, f"cannot be read as an .npz of plain arrays ({error}).") from None
    words, vectors = _words_and_vectors(path, arrays)
    if len(words) != len(vectors):
        raise DataError(path, f"{len(words)} words, but {len(vectors)} vectors.")
    cut = limit or len(words)
    kept = tuple(map(str, words[:cut].tolist()))
    return Embeddings(kept, vectors[:cut].astype(np.float32), complete=cut >= len(words))


def _words_and_vectors(path: Path, arrays: dict[str, Any]) -> tuple[Any, Any]:
    words = {name: array for name, array in arrays.items() if array.ndim == 1 and array.dtype.kind in "US"}
    vectors = {name: array for name, array in arrays.items() if array.ndim == 2 and array.dtype.kind in "fiu"}
    one = words.get("words") if len(words) != 1 else next(iter(words.values()))
    other = vectors.get("vectors") if len(vectors) != 1 else next(iter(vectors.values()))
    if one is None or other is None:
        held = ", ".join(f"'{name}' ({array.dtype} of {array.shape})" for name, array in arrays.items()) or "nothing"
        problem = f"'words' (one array of text) and 'vectors' (one matrix of numbers) were expected, found {held}."
        raise DataError(path, problem)
    return (np.char.decode(one, "utf-8", "replace") if one.dtype.kind == "S" else one), other

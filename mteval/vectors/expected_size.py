"""How much memory word vectors will take, read off the beginning of their files before they are loaded."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mteval.core.errors import UsageError
from mteval.storage.memory import LIMIT_VARIABLE, free_memory, size_text
from mteval.text.packed import is_pipe, open_packed

HEAD = 1 << 20
WORD_BYTES = 250
"""A word with its places in tables, as measured; words are short beside their vectors."""
WORKING_BYTES = 128 << 20
"""Blocks of products, and what is loaded to compute them."""
INVERTED_BYTES = 4 * 256 * 8
"""invnn ranks the sources of 256 targets at a time: so many bytes for each source."""
ROUND = 1000


@dataclass(frozen=True, slots=True)
class VectorCount:
    """How many words a file has, and how long their vectors are."""

    words: int
    dimensions: int

    def of(self, limit: int) -> VectorCount:
        """The first words alone (0: all)."""
        return VectorCount(min(self.words, limit) if limit else self.words, self.dimensions)

    @property
    def bytes(self) -> int:
        """The memory of the vectors."""
        return 4 * self.words * self.dimensions


def vector_count(path: Path) -> VectorCount | None:
    """What the header of a file promises, or else what the length of its first line tells; None where neither does."""
    if is_pipe(path):
        return None
    if path.suffix == ".npz":
        return _of_archive(path)
    with open_packed(path) as file:
        line = file.readline(HEAD)
    columns = line.split()
    if len(columns) == 2 and all(column.isdigit() and len(column) < 12 for column in columns):
        return VectorCount(int(columns[0]), int(columns[1]))
    if path.name.endswith((".bin", ".gz")) or len(columns) < 3:
        return None
    return VectorCount(path.stat().st_size // len(line), len(columns) - 1)


def _of_archive(path: Path) -> VectorCount | None:
    """The shape of the one matrix in an .npz; whatever else is wrong with it is said when it is read."""
    try:
        with zipfile.ZipFile(path) as archive:
            shapes = [_shape(archive, name) for name in archive.namelist()]
    except (OSError, EOFError, ValueError, zipfile.BadZipFile):
        return None
    return next((VectorCount(*shape) for shape in shapes if len(shape) == 2), None)


def _shape(archive: zipfile.ZipFile, name: str) -> tuple[int, ...]:
    with archive.open(name) as file:
        version = np.lib.format.read_magic(file)
        read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        return read(file)[0]


def require_room(source: Path, target: Path, limit: int, method: str) -> None:
    """Refuse vectors that do not fit the memory there is, before any of them is read."""
    counts = [vector_count(path) for path in (source, target)]
    free = free_memory()
    if free is None or counts[0] is None or counts[1] is None:
        return
    own, other = counts[0].of(limit), counts[1].of(limit)
    wanted = retrieval_bytes(own, other, method)
    if wanted <= free:
        return
    share = max(0, free - WORKING_BYTES) / (wanted - WORKING_BYTES)
    fitting = int(share * max(own.words, other.words)) // ROUND * ROUND
    smaller = f"load fewer words, as with vocabulary={fitting}" if fitting else "load far fewer words"
    raise UsageError(
        f"The vectors of {own.words} and {other.words} words with {own.dimensions} dimensions need about "
        f"{size_text(wanted)} of memory for retrieval={method}, and there are {size_text(free)}: {smaller}, or allow more memory "
        f"(of the machine, its container, `ulimit -v`, {LIMIT_VARIABLE})."
    )


def retrieval_bytes(source: VectorCount, target: VectorCount, method: str) -> int:
    """The most memory that loading both sides and asking for translations takes."""
    # A side is in memory twice while its vectors are scaled to length one; CSLS groups the sources in a copy.
    more = {"csls": source.bytes, "invnn": INVERTED_BYTES * source.words}.get(method, 0)
    words = WORD_BYTES * (source.words + target.words)
    return source.bytes + max(2 * target.bytes, target.bytes + more, source.bytes) + words + WORKING_BYTES

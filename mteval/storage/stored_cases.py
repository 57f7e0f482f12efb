"""The cases of a large file, read from it when they are looked at: only where each line begins is kept.

The file stays open, so that these are its cases even after a run wrote another one in its place.
"""

from __future__ import annotations

import io
import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TypeVar, overload

import msgspec
import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import DataError
from mteval.core.results import CaseResult
from mteval.storage.digests import parts_digest
from mteval.storage.wire import StoredCase, numbers
from mteval.text.packed_lines import LINE_END

LARGE = 1 << 25
"""Bytes from which on a file of cases stays where it is."""
BLOCK = 1 << 22
LINES_AT_ONCE = 1 << 10
Line = TypeVar("Line")


class ScoredCase(msgspec.Struct):
    """What is read of a case where only its scores are wanted."""

    id: str
    scores: dict[str, float] = {}


class StoredCases(Sequence[CaseResult]):
    """The cases of one file, with its digest as it was when they were first looked over."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, path.open("rb")
        weakref.finalize(self, self._file.close)
        self.digest, self._bounds = _looked_over(self._file)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    @overload
    def __getitem__(self, place: int) -> CaseResult: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[CaseResult]: ...
    def __getitem__(self, place: int | slice) -> CaseResult | Sequence[CaseResult]:
        if isinstance(place, slice):
            return tuple(self._at(one) for one in range(len(self))[place])
        return self._at(range(len(self))[place])

    def __iter__(self) -> Iterator[CaseResult]:
        return (CaseResult(**numbers(stored)) for stored in self._lines(StoredCase))

    def scan_scores(self) -> Iterator[tuple[str, Mapping[str, float]]]:
        """Each case's id and scores, in order."""
        return ((stored.id, stored.scores) for stored in self._lines(ScoredCase))

    def _at(self, place: int) -> CaseResult:
        line = self._bytes(place, place + 1)
        return CaseResult(**numbers(self._decoded(msgspec.json.Decoder(StoredCase), line, place)))

    def _bytes(self, start: int, stop: int) -> bytes:
        """Some lines as they are, read without moving in the file, which other readers may be at."""
        first, last = int(self._bounds[start]), int(self._bounds[stop])
        return os.pread(self._file.fileno(), last - first, first)

    def _lines(self, kind: type[Line]) -> Iterator[Line]:
        decoder = msgspec.json.Decoder(kind)
        for start in range(0, len(self), LINES_AT_ONCE):
            lines = io.BytesIO(self._bytes(start, min(start + LINES_AT_ONCE, len(self))))
            for place, line in enumerate(lines, start):
                yield self._decoded(decoder, line, place)

    def _decoded(self, decoder: msgspec.json.Decoder[Line], line: bytes, place: int) -> Line:
        try:
            return decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(self._path, f"is not a case ({error}).", line=place + 1) from None


def _looked_over(file: IO[bytes]) -> tuple[str, NDArray[np.int64]]:
    """The digest of a file, and where each of its lines begins, with the end as the last."""
    starts = [np.zeros(1, dtype=np.int64)]
    digest = parts_digest(_watched(file, starts))
    size = file.tell()
    bounds = np.concatenate(starts)
    return digest, bounds if bounds[-1] == size else np.append(bounds, size)


def _watched(file: IO[bytes], starts: list[NDArray[np.int64]]) -> Iterator[bytes]:
    """A file in blocks; what follows each line end is noted on the way."""
    while block := file.read(BLOCK):
        after = file.tell() - len(block) + 1
        starts.append(np.flatnonzero(np.frombuffer(block, np.uint8) == LINE_END) + after)
        yield block

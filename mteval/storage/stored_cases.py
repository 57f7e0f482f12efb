"""The cases of a large file, read from it when they are looked at: only where each line begins is kept."""

from __future__ import annotations

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
Line = TypeVar("Line")


class ScoredCase(msgspec.Struct):
    """What is read of a case where only its scores are wanted."""

    id: str
    scores: dict[str, float] = {}


class StoredCases(Sequence[CaseResult]):
    """The cases of one file, with its digest as it was when they were first looked over."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.digest, self._bounds = _looked_over(path)

    def __len__(self) -> int:
        return len(self._bounds) - 1

    @overload
    def __getitem__(self, place: int) -> CaseResult: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[CaseResult]: ...
    def __getitem__(self, place: int | slice) -> CaseResult | Sequence[CaseResult]:
        with self._path.open("rb") as file:
            if isinstance(place, slice):
                return tuple(self._at(file, one) for one in range(len(self))[place])
            return self._at(file, range(len(self))[place])

    def __iter__(self) -> Iterator[CaseResult]:
        return (CaseResult(**numbers(stored)) for stored in self._lines(StoredCase))

    def scan_scores(self) -> Iterator[tuple[str, Mapping[str, float]]]:
        """Each case's id and scores, in order."""
        return ((stored.id, stored.scores) for stored in self._lines(ScoredCase))

    def _at(self, file: IO[bytes], place: int) -> CaseResult:
        start, end = int(self._bounds[place]), int(self._bounds[place + 1])
        file.seek(start)
        return CaseResult(**numbers(self._decoded(msgspec.json.Decoder(StoredCase), file.read(end - start), place)))

    def _lines(self, kind: type[Line]) -> Iterator[Line]:
        decoder = msgspec.json.Decoder(kind)
        with self._path.open("rb") as file:
            for place, line in enumerate(file):
                yield self._decoded(decoder, line, place)

    def _decoded(self, decoder: msgspec.json.Decoder[Line], line: bytes, place: int) -> Line:
        try:
            return decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(self._path, f"is not a case ({error}).", line=place + 1) from None


def _looked_over(path: Path) -> tuple[str, NDArray[np.int64]]:
    """The digest of a file, and where each of its lines begins, with the end as the last."""
    starts = [np.zeros(1, dtype=np.int64)]
    with path.open("rb") as file:
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

"""The lines of a large text, held as UTF-8 in one piece and decoded when they are looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.int64]

PORTION = 1 << 13
BLOCK = 1 << 24
LINE_END = 10


class PackedLines(Sequence[str]):
    """Lines with line ends between them and none after the last."""

    __slots__ = ("_bounds", "raw")

    def __init__(self, raw: bytes) -> None:
        # Imported here: lists of plugins read lines without numpy.
        import numpy as np

        self.raw = raw
        ends = list(_line_ends(raw))
        # Where each line begins; the line end before the next beginning belongs to no line.
        self._bounds = np.concatenate([np.zeros(1, dtype=np.int64), *(one + 1 for one in ends), [len(raw) + 1]])

    def __len__(self) -> int:
        return len(self._bounds) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step == 1:
                return tuple(self._between(start, stop))
            return tuple(self[one] for one in range(start, stop, step))
        at = range(len(self))[place]
        return self.raw[self._bounds[at] : self._bounds[at + 1] - 1].decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), PORTION):
            yield from self._between(start, min(start + PORTION, len(self)))

    def __eq__(self, other: object) -> bool:
        return self.raw == other.raw if isinstance(other, PackedLines) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.raw)

    def _between(self, start: int, stop: int) -> list[str]:
        if stop <= start:
            return []
        part = self.raw[self._bounds[start] : self._bounds[stop] - 1]
        return part.decode("utf-8", "surrogatepass").split("\n")


def _line_ends(raw: bytes) -> Iterator[Places]:
    import numpy as np

    for start in range(0, len(raw), BLOCK):
        yield np.flatnonzero(np.frombuffer(raw, np.uint8, min(BLOCK, len(raw) - start), start) == LINE_END) + start


def packed(lines: Sequence[str]) -> PackedLines:
    """The lines of a list, packed; none of them holds a line end."""
    return PackedLines("\n".join(lines).encode("utf-8", "surrogatepass"))


def joined(lines: Sequence[str]) -> bytes:
    """Lines as UTF-8 with line ends between them."""
    return lines.raw if isinstance(lines, PackedLines) else "\n".join(lines).encode("utf-8", "surrogatepass")

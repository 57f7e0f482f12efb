"""Sums of rows under many weightings, a few thousand cases at a time.

Whole numbers whose partial sums stay below 2**24 are exact in single precision, which takes half the memory and half the time;
so a block of cases is multiplied in single precision where its numbers allow it. The sums are the same to the digit, in
whatever order they are made: compiled and on every core where there are very many cases.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.columns import MANY
from mteval.statistics import _sum_kernels
from mteval.statistics.coins import PackedCoins
from mteval.statistics.metric_base import Array
from mteval.text.compiled import compile_together, in_threads

SINGLE = 2**24
CASES = 1 << 13
LANES = 16
"""Columns come in so many at a time: what a vector register holds in single precision."""

Drawn = NDArray[Any]
Single = NDArray[np.float32]


class RowSums:
    """The rows of a table, or of several side by side, ready to be summed under any weights."""

    def __init__(self, *tables: NDArray[Any]) -> None:
        self._tables = tables
        self.cases = len(tables[0])
        self._width = sum(table.shape[1] for table in tables)
        self._starts = range(0, self.cases, CASES)
        parts = [_size(self._part(start)) for start in self._starts]
        self.whole = all(whole for whole, _ in parts)
        self._largest = [largest for _, largest in parts]

    def _part(self, start: int) -> NDArray[Any]:
        parts = [table[start : start + CASES] for table in self._tables]
        return parts[0] if len(parts) == 1 else np.hstack(parts)

    def under(self, weights: Drawn | PackedCoins) -> Array:
        """The sums (draws, columns) of the rows, each counted as often as the weights (draws, cases) say."""
        if isinstance(weights, PackedCoins):
            return self._kept(weights)
        heaviest = float(weights.max(initial=0))
        exact = self.whole and weights.dtype.kind in "bui"
        if exact and self.cases >= MANY and len(weights) % 2 == 0 and max(self._largest) * heaviest < SINGLE:
            return self._compiled(len(weights), lambda start, rows, sums: _counted(weights, start, rows, sums))
        sums = np.zeros((len(weights), self._width))
        for start, largest in zip(self._starts, self._largest, strict=True):
            kind = np.float32 if exact and largest * heaviest < SINGLE else np.float64
            part: NDArray[Any] = self._part(start).astype(kind, copy=False)
            counts: NDArray[Any] = weights[:, start : start + CASES].astype(kind)
            sums += counts @ part
        return sums

    def _kept(self, coins: PackedCoins) -> Array:
        if not self.whole or max(self._largest) >= SINGLE:
            return np.concatenate([self.under(part) for part in coins.unpacked()])

        def add(start: int, rows: Single, sums: Single) -> None:
            _kernels()["add_kept"](coins.bits[:, start // 8 : -(-(start + len(rows)) // 8)], rows, sums)

        return self._compiled(len(coins), add)

    def _compiled(self, draws: int, add: Callable[[int, Single, Single], None]) -> Array:
        """Add up what `add` makes of each block of rows, on every core; columns are filled up with zeros to whole registers."""
        columns = -(-self._width // LANES) * LANES
        sums, lock = np.zeros((draws, columns)), Lock()
        _kernels()

        def run(first: int, last: int) -> None:
            own = np.zeros((draws, columns))
            for start in self._starts[first:last]:
                part = self._part(start)
                rows = np.zeros((-(-len(part) // 4) * 4, columns), dtype=np.float32)
                rows[: len(part), : self._width] = part
                partial = np.zeros((draws, columns), dtype=np.float32)
                add(start, rows, partial)
                own += partial
            with lock:
                sums[:] += own

        in_threads(run, len(self._starts), least=1)
        return sums[:, : self._width]


def _size(part: NDArray[Any]) -> tuple[bool, float]:
    """Whether all numbers are whole, and the largest sum that a column could come to, without signs."""
    whole = bool((part == np.rint(part)).all())
    return whole, float(np.abs(part).sum(axis=0, dtype=np.float64).max(initial=0))


def _counted(weights: Drawn, start: int, rows: Single, sums: Single) -> None:
    counts = np.zeros((len(weights), len(rows)), dtype=np.uint16)
    own = weights[:, start : start + len(rows)]
    counts[:, : own.shape[1]] = own
    _kernels()["add_all_counted"](counts, rows, sums)


def counted_units(drawn: NDArray[np.uint32], units: int) -> NDArray[np.uint16]:
    """How often each unit was drawn."""
    counts = np.empty(units, dtype=np.uint16)
    _kernels()["count_units"](drawn, counts)
    return counts


@cache
def _kernels() -> dict[str, Any]:
    return compile_together(_sum_kernels.FUNCTIONS)


def weighted_sums(weights: Array, rows: NDArray[Any]) -> Array:
    """The same for a few weightings; rows in single precision are never all copied into double precision."""
    if rows.dtype == np.float64:
        return np.asarray(weights @ rows)
    sums = np.zeros((len(weights), rows.shape[1]))
    for start in range(0, len(rows), CASES):
        sums += weights[:, start : start + CASES] @ rows[start : start + CASES].astype(np.float64)
    return sums

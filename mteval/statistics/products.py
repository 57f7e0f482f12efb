"""Sums of rows under many weightings, a few thousand cases at a time.

Whole numbers whose partial sums stay below 2**24 are exact in single precision, which takes half the memory and half the time;
so a block of cases is multiplied in single precision where its numbers allow it. The sums are the same to the digit.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.statistics.metric_base import Array

SINGLE = 2**24
CASES = 1 << 13


class RowSums:
    """The rows of a table, ready to be summed under any weights."""

    def __init__(self, rows: NDArray[Any]) -> None:
        self._rows = rows
        self._starts = range(0, len(rows), CASES)
        self.whole = all(bool((part == np.rint(part)).all()) for part in self._parts())
        self._largest = [float(np.abs(part).sum(axis=0, dtype=np.float64).max(initial=0)) for part in self._parts()]

    def _parts(self) -> Any:
        return (self._rows[start : start + CASES] for start in self._starts)

    def under(self, weights: NDArray[Any]) -> Array:
        """The sums (…, columns) of the rows, each counted as often as the weights (…, cases) say."""
        heaviest = float(weights.max(initial=0))
        exact = self.whole and weights.dtype.kind in "bui"
        sums = np.zeros((len(weights), self._rows.shape[1]))
        for start, largest in zip(self._starts, self._largest, strict=True):
            kind = np.float32 if exact and largest * heaviest < SINGLE else np.float64
            part: NDArray[Any] = self._rows[start : start + CASES].astype(kind, copy=False)
            counts: NDArray[Any] = weights[:, start : start + CASES].astype(kind)
            sums += counts @ part
        return sums


def weighted_sums(weights: Array, rows: NDArray[Any]) -> Array:
    """The same for a few weightings; rows in single precision are never all copied into double precision."""
    if rows.dtype == np.float64:
        return np.asarray(weights @ rows)
    sums = np.zeros((len(weights), rows.shape[1]))
    for start in range(0, len(rows), CASES):
        sums += weights[:, start : start + CASES] @ rows[start : start + CASES].astype(np.float64)
    return sums

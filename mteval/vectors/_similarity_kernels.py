"""Compiled passes over blocks of similarities; imported only when words are retrieved."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np


def _merge_best(block: Any, penalty: Any, start: int, values: Any, indices: Any) -> None:
    """Merge block[i, j] − penalty[j] into the best of row i, kept in descending order; `start` is the first column's index.

    Equal values keep the earlier index, since columns come in order.
    """
    width = block.shape[1]
    kept = values.shape[1]
    step = 16
    for i in range(block.shape[0]):
        least = values[i, kept - 1]
        for begin in range(0, width, step):
            stop = min(begin + step, width)
            # The maximum of a short run vectorises; nearly all runs hold nothing worth keeping.
            top = np.float32(-np.inf)
            for j in range(begin, stop):
                top = max(top, block[i, j] - penalty[j])
            if top <= least:
                continue
            for j in range(begin, stop):
                value = block[i, j] - penalty[j]
                if value > least:
                    place = kept - 1
                    while place > 0 and values[i, place - 1] < value:
                        values[i, place] = values[i, place - 1]
                        indices[i, place] = indices[i, place - 1]
                        place -= 1
                    values[i, place] = value
                    indices[i, place] = start + j
                    least = values[i, kept - 1]


def _merge_values(block: Any, rows: Any, values: Any) -> None:
    """Merge block[i, :] into the best values of row rows[i], kept in descending order."""
    width = block.shape[1]
    kept = values.shape[1]
    for i in range(block.shape[0]):
        row = rows[i]
        least = values[row, kept - 1]
        for begin in range(0, width, 16):
            stop = min(begin + 16, width)
            top = np.float32(-np.inf)
            for j in range(begin, stop):
                top = max(top, block[i, j])
            if top <= least:
                continue
            for j in range(begin, stop):
                value = block[i, j]
                if value > least:
                    place = kept - 1
                    while place > 0 and values[row, place - 1] < value:
                        values[row, place] = values[row, place - 1]
                        place -= 1
                    values[row, place] = value
                    least = values[row, kept - 1]


def _dots(rows: Any, columns: Any, indices: Any, out: Any) -> None:
    """out[i, j] = rows[i] · columns[indices[i, j]] in double precision, summed in order of the dimensions."""
    for i in range(indices.shape[0]):
        for j in range(indices.shape[1]):
            column = indices[i, j]
            total = 0.0
            if column >= 0:
                for d in range(rows.shape[1]):
                    total += np.float64(rows[i, d]) * np.float64(columns[column, d])
            out[i, j] = total


def _all_dots(rows: Any, columns: Any, out: Any) -> None:
    """out = rows · columns (dimensions first) in double precision, each sum in order of the dimensions as in `dots`."""
    for i in range(rows.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = 0.0
        for d in range(rows.shape[1]):
            factor = np.float64(rows[i, d])
            for j in range(out.shape[1]):
                out[i, j] += factor * columns[d, j]


def _unsure(block: Any, penalty: Any, owners: Any, limits: Any, above: Any, near: Any) -> int:
    """Count, for gold word g of row owners[g], the columns surely above it, and list the (g, column) too near to tell.

    Returns how many are near; where that exceeds the room in `near`, the caller makes more and asks again.
    """
    found = 0
    for g in range(owners.shape[0]):
        i = owners[g]
        count = 0
        for j in range(block.shape[1]):
            value = block[i, j] - penalty[j]
            if value > limits[g, 1]:
                count += 1
            elif value >= limits[g, 0]:
                if found < near.shape[0]:
                    near[found, 0] = g
                    near[found, 1] = j
                found += 1
        above[g] = count
    return found


_FAST = {"nnan", "nsz", "reassoc"}

merge_best = numba.njit(nogil=True, cache=True, fastmath=_FAST)(_merge_best)
merge_values = numba.njit(nogil=True, cache=True, fastmath=_FAST)(_merge_values)
dots = numba.njit(nogil=True, cache=True)(_dots)
all_dots = numba.njit(nogil=True, cache=True)(_all_dots)
unsure = numba.njit(nogil=True, cache=True)(_unsure)

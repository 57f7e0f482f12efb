"""Compiled passes over a matrix of similarities; imported only when words are matched."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

_RUN = 16
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@numba.njit(nogil=True, cache=True, inline="always")
def _draw(key: Any, row: int, column: int) -> Any:
    """A uniform 32-bit number that depends on nothing but the key and the place (splitmix64 of a counter).

    So a similarity's fate needs no stored mask, and the work may be cut in any way.
    """
    z = key + ((np.uint64(row) << _S32) | np.uint64(column)) * _GOLDEN
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return (z ^ (z >> _S31)) >> _S32


def _mask(key: Any, limit: Any, kept: Any) -> None:
    """kept[i, j]: whether the draw at that place is below the limit."""
    for i in range(kept.shape[0]):
        for j in range(kept.shape[1]):
            kept[i, j] = _draw(key, i, j) < limit


def _top_of_columns(similarity: Any, least: Any, values: Any) -> None:
    """The highest similarities of each column, descending; `least` are lower bounds of the last of them."""
    kept = values.shape[1]
    width = similarity.shape[1]
    for i in range(similarity.shape[0]):
        for begin in range(0, width, _RUN):
            stop = min(begin + _RUN, width)
            # The maximum of a short run vectorises; nearly all runs hold nothing worth keeping.
            top = np.float32(-np.inf)
            for j in range(begin, stop):
                top = max(top, similarity[i, j] - least[j])
            if top < 0:
                continue
            for j in range(begin, stop):
                value = similarity[i, j]
                if value >= least[j] and value > values[j, kept - 1]:
                    place = kept - 1
                    while place > 0 and values[j, place - 1] < value:
                        values[j, place] = values[j, place - 1]
                        place -= 1
                    values[j, place] = value
                    least[j] = max(least[j], values[j, kept - 1])


def _best_of_rows(similarity: Any, first: int, penalty: Any, key: Any, limit: Any, best: Any) -> None:
    """The best column of each row among the similarities kept; row 0 is row `first` of the whole.

    Whether a similarity is kept is only asked where it would win: the others change nothing.
    """
    width = similarity.shape[1]
    for i in range(similarity.shape[0]):
        value = np.float32(-np.inf)
        place = -1
        for begin in range(0, width, _RUN):
            stop = min(begin + _RUN, width)
            top = np.float32(-np.inf)
            for j in range(begin, stop):
                top = max(top, similarity[i, j] - penalty[j])
            if top <= value:
                continue
            for j in range(begin, stop):
                if similarity[i, j] - penalty[j] > value and _draw(key, first + i, j) < limit:
                    value = similarity[i, j] - penalty[j]
                    place = j
        if value < 0:
            # What is dropped counts as 0, so the first one dropped beats everything below.
            for j in range(width):
                if _draw(key, first + i, j) >= limit:
                    place = j
                    break
        best[i] = max(place, 0)


def _best_of_columns(similarity: Any, first: int, penalty: Any, key: Any, limit: Any, best: Any) -> None:
    """The best row of each column among the similarities kept; column 0 is column `first` of the whole."""
    width = similarity.shape[1]
    value = np.full(width, -np.inf, dtype=np.float32)
    for i in range(similarity.shape[0]):
        for begin in range(0, width, _RUN):
            stop = min(begin + _RUN, width)
            top = np.float32(-np.inf)
            for j in range(begin, stop):
                top = max(top, similarity[i, j] - penalty[i] - value[j])
            if top <= 0:
                continue
            for j in range(begin, stop):
                if similarity[i, j] - penalty[i] > value[j] and _draw(key, i, first + j) < limit:
                    value[j] = similarity[i, j] - penalty[i]
                    best[j] = i
    for j in range(width):
        if value[j] < 0:
            best[j] = _first_dropped_row(similarity.shape[0], first + j, key, limit, best[j])


@numba.njit(nogil=True, cache=True)
def _first_dropped_row(rows: int, column: int, key: Any, limit: Any, otherwise: int) -> int:
    """What is dropped counts as 0, so the first one dropped beats everything below."""
    for i in range(rows):
        if _draw(key, i, column) >= limit:
            return i
    return otherwise


_FAST = {"nnan", "nsz", "reassoc"}

mask = numba.njit(nogil=True, cache=True)(_mask)
top_of_columns = numba.njit(nogil=True, cache=True, fastmath=_FAST)(_top_of_columns)
best_of_rows = numba.njit(nogil=True, cache=True, fastmath=_FAST)(_best_of_rows)
best_of_columns = numba.njit(nogil=True, cache=True, fastmath=_FAST)(_best_of_columns)

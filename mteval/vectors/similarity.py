"""Exact top-k similarities between two sets of vectors, without the full similarity matrix.

Single precision finds the candidates and double precision, always summed in the same order, decides: the result is what
a double-precision brute force gives, ties by index, however the work is cut into blocks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

ROWS, COLUMNS = 2048, 1024
SPARE = 6
_UNIT_ROUNDOFF = 2.0**-24


@dataclass(frozen=True, slots=True)
class LinearProduct:
    """A retrieval score that is linear in the cosine: scale · cos(x, y) − shift(x) − penalty(y)."""

    scale: float = 1.0
    shift: Floats | None = None
    penalty: Floats | None = None

    def margin(self, dimensions: int) -> float:
        """How far the single-precision value of cos − penalty / scale may be from the true one."""
        largest = 0.0 if self.penalty is None else float(np.abs(self.penalty).max(initial=0.0)) / self.scale
        return (dimensions + 16 + 4 * largest) * _UNIT_ROUNDOFF

    def reduced(self, columns: int) -> NDArray[np.float32]:
        """The penalty on the scale of the cosine."""
        if self.penalty is None:
            return np.zeros(columns, dtype=np.float32)
        return (self.penalty / self.scale).astype(np.float32)

    def score(self, cosines: Floats, rows: Indices | slice, columns: Indices) -> Floats:
        """Scores of pairs (row, column) from their cosines."""
        scores: Floats = self.scale * cosines
        if self.shift is not None:
            scores = scores - self.shift[rows][:, None]
        if self.penalty is not None:
            scores = scores - self.penalty[columns]
        return scores


COSINE = LinearProduct()


@dataclass(frozen=True, slots=True)
class Best:
    """The best columns of each row, best first, with their scores."""

    indices: Indices
    scores: Floats


def in_threads(work: Callable[[slice], object], count: int, least: int = 64) -> None:
    """Run `work` on slices of range(count), one per processor; it must release the interpreter to gain anything."""
    workers = min(processors(), max(1, count // least))
    if workers == 1:
        work(slice(0, count))
        return
    edges = np.linspace(0, count, workers + 1).astype(int).tolist()
    list(_pool().map(work, [slice(low, high) for low, high in pairwise(edges)]))


@cache
def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(processors(), thread_name_prefix="similarity")


def one_blas_thread() -> AbstractContextManager[object]:
    """While it is open, a matrix product runs in the thread that asks for it."""
    return cast("AbstractContextManager[object]", _blas().limit(limits=1, user_api="blas"))


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


def blocks(count: int, size: int) -> Iterator[slice]:
    """Cut range(count) into slices of at most `size`."""
    for start in range(0, count, size):
        yield slice(start, min(start + size, count))


def products(rows: Vectors, columns: Vectors) -> Iterator[tuple[slice, Vectors]]:
    """Dot products of all rows with one block of columns after the other (the buffer is used again)."""
    buffer = np.empty(len(rows) * min(COLUMNS, len(columns)), dtype=np.float32)
    for part in blocks(len(columns), COLUMNS):
        width = part.stop - part.start
        product = buffer[: len(rows) * width].reshape(len(rows), width)
        np.matmul(rows, columns[part].T, out=product)
        yield part, product


def shortlist(rows: Vectors, columns: Vectors, size: int, penalties: Sequence[NDArray[np.float32]]) -> list[Best]:
    """The `size` best columns of each row by single-precision cos − penalty, once for each of the penalties."""
    from mteval.vectors import _similarity_kernels as kernels

    size = min(size, len(columns))
    found = [
        (np.full((len(rows), size), -np.inf, dtype=np.float32), np.full((len(rows), size), -1, dtype=np.int64))
        for _ in penalties
    ]
    for part in blocks(len(rows), ROWS):
        for columns_part, product in products(rows[part], columns):
            for penalty, (values, indices) in zip(penalties, found, strict=True):
                in_threads(
                    _merging(kernels, product, penalty, columns_part, (values[part], indices[part])), len(product)
                )
    return [Best(indices, values.astype(np.float64)) for values, indices in found]


def _merging(
    kernels: object, product: Vectors, penalty: Vectors, part: slice, best: tuple[Vectors, Indices]
) -> Callable[[slice], object]:
    values, indices = best

    def merge(rows: slice) -> object:
        return kernels.merge_best(product[rows], penalty[part], part.start, values[rows], indices[rows])  # type: ignore[attr-defined]

    return merge


def cosines_of(rows: Vectors, columns: Vectors, indices: Indices) -> Floats:
    """Double-precision dot products of row i with the columns indices[i], the order of summation fixed."""
    from mteval.vectors import _similarity_kernels as kernels

    out = np.empty(indices.shape, dtype=np.float64)
    in_threads(lambda part: kernels.dots(rows[part], columns, indices[part], out[part]), len(rows))
    return out


def all_cosines(rows: Vectors, columns: Vectors, *, precise: bool) -> Floats:
    """Every dot product of rows and columns: in double precision with a fixed order of summation, or from single precision."""
    if not precise:
        return (rows @ columns.T).astype(np.float64)
    out = np.empty((len(rows), len(columns)), dtype=np.float64)
    for part in blocks(len(columns), 1024):
        wide = np.ascontiguousarray(columns[part].T, dtype=np.float64)
        in_threads(partial(_all_dots, rows, wide, out[:, part]), len(rows))
    return out


def _all_dots(rows: Vectors, columns: Floats, out: Floats, some: slice) -> None:
    from mteval.vectors import _similarity_kernels as kernels

    kernels.all_dots(rows[some], columns, out[some])


def keep_best(found: Best | None, scores: Floats, start: int, k: int) -> Best:
    """The k best so far, after scores of the columns from `start` on; ties by index."""
    indices = np.broadcast_to(np.arange(start, start + scores.shape[1]), scores.shape)
    if found is not None:
        indices, scores = np.hstack([found.indices, indices]), np.hstack([found.scores, scores])
    return ordered(indices, scores, k)


def ordered(indices: Indices, scores: Floats, k: int) -> Best:
    """The k best of each row by score, ties by index."""
    order = np.lexsort((indices, -scores), axis=1)[:, :k]
    return Best(np.take_along_axis(indices, order, axis=1), np.take_along_axis(scores, order, axis=1))


def exact_best(rows: Vectors, columns: Vectors, k: int, score: LinearProduct = COSINE) -> Best:
    """The k best columns of each row by score, ties by index, as double precision decides them."""
    k = min(k, len(columns))
    return decided(rows, columns, k, score, shortlist(rows, columns, k + SPARE, [score.reduced(len(columns))])[0])


def decided(rows: Vectors, columns: Vectors, k: int, score: LinearProduct, rough: Best) -> Best:
    """The k best of each row from a shortlist by the same score, more than k long unless it holds every column."""
    scores = score.score(cosines_of(rows, columns, rough.indices), slice(None), rough.indices)
    best = ordered(rough.indices, scores, k)
    if rough.indices.shape[1] == len(columns):
        return best
    # A row is settled when nothing left out can reach its k-th best; zero rows tie everywhere and settle by index.
    shift = 0.0 if score.shift is None else score.shift
    reach = (rough.scores[:, -1] + score.margin(rows.shape[1])) * score.scale - shift
    for row in np.flatnonzero(reach >= best.scores[:, -1]):
        best.indices[row], best.scores[row] = _with_care(int(row), rows, columns, k, score)
    return best


def _with_care(row: int, rows: Vectors, columns: Vectors, k: int, score: LinearProduct) -> tuple[Indices, Floats]:
    """The best of one row among whose columns many are nearly equal."""
    rough = columns @ rows[row] - score.reduced(len(columns))
    least = np.partition(rough, len(columns) - k)[len(columns) - k] - 2 * score.margin(rows.shape[1])
    near = np.flatnonzero(rough >= least)[None, :]
    scores = score.score(cosines_of(rows[row : row + 1], columns, near), np.array([row]), near)
    best = ordered(near, scores, k)
    return best.indices[0], best.scores[0]


def ranks_of(
    rows: Vectors, columns: Vectors, gold: Sequence[Sequence[int]], score: LinearProduct = COSINE
) -> list[list[int]]:
    """The 1-based ranks of each row's gold columns among all columns, ties by index."""
    owners = np.array([row for row, wanted in enumerate(gold) for _ in wanted], dtype=np.int64)
    wanted = np.array([column for columns_wanted in gold for column in columns_wanted], dtype=np.int64)
    ranks = np.ones(len(owners), dtype=np.int64)
    for part in blocks(len(rows), ROWS):
        mine = np.flatnonzero((owners >= part.start) & (owners < part.stop))
        if len(mine):
            ranks[mine] += _better(rows, columns, (owners[mine], wanted[mine]), part, score)
    bounds = np.cumsum([0, *map(len, gold)])
    return [ranks[low:high].tolist() for low, high in pairwise(bounds)]


def _better(
    rows: Vectors, columns: Vectors, pairs: tuple[Indices, Indices], part: slice, score: LinearProduct
) -> Indices:
    """How many columns come before each wanted one."""
    from mteval.vectors import _similarity_kernels as kernels

    owners, wanted = pairs
    cosines = cosines_of(rows[owners], columns, wanted[:, None])
    own = score.score(cosines, owners, wanted[:, None])[:, 0]
    penalty = score.reduced(len(columns))
    middle = cosines[:, 0] - (0.0 if score.penalty is None else score.penalty[wanted] / score.scale)
    margin = 2 * score.margin(rows.shape[1])
    total = np.zeros(len(owners), dtype=np.int64)
    above = np.empty(len(owners), dtype=np.int64)
    near = np.empty((4096, 2), dtype=np.int64)
    for columns_part, product in products(rows[part], columns):
        limits = np.stack([middle - margin, middle + margin], axis=1).astype(np.float32)
        arguments = (product, penalty[columns_part], owners - part.start, limits, above)
        found = kernels.unsure(*arguments, near)
        if found > len(near):
            near = np.empty((found, 2), dtype=np.int64)
            found = kernels.unsure(*arguments, near)
        total += above
        which, column = near[:found, 0], near[:found, 1] + columns_part.start
        theirs = score.score(cosines_of(rows[owners[which]], columns, column[:, None]), owners[which], column[:, None])
        before = (theirs[:, 0] > own[which]) | ((theirs[:, 0] == own[which]) & (column < wanted[which]))
        np.add.at(total, which, before)
    return total

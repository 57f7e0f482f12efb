"""Ratings as a table of items by annotators, with holes where nobody rated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

CHUNK_CELLS = 4_000_000  # resamples × ratings held at once; bounds memory, not results


@dataclass(frozen=True, slots=True)
class RatingTable:
    """What each annotator gave each item on one scale; NaN where they gave nothing."""

    values: Array
    items: tuple[str, ...]
    annotators: tuple[str, ...]

    @classmethod
    def collect(cls, ratings: Iterable[tuple[str, str, float]]) -> RatingTable:
        """Build the table from (item, annotator, value); the last of several values for one cell wins."""
        cells = {(item, annotator): value for item, annotator, value in ratings}
        items = tuple(dict.fromkeys(item for item, _ in cells))
        annotators = tuple(sorted({annotator for _, annotator in cells}))
        rows = {item: row for row, item in enumerate(items)}
        columns = {annotator: column for column, annotator in enumerate(annotators)}
        values = np.full((len(items), len(annotators)), np.nan)
        for (item, annotator), value in cells.items():
            values[rows[item], columns[annotator]] = value
        return cls(values, items, annotators)

    @property
    def rated(self) -> NDArray[np.bool_]:
        """Which cells hold a rating."""
        return ~np.isnan(self.values)

    @property
    def shared(self) -> NDArray[np.bool_]:
        """Which items have two ratings or more: only these say anything of agreement."""
        return np.asarray(self.rated.sum(axis=1) >= 2)

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Which items every annotator rated."""
        return np.asarray(self.rated.all(axis=1))

    def only_shared(self) -> RatingTable:
        """The table without items rated once."""
        shared = self.shared
        items = tuple(item for item, kept in zip(self.items, shared, strict=True) if kept)
        return RatingTable(self.values[shared], items, self.annotators)

    def columns(self, annotators: Sequence[str]) -> RatingTable:
        """The table of some annotators only."""
        chosen = [self.annotators.index(name) for name in annotators]
        return RatingTable(self.values[:, chosen], self.items, tuple(annotators))

    def unit_weights(self) -> Array:
        """Every item once: the weights of the plain score."""
        return np.ones((1, len(self.items)))

    def coded(self) -> tuple[Array, Whole]:
        """The distinct values in order, and each cell's index among them (−1 for a hole)."""
        rated = self.rated
        categories, inverse = np.unique(self.values[rated], return_inverse=True)
        codes = np.full(self.values.shape, -1, dtype=np.int64)
        codes[rated] = inverse
        return categories, codes


def category_counts(table: RatingTable) -> Array:
    """How many annotators gave each item each value: (items, categories)."""
    categories, codes = table.coded()
    counts = np.zeros((len(table.items), len(categories)))
    rows, columns = np.nonzero(codes >= 0)
    np.add.at(counts, (rows, codes[rows, columns]), 1.0)
    return counts


def chunks(resamples: int, cells: int) -> Iterator[slice]:
    """Slices over the resamples, so that resamples × cells stays within memory."""
    step = max(1, CHUNK_CELLS // max(cells, 1))
    for start in range(0, resamples, step):
        yield slice(start, min(start + step, resamples))


def divide(numerator: Array, denominator: Array) -> Array:
    """Elementwise quotient, NaN where the denominator is zero (rounding noise counts as zero)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = numerator / denominator
    return np.where(np.abs(denominator) > 1e-12, quotient, np.nan)

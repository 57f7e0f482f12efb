"""Rows (unit, rater, value) of rated cases, made into tables under any weighting of the cases."""

from __future__ import annotations

import numpy as np

from mteval.core.protocols import Statistics
from mteval.statistics.rating_table import Array, RatingTable


def weighted_table(statistics: Statistics, weights: Array) -> tuple[RatingTable, Array]:
    """The table of units by raters, and each unit's weight in each resample.

    Rows are (unit, rater, value). Cases of one unit are meant to be drawn together, so a unit weighs what its cases weigh;
    cases that never count drop out. A cell met twice (two systems' cases laid end to end) becomes a unit of its own.
    """
    used = statistics.counted & (weights > 0).any(axis=0)
    rows, weights = statistics.rows[used], weights[:, used]
    cells = rows[:, :2].astype(np.int64)
    units, unit_codes = np.unique(_with_copies(cells), axis=0, return_inverse=True)
    raters, rater_codes = np.unique(cells[:, 1], return_inverse=True)
    values = np.full((len(units), len(raters)), np.nan)
    unit_codes = unit_codes.reshape(-1)
    values[unit_codes, rater_codes] = rows[:, 2]
    table = RatingTable(values, tuple(map(str, range(len(units)))), tuple(map(str, raters)))
    return table, mean_by_code(weights, unit_codes)


def mean_by_code(weights: Array, codes: np.ndarray) -> Array:
    """The mean weight of the columns that share a code, codes being 0 … n−1: (resamples, n)."""
    if not len(codes):
        return weights[:, :0]
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    return np.asarray(np.add.reduceat(weights[:, order], np.cumsum(sizes) - sizes, axis=1) / sizes)


def _with_copies(cells: np.ndarray) -> np.ndarray:
    """(unit, copy) of each cell, the copy counting how often the same cell came before."""
    seen: dict[tuple[int, int], int] = {}
    copies = np.zeros((len(cells), 2), dtype=np.int64)
    for place, (unit, rater) in enumerate(cells.tolist()):
        copy = seen.get((unit, rater), 0)
        seen[unit, rater] = copy + 1
        copies[place] = (unit, copy)
    return copies


def codes(names: list[str]) -> list[int]:
    """Number names in order of first appearance."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(name, len(numbers)) for name in names]

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
    indicator = np.zeros((len(rows), len(units)))
    indicator[np.arange(len(rows)), unit_codes] = 1.0
    sizes = np.maximum(indicator.sum(axis=0), 1.0)
    return table, (weights @ indicator) / sizes


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

"""Classes of agreement that show in the form of values: a shared article, a shared ending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]
PERMUTATIONS = 999
_MOST_ROWS = 1000

_FORMS: tuple[Callable[[str], str], ...] = (
    lambda value: value.split(" ")[0],
    lambda value: value.split(" ")[-1],
    lambda value: value[-1:],
    lambda value: value[-2:],
    lambda value: value,
)


@dataclass(frozen=True, slots=True)
class FormClasses:
    """A grouping of both slots' values by form, how often the groups met, and how likely so clear a separation is by chance."""

    groups: tuple[Counts, Counts]
    table: Counts
    p_value: float


def form_classes(counts: Counts, values: tuple[Sequence[str], Sequence[str]], seed: int = 0) -> list[FormClasses]:
    """The ways to group both slots' values by form, each with its p-value.

    The statistic is the number of pairs expected in the cells that stayed empty; the p-values are Bonferroni-corrected for
    the groupings tried.
    """
    groupings = [_groupings(side) for side in values]
    pairs = [(one, other) for one in groupings[0] for other in groupings[1] if _groups((one, other), counts.shape)]
    rows = _rows(counts, seed)
    shuffled = np.random.default_rng(seed).permuted(np.tile(rows[1], (PERMUTATIONS, 1)), axis=1)
    return [
        FormClasses(pair, _table(counts, pair), min(1.0, _p_value(rows, shuffled, pair) * len(pairs))) for pair in pairs
    ]


def _groupings(values: Sequence[str]) -> list[Counts]:
    """Each way to number the values by form, the values themselves included, none twice."""
    found: dict[bytes, Counts] = {}
    for form in _FORMS:
        numbers = {key: number for number, key in enumerate(dict.fromkeys(map(form, values)))}
        grouping = np.array([numbers[form(value)] for value in values], dtype=np.int64)
        found.setdefault(grouping.tobytes(), grouping)
    return list(found.values())


def _groups(pair: tuple[Counts, Counts], shape: tuple[int, ...]) -> bool:
    """Whether the pair of groupings puts any values together, and not all of one slot."""
    sizes = [int(grouping.max()) + 1 for grouping in pair]
    return min(sizes) > 1 and (sizes[0] < shape[0] or sizes[1] < shape[1])


def _rows(counts: Counts, seed: int) -> tuple[Counts, Counts]:
    """The pairs as two columns, at most a thousand of them."""
    left, right = np.nonzero(counts)
    repeats = counts[left, right]
    left, right = np.repeat(left, repeats), np.repeat(right, repeats)
    if len(left) > _MOST_ROWS:
        chosen = np.random.default_rng(seed).choice(len(left), _MOST_ROWS, replace=False)
        left, right = left[chosen], right[chosen]
    return left, right


def _p_value(rows: tuple[Counts, Counts], shuffled: Counts, pair: tuple[Counts, Counts]) -> float:
    one, other = pair
    width, height = int(other.max()) + 1, int(one.max()) + 1
    every = np.concatenate([rows[1][None, :], shuffled])
    cells = one[rows[0]][None, :] * width + other[every] + np.arange(len(every))[:, None] * (width * height)
    tables = np.bincount(cells.ravel(), minlength=len(every) * width * height).reshape(len(every), height, width)
    expected = tables[0].sum(axis=1)[:, None] * tables[0].sum(axis=0)[None, :] / len(rows[0])
    absent = ((tables == 0) * expected).sum(axis=(1, 2))
    return (1 + int((absent[1:] >= absent[0] - 1e-9).sum())) / (1 + PERMUTATIONS) if absent[0] > 0 else 1.0


def _table(counts: Counts, pair: tuple[Counts, Counts]) -> Counts:
    """How often each group of the one slot met each group of the other."""
    one, other = pair
    table = np.zeros((int(one.max()) + 1, int(other.max()) + 1), dtype=np.int64)
    np.add.at(table, (one[:, None], other[None, :]), counts)
    return table

"""The fewest products of value sets (boxes) that make up a relation: one box is one template."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, islice, permutations, product

Cell = tuple[int, ...]
Box = tuple[frozenset[int], ...]

_EXACT_BOXES = 24
_EXACT_SIZE = 4


def cover(needed: Iterable[Cell], allowed: Iterable[Cell]) -> list[Box]:
    """Boxes of allowed cells that hold every needed one: as few as can be found, exact where there are few to choose from."""
    allowed_cells, wanted = set(allowed), sorted(set(needed))
    if not wanted:
        return []
    axes = [sorted({cell[axis] for cell in allowed_cells}) for axis in range(len(wanted[0]))]
    boxes: dict[Box, frozenset[Cell]] = {}
    for cell in wanted:
        for order in islice(permutations(range(len(axes))), 24):
            box = _grow(cell, order, axes, allowed_cells)
            if box not in boxes:
                boxes[box] = frozenset(product(*box)) & frozenset(wanted)
    return _fewest(boxes, frozenset(wanted))


def _grow(cell: Cell, order: Sequence[int], axes: Sequence[Sequence[int]], allowed: set[Cell]) -> Box:
    """The widest box around a cell, one axis after the other."""
    sides = [{value} for value in cell]
    for axis in order:
        for value in axes[axis]:
            if value not in sides[axis]:
                slab = [{value} if number == axis else side for number, side in enumerate(sides)]
                if all(point in allowed for point in product(*slab)):
                    sides[axis].add(value)
    return tuple(frozenset(side) for side in sides)


def _fewest(boxes: dict[Box, frozenset[Cell]], wanted: frozenset[Cell]) -> list[Box]:
    greedy = _without_needless(_greedy(boxes, wanted), boxes, wanted)
    if len(boxes) <= _EXACT_BOXES:
        for size in range(1, min(len(greedy), _EXACT_SIZE + 1)):
            for chosen in combinations(boxes, size):
                if frozenset().union(*(boxes[box] for box in chosen)) == wanted:
                    return list(chosen)
    return greedy


def _greedy(boxes: dict[Box, frozenset[Cell]], wanted: frozenset[Cell]) -> list[Box]:
    chosen: list[Box] = []
    left = set(wanted)
    while left:
        best = max(boxes, key=lambda box: (len(boxes[box] & left), len(boxes[box])))
        chosen.append(best)
        left -= boxes[best]
    return chosen


def _without_needless(chosen: list[Box], boxes: dict[Box, frozenset[Cell]], wanted: frozenset[Cell]) -> list[Box]:
    kept = list(chosen)
    for box in chosen:
        others = [other for other in kept if other != box]
        if others and frozenset().union(*(boxes[other] for other in others)) == wanted:
            kept = others
    return kept

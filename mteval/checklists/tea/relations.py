"""A table of slot values taken apart into independent slots: which templates made these rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import Any

import numpy as np

from mteval.checklists.tea.boxes import cover
from mteval.checklists.tea.forms import Counts
from mteval.checklists.tea.independence import IndependenceTest, Matrix, judge

Tuple = tuple[str, ...]
_MOST_CELLS = 200_000
_MOST_EXACT_CELLS = 150
_FILLED = 0.95
_FEW_ROWS = 12
_RANDOM_RELATIONS = 99
_MOST_TESTED_CELLS = 150
FEW_BOXES_TEST = f"as few products in {_RANDOM_RELATIONS} random samples of what the tests allow"


@dataclass(frozen=True, slots=True)
class Product:
    """One template's slots: the values each column may take; columns of one group in `distinct` never take equal ones."""

    values: tuple[tuple[str, ...], ...]
    distinct: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The products whose union makes the rows, and what was decided about unseen pairs of values.

    `sampled`: the products make unseen rows too, which the tests found no reason for.
    """

    products: tuple[Product, ...]
    decisions: tuple[Mapping[str, Any], ...] = ()
    sampled: bool = False


@dataclass(slots=True)
class _Relation:
    """Rows as numbers per column, with the values they stand for in order of first sight."""

    values: list[list[str]]
    rows: np.ndarray[Any, np.dtype[np.int64]]
    distinct: list[tuple[int, ...]] = field(default_factory=list)


def decompose(rows: Sequence[Tuple], *, alpha: float = 0.05) -> Decomposition:
    """Take a set of rows apart into as few products as the evidence allows.

    First without making anything unseen; then with the pairs that the tests of `independence` take for a thin sample's.
    The first stands where it needs no more products, or so few that random rows hardly ever do.
    """
    relation = _relation(list(dict.fromkeys(rows)))
    if len(relation.values) <= 1:
        return Decomposition((Product(tuple(tuple(values) for values in relation.values)),))
    relation.distinct = _distinct_groups(relation)
    pairs = list(combinations(range(len(relation.values)), 2))
    exact = _products(relation, _as_seen(relation), alpha, exactly=True)
    if exact is not None and len(exact) == 1:
        return Decomposition(tuple(exact))
    verdicts = {
        (i, j): judge(
            _seen(relation, i, j), _counts(relation, i, j), (relation.values[i], relation.values[j]), alpha=alpha
        )
        for i, j in pairs
    }
    tested = _products(relation, verdicts, alpha, exactly=False) or []
    decisions = [_decision(pair, relation, v) for pair, v in verdicts.items()]
    if exact is None:
        return Decomposition(tuple(tested), tuple(decisions), sampled=True)
    if len(exact) > len(tested) and not _too_few_to_test(relation, exact):
        p_value = _few_products_test(relation, len(exact), tested)
        decisions.append({"reason": "few products", "p_value": p_value, "unseen": 1, "test": FEW_BOXES_TEST})
        if p_value > alpha:
            return Decomposition(tuple(tested), tuple(decisions), sampled=True)
    return Decomposition(tuple(exact), tuple({**d, "kept": 0} for d in decisions))


def _too_few_to_test(relation: _Relation, exact: Sequence[Product]) -> bool:
    """Whether there are so few rows that no test can tell.

    Then two products that leave a quarter out are believed, if no row is made by both: agreement parts the values.
    """
    room = prod(len(values) for values in relation.values)
    few = len(relation.rows) <= _FEW_ROWS and len(relation.rows) <= 0.75 * room
    if len(exact) != 2 or not few:
        return False
    one, other = exact
    return not all(set(left) & set(right) for left, right in zip(one.values, other.values, strict=True))


def decompose_exactly(rows: Sequence[Tuple]) -> Decomposition:
    """Take rows apart into products that make nothing else; one each where that is not possible."""
    relation = _relation(list(dict.fromkeys(rows)))
    exact = _products(relation, _as_seen(relation), 1.0, exactly=True) if len(relation.values) > 1 else None
    if exact is None and len(relation.values) == 1:
        exact = [Product((tuple(relation.values[0]),))]
    if exact is None:
        exact = [Product(tuple((value,) for value in row)) for row in dict.fromkeys(rows)]
    return Decomposition(tuple(exact))


def _products(
    relation: _Relation, verdicts: Mapping[tuple[int, int], IndependenceTest], alpha: float, *, exactly: bool
) -> list[Product] | None:
    """The products that make the rows; None where products of what pairs allow would not be exact."""
    classes = [_value_classes(column, relation, verdicts) for column in range(len(relation.values))]
    observed = Counter(
        tuple(cell) for cell in np.stack([np.array(c)[relation.rows[:, k]] for k, c in enumerate(classes)], 1).tolist()
    )
    if exactly and len(observed) > _MOST_EXACT_CELLS:
        return None
    if exactly and not _complete(classes, relation, observed):
        return None
    free = set() if exactly else _thin_cells(classes, relation, verdicts, observed, alpha)
    diagonal = _excluded_cells(classes, relation, observed) if relation.distinct else set()
    possible = set(observed) | free | diagonal
    level = 1.0 if exactly else alpha
    sides = [_sides(box, classes, relation) for box in cover(observed, possible)]
    parted = [part for values in sides for part in _parted(values, _Room(classes, relation, possible, level))]
    made = list(dict.fromkeys(_product(values, relation) for values in parted))
    return None if exactly and relation.distinct and not _makes_little_else(made, relation) else made


def _makes_little_else(products: Sequence[Product], relation: _Relation) -> bool:
    """Whether products make hardly more than the rows: columns that share a lexicon take all values of each other."""
    if sum(prod(map(len, made.values)) for made in products) > _MOST_CELLS:
        return False
    rows = {
        row
        for made in products
        for row in product(*made.values)
        if all(len({row[column] for column in group}) == len(group) for group in made.distinct)
    }
    return len(relation.rows) >= _FILLED * len(rows)


def _relation(rows: Sequence[Tuple]) -> _Relation:
    values: list[list[str]] = []
    numbered = []
    for column in zip(*rows, strict=True):
        index = {value: number for number, value in enumerate(dict.fromkeys(column))}
        values.append(list(index))
        numbered.append([index[value] for value in column])
    return _Relation(values, np.array(numbered, dtype=np.int64).T)


def _distinct_groups(relation: _Relation) -> list[tuple[int, ...]]:
    """Columns that draw on one lexicon and never take the same value: most values shared, none equal in any row."""
    groups: list[set[int]] = []
    for i, j in combinations(range(len(relation.values)), 2):
        if _never_equal(relation, i, j):
            home = next((group for group in groups if i in group or j in group), None)
            if home is None:
                groups.append({i, j})
            else:
                home.update((i, j))
    return [tuple(sorted(group)) for group in groups]


def _never_equal(relation: _Relation, i: int, j: int) -> bool:
    shared = set(relation.values[i]) & set(relation.values[j])
    if len(shared) < 2 or 2 * len(shared) < max(len(relation.values[i]), len(relation.values[j])):
        return False
    return not any(relation.values[i][a] == relation.values[j][b] for a, b in relation.rows[:, (i, j)].tolist())


def _seen(relation: _Relation, i: int, j: int) -> Matrix:
    """Which pairs of values occur; equal ones count as seen where the two columns exclude each other."""
    seen = np.zeros((len(relation.values[i]), len(relation.values[j])), dtype=np.bool_)
    seen[relation.rows[:, i], relation.rows[:, j]] = True
    if any(i in group and j in group for group in relation.distinct):
        place = {value: number for number, value in enumerate(relation.values[j])}
        for number, value in enumerate(relation.values[i]):
            if value in place:
                seen[number, place[value]] = True
    return seen


def _counts(relation: _Relation, i: int, j: int) -> Counts:
    """How often each pair of values occurs."""
    counts = np.zeros((len(relation.values[i]), len(relation.values[j])), dtype=np.int64)
    np.add.at(counts, (relation.rows[:, i], relation.rows[:, j]), 1)
    return counts


def _value_classes(column: int, relation: _Relation, verdicts: Mapping[tuple[int, int], IndependenceTest]) -> list[int]:
    """Values that may stand beside exactly the same values of every other column share a class."""
    keys = []
    for value in range(len(relation.values[column])):
        keys.append(
            tuple(
                (v.allowed[value] if i == column else v.allowed[:, value]).tobytes()
                for (i, j), v in verdicts.items()
                if column in (i, j)
            )
        )
    numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return [numbers[key] for key in keys]


def _complete(classes: Sequence[Sequence[int]], relation: _Relation, observed: Counter[tuple[int, ...]]) -> bool:
    """Whether the rows fill the cells they are in, but for a twentieth at most."""
    counts = [Counter(column) for column in classes]
    room = sum(_size(cell, counts, classes, relation) for cell in observed)
    return sum(observed.values()) >= _FILLED * room


def _excluded_cells(
    classes: Sequence[Sequence[int]], relation: _Relation, observed: Counter[tuple[int, ...]]
) -> set[tuple[int, ...]]:
    """Cells with no room at all because their values exclude each other: a box may hold them, nothing comes of it."""
    counts = [Counter(column) for column in classes]
    if np.prod([len(count) for count in counts]) > _MOST_CELLS:
        return set()
    cells = product(*(sorted(count) for count in counts))
    return {cell for cell in cells if cell not in observed and _size(cell, counts, classes, relation) == 0}


def _thin_cells(
    classes: Sequence[Sequence[int]],
    relation: _Relation,
    verdicts: Mapping[tuple[int, int], IndependenceTest],
    observed: Counter[tuple[int, ...]],
    alpha: float,
) -> set[tuple[int, ...]]:
    """Cells no pair of slots forbids and that were too unlikely to be seen for their absence to mean anything."""
    counts = [Counter(column) for column in classes]
    if np.prod([len(count) for count in counts]) > _MOST_CELLS:
        return set()
    pairs = {pair: _class_pairs(pair, classes, verdict) for pair, verdict in verdicts.items()}
    sizes = {
        cell: _size(cell, counts, classes, relation)
        for cell in product(*(sorted(count) for count in counts))
        if all((cell[i], cell[j]) in allowed for (i, j), allowed in pairs.items())
    }
    filled = sum(observed.values()) / max(sum(size for cell, size in sizes.items() if cell in observed), 1)
    return {cell for cell, size in sizes.items() if cell not in observed and (1 - min(filled, 1)) ** size > alpha}


def _size(
    cell: tuple[int, ...], counts: Sequence[Counter[int]], classes: Sequence[Sequence[int]], relation: _Relation
) -> int:
    """How many rows a cell has room for; values that exclude each other leave less."""
    size = 1
    for group in relation.distinct:
        members = [{v for v, c in zip(relation.values[k], classes[k], strict=True) if c == cell[k]} for k in group]
        size *= sum(len(set(choice)) == len(choice) for choice in product(*members))
    grouped = {column for group in relation.distinct for column in group}
    for column, value in enumerate(cell):
        size *= 1 if column in grouped else counts[column][value]
    return size


def _class_pairs(
    pair: tuple[int, int], classes: Sequence[Sequence[int]], verdict: IndependenceTest
) -> set[tuple[int, int]]:
    i, j = pair
    return {(classes[i][a], classes[j][b]) for a, b in np.argwhere(verdict.allowed).tolist()}


def _sides(box: tuple[frozenset[int], ...], classes: Sequence[Sequence[int]], relation: _Relation) -> list[list[str]]:
    return [
        [value for value, number in zip(relation.values[column], classes[column], strict=True) if number in side]
        for column, side in enumerate(box)
    ]


@dataclass(frozen=True, slots=True)
class _Room:
    """What a box may grow into: the possible cells, and the level at which a value no column had was kept from it."""

    classes: Sequence[Sequence[int]]
    relation: _Relation
    possible: set[tuple[int, ...]]
    level: float

    def holds(self, values: Sequence[Sequence[str]]) -> bool:
        """Whether every cell of the box may be made, and values a column never had may be missing by chance."""
        sides, chance = [], 1.0
        for column, side in enumerate(values):
            number = dict(zip(self.relation.values[column], self.classes[column], strict=True))
            known = [number[value] for value in side if value in number]
            sides.append(set(known))
            chance *= (len(known) / len(side)) ** len(self.relation.rows)
        if chance < 1 and chance <= self.level:
            return False
        return prod(map(len, sides)) <= _MOST_CELLS and all(cell in self.possible for cell in product(*sides))


def _parted(values: list[list[str]], room: _Room) -> list[list[list[str]]]:
    """Cut a box where two columns of one lexicon overlap in part, unless each may take all values of the other."""
    for i, j in (pair for group in room.relation.distinct for pair in combinations(group, 2)):
        common = [value for value in values[i] if value in set(values[j])]
        only_i, only_j = ([v for v in values[k] if v not in set(common)] for k in (i, j))
        if not common or not (only_i or only_j):
            continue
        whole = common + only_i + only_j
        if room.holds([whole if k in (i, j) else side for k, side in enumerate(values)]):
            continue
        found: list[list[list[str]]] = []
        for one, other in ((common, common), (common, only_j), (only_i, values[j])):
            if one and other and len({*one, *other}) > 1:
                cut = [one if k == i else other if k == j else side for k, side in enumerate(values)]
                found += _parted(cut, room)
        return found
    return [values]


def _product(sides: Sequence[Sequence[str]], relation: _Relation) -> Product:
    """The product of value sets; columns of one lexicon that overlap share their values and exclude each other."""
    values = [list(side) for side in sides]
    distinct = []
    for group in relation.distinct:
        for together in _overlapping(group, sides):
            taken = {value for column in together for value in sides[column]}
            order = dict.fromkeys(value for column in group for value in relation.values[column])
            distinct.append(together)
            for column in together:
                values[column] = [value for value in order if value in taken]
    return Product(tuple(tuple(side) for side in values), tuple(distinct))


def _overlapping(group: Sequence[int], sides: Sequence[Sequence[str]]) -> list[tuple[int, ...]]:
    """The columns of a group in parts that have values in common, parts of one left out."""
    parts: list[set[int]] = []
    for column in group:
        near = [part for part in parts if any(set(sides[column]) & set(sides[other]) for other in part)]
        parts = [part for part in parts if part not in near] + [{column}.union(*near)]
    return [tuple(sorted(part)) for part in parts if len(part) > 1]


def _few_products_test(relation: _Relation, products: int, tested: Sequence[Product], seed: int = 0) -> float:
    """How often as many random rows of what the tests allow need no more products; 1 where there are too many to try."""
    sizes = [len(values) for values in relation.values]
    if np.prod(sizes) > _MOST_TESTED_CELLS:
        return 1.0
    cells = np.array([cell for cell in product(*map(range, sizes)) if _possible(cell, relation, tested)])
    generator = np.random.default_rng(seed)
    reached = 0
    for _ in range(_RANDOM_RELATIONS):
        rows = cells[generator.choice(len(cells), len(relation.rows), replace=False)]
        drawn = _Relation(relation.values, rows, relation.distinct)
        found = _products(drawn, _as_seen(drawn), 1.0, exactly=True)
        reached += found is not None and len(found) <= products
    return (1 + reached) / (1 + _RANDOM_RELATIONS)


def _possible(cell: Sequence[int], relation: _Relation, tested: Sequence[Product]) -> bool:
    """Whether the tested products make a cell."""
    row = [values[number] for values, number in zip(relation.values, cell, strict=True)]
    if any(len({row[k] for k in group}) < len(group) for group in relation.distinct):
        return False
    return any(all(map(tuple.__contains__, made.values, row)) for made in tested)


def _as_seen(relation: _Relation) -> dict[tuple[int, int], IndependenceTest]:
    pairs = combinations(range(len(relation.values)), 2)
    return {pair: IndependenceTest(_seen(relation, *pair), "as seen") for pair in pairs}


def _decision(pair: tuple[int, int], relation: _Relation, verdict: IndependenceTest) -> dict[str, Any]:
    seen = _seen(relation, *pair)
    decision: dict[str, Any] = {
        "columns": list(pair),
        "pairs": int(seen.size),
        "unseen": int(seen.size - seen.sum()),
        "kept": int(verdict.allowed.sum() - seen.sum()),
        "reason": verdict.reason,
    }
    if verdict.p_value is not None:
        decision["p_value"] = verdict.p_value
        decision["test"] = verdict.test
    return decision

"""From aligned sentences to tables: one column per literal or slot, one row per sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, lgamma, log

from mteval.checklists.tea.alignment import TokenRow

_RARE_SHARE = 0.1
_RARE_LEVEL = 0.01


@dataclass(frozen=True, slots=True)
class Table:
    """The sentences of one frame, cut at the same places; `rows` go with `sentences`."""

    sentences: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def columns(self) -> list[list[str]]:
        """The columns, each in row order."""
        return [list(column) for column in zip(*self.rows, strict=True)]


def tables(rows: Sequence[TokenRow]) -> list[Table]:
    """Cut a group of aligned sentences at their shared boundaries.

    Where some sentences share further boundaries at which both sides vary on their own (another template, or another
    class of agreement), they get a table of their own; otherwise what lies between shared boundaries is one value.
    """
    shared = _shared(rows)
    further = _productive(rows, shared)
    if further:
        parts: dict[frozenset[int], list[TokenRow]] = defaultdict(list)
        for row in rows:
            parts[frozenset(further.intersection(row.classes))].append(row)
        if len(parts) > 1:
            return [table for part in parts.values() for table in tables(part)]
    return [_cut(rows, shared)]


def without_rare_values(table: Table) -> tuple[Table, Table | None]:
    """The table without rows that hold a value far too rare for its column, and those rows.

    Every value of a lexicon is used about as often as the others, so one seen much less often (a tenth of the median,
    and improbable at the level of 0.01 under a Poisson law) is a slip of the translator, not a value of the slot.
    """
    rare: set[int] = set()
    for column in table.columns:
        counts = Counter(column)
        median = sorted(counts.values())[len(counts) // 2]
        for number, value in enumerate(column):
            if counts[value] <= _RARE_SHARE * median and _poisson_tail(counts[value], median) < _RARE_LEVEL:
                rare.add(number)
    if not rare or 2 * len(rare) > len(table.rows):
        return table, None
    kept = [number for number in range(len(table.rows)) if number not in rare]
    return _part(table, kept), _part(table, sorted(rare))


def _poisson_tail(count: int, mean: float) -> float:
    """The probability of a count as small as this."""
    return sum(exp(-mean + k * log(mean) - lgamma(k + 1)) for k in range(count + 1))


def _part(table: Table, numbers: Sequence[int]) -> Table:
    return Table(tuple(table.sentences[n] for n in numbers), tuple(table.rows[n] for n in numbers))


def _shared(rows: Sequence[TokenRow]) -> list[int]:
    """The boundary classes of all rows that stand in the same order everywhere."""
    counts = Counter(label for row in rows for label in row.classes if label >= 0)
    everywhere = {label for label, count in counts.items() if count == len(rows)}
    order = [label for label in rows[0].classes if label in everywhere]
    kept = _in_order(order, rows)
    first, last = rows[0].classes[0], rows[0].classes[-1]
    return [label for label in order if label in kept or label in (first, last)]


def _in_order(order: Sequence[int], rows: Sequence[TokenRow]) -> set[int]:
    kept = set(order)
    for row in rows:
        places = {label: place for place, label in enumerate(row.classes)}
        highest = -1
        for label in order:
            if label in kept and places[label] < highest:
                kept.discard(label)
            elif label in kept:
                highest = places[label]
    return kept


def _productive(rows: Sequence[TokenRow], shared: Sequence[int]) -> set[int]:
    """Boundaries of some rows only, at which left and right of the gap around vary independently."""
    gaps = list(pairwise(shared))
    inside: dict[int, list[tuple[int, TokenRow]]] = defaultdict(list)
    for row in rows:
        places = {label: place for place, label in enumerate(row.classes)}
        for number, (left, right) in enumerate(gaps):
            for label in row.classes[places[left] + 1 : places[right]]:
                if label >= 0:
                    inside[label].append((number, row))
    found: dict[int, int] = {}
    covered: dict[int, set[int]] = defaultdict(set)
    strong: set[int] = set()
    for label, holders in inside.items():
        if len({number for number, _ in holders}) > 1 or len(holders) == len(rows):
            continue
        number = holders[0][0]
        verdict = _varies([row for _, row in holders], gaps[number], label)
        if verdict:
            found[label] = number
            covered[number].update(row.sentence for _, row in holders)
            if verdict > 1:
                strong.add(label)
    return {label for label, number in found.items() if label in strong or len(covered[number]) == len(rows)}


def _varies(rows: Sequence[TokenRow], gap: tuple[int, int], label: int) -> int:
    """0: one side is constant; 1: both sides vary; 2: they vary so freely that one value for both would be wasteful."""
    left = {row.between(gap[0], label) for row in rows}
    right = {row.between(label, gap[1]) for row in rows}
    both = len({row.between(*gap) for row in rows})
    if min(len(left), len(right)) < 2 or both <= max(len(left), len(right)):
        return 0
    return 2 if both > len(left) + len(right) else 1


def _cut(rows: Sequence[TokenRow], shared: Sequence[int]) -> Table:
    cut = []
    for row in rows:
        places = {label: place for place, label in enumerate(row.classes)}
        cut.append(tuple("".join(row.tokens[places[a] : places[b]]) for a, b in pairwise(shared)))
    return Table(tuple(row.sentence for row in rows), tuple(cut))

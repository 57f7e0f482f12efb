"""Sequences whose items are made of columns when they are looked at, so that a million of them take no more than the columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Generic, TypeVar, overload

Item = TypeVar("Item")
MANY = 1 << 16
"""From so many items on, columns are kept and no items."""


class Columns(Sequence[Item], Generic[Item]):
    """Items of one `kind`, made by `make` from the values in its place of each column."""

    __slots__ = ("_make", "columns", "kind")

    def __init__(self, kind: type[Item], *columns: Sequence[Any], make: Callable[..., Item] | None = None) -> None:
        self.kind = kind
        self.columns = columns
        self._make: Callable[..., Item] = make or kind

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return tuple(map(self._make, *(column[place] for column in self.columns)))
        return self._make(*(column[place] for column in self.columns))

    def __iter__(self) -> Iterator[Item]:
        return map(self._make, *self.columns)

    def part(self, start: int, stop: int) -> Columns[Item]:
        """Items that stand together, still made when they are looked at."""
        return Columns(self.kind, *(column[start:stop] for column in self.columns), make=self._make)


class Same(Sequence[Item], Generic[Item]):
    """One value many times over."""

    __slots__ = ("_count", "_value")

    def __init__(self, value: Item, count: int) -> None:
        self._value, self._count = value, count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return (self._value,) * len(range(self._count)[place])
        range(self._count)[place]  # refuses a place that there is not
        return self._value

    def __iter__(self) -> Iterator[Item]:
        return repeat(self._value, self._count)


def kinds_of(items: Iterable[object]) -> set[type]:
    """The types of some items."""
    return {items.kind} if isinstance(items, Columns) else set(map(type, items))

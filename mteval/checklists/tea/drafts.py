"""Templates while they are being found: literal tokens and slots with their values, not yet named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from mteval.checklists.tea.relations import Product
from mteval.checklists.tea.tokens import Tokenizer, Tokens


@dataclass(frozen=True, slots=True)
class Hole:
    """A slot: the values it may take.

    Holes of one draft with the same `link` always take the same value; those with the same `family` (and different links)
    never do. `keys` are the source slots behind it, where they are known. `article` is as in `Slot`.
    """

    values: tuple[str, ...]
    link: int = 0
    family: int = 0
    keys: frozenset[str] = frozenset()
    article: str = ""


Part = str | Hole


@dataclass(frozen=True, slots=True)
class Draft:
    """A template: literal tokens and holes, and which of the sentences it makes.

    `sampled` says that a test took what it makes beyond them for what a thin sample missed.
    """

    parts: tuple[Part, ...]
    sentences: frozenset[int]
    sampled: bool = False

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes, each link once."""
        links = {part.link: part for part in self.parts if isinstance(part, Hole)}
        return tuple(links.values())

    @property
    def combinations(self) -> int:
        """How many sentences it makes."""
        total = 1
        by_family: dict[int, list[Hole]] = {}
        for hole in self.holes:
            by_family.setdefault(hole.family or -hole.link, []).append(hole)
        for holes in by_family.values():
            for taken in range(len(holes)):
                total *= max(len(holes[0].values) - taken, 0)
        return total


def draft_of(columns: Sequence[Part], cut: Tokenizer, sentences: Iterable[int], *, sampled: bool = False) -> Draft:
    """A draft from a table's columns: literals cut into tokens, what all values of a hole share taken out of it."""
    parts: list[Part] = []
    links = [part.link for part in columns if isinstance(part, Hole)]
    for column in columns:
        if isinstance(column, str):
            parts.extend(cut(column))
        elif len(column.values) == 1:
            parts.extend(cut(column.values[0]))
        elif column.family or links.count(column.link) > 1:
            parts.append(column)
        else:
            parts.extend(_factored(column, cut))
    return Draft(tuple(parts), frozenset(sentences), sampled)


def _factored(hole: Hole, cut: Tokenizer) -> list[Part]:
    """The hole with the tokens that start or end all its values before and after it."""
    before, inner, after = shared_edges(hole.values, cut)
    return [*before, replace(hole, values=tuple(inner)), *after]


def shared_edges(values: Sequence[str], cut: Tokenizer) -> tuple[Tokens, list[str], Tokens]:
    """The tokens that start and end all values, and what is left of each between them; nothing is left empty."""
    different = [cut(value) for value in dict.fromkeys(values)]
    shortest = min(map(len, different)) - 1
    before = _shared(different, shortest)
    after = _shared([value[::-1] for value in different], shortest - before)
    first = different[0]
    head, tail = first[:before], first[len(first) - after :]
    start, end = len("".join(head)), len("".join(tail))
    inner = [value[start : len(value) - end] for value in values]
    if any(not value.strip() for value in inner):
        return (), list(values), ()
    return head, inner, tail


def _shared(tokens: Sequence[Sequence[str]], most: int) -> int:
    count = 0
    while count < most and len({value[count] for value in tokens}) == 1:
        count += 1
    return count


def holes_of(made: Product, keys: Sequence[str]) -> list[Hole]:
    """The holes of one product of value sets; `keys` names the source slot of each column, or is empty."""
    family = {column: number + 1 for number, group in enumerate(made.distinct) for column in group}
    return [
        Hole(values, column + 1, family.get(column, 0), frozenset(filter(None, (keys[column],))))
        for column, values in enumerate(made.values)
    ]


def phrases(parts: Sequence[Part]) -> tuple[str, ...]:
    """Every text that parts with independent holes make."""
    choices = [(part,) if isinstance(part, str) else part.values for part in parts]
    return tuple("".join(choice) for choice in product(*choices))

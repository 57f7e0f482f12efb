"""Long values with a value of another slot inside: they are frames of their own, not values of one slot.

"{A} {B} है" with B in "का भाई राम को जानता", "की बहन सीता को जानती" hides that both places draw on one lexicon and never
take the same value. Cut by what stands around the inner value, each frame is a table with one slot more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from mteval.checklists.tea.tables import Table
from mteval.checklists.tea.tokens import Tokenizer, Tokens

Cut = tuple[str, str, str]
_MOST_COMPARED = 100_000
NEVER_TWICE_TEST = "no value twice in a sentence, against values drawn independently"


def split_by_frames(
    layout: Sequence[str | int], varying: Sequence[Sequence[str]], sentences: Sequence[int], cut: Tokenizer
) -> Iterator[tuple[list[Table], float]]:
    """The ways to cut one column by frames around values of another, each with the chance that no row repeats a value."""
    for lexicon, column in permutations(range(len(varying)), 2):
        cuts = _cuts(varying[lexicon], varying[column], cut)
        if cuts is None:
            continue
        parts: dict[tuple[str, str] | None, list[int]] = {}
        for row, value in enumerate(varying[column]):
            found = cuts.get(value)
            parts.setdefault((found[0], found[2]) if found else None, []).append(row)
        tables = [
            Table(
                tuple(sentences[row] for row in rows),
                tuple(_row(layout, varying, row, column, cuts) for row in rows),
            )
            for rows in parts.values()
        ]
        framed = sum(len(rows) for frame, rows in parts.items() if frame is not None)
        yield tables, (1 - 1 / len(set(varying[lexicon]))) ** framed


def _cuts(lexicon: Sequence[str], column: Sequence[str], cut: Tokenizer) -> dict[str, Cut] | None:
    """What stands before, in and after the value of the lexicon in each value of the column; None where that explains nothing."""
    values, wanted = list(dict.fromkeys(column)), list(dict.fromkeys(lexicon))
    if len(values) * len(wanted) > _MOST_COMPARED:
        return None
    inner = sorted((cut(value) for value in wanted), key=len, reverse=True)
    found = {value: _around(cut(value), inner) for value in values}
    cuts = {value: parts for value, parts in found.items() if parts is not None}
    frames = {(before, after) for before, _, after in cuts.values()}
    if len({parts[1] for parts in cuts.values()}) < 2 or 2 * len(frames) > len(cuts):
        return None
    if any(value in cuts and cuts[value][1] == other for value, other in zip(column, lexicon, strict=True)):
        return None
    return cuts


def _around(tokens: Tokens, inner: Sequence[Tokens]) -> Cut | None:
    for value in inner:
        for start in range(len(tokens) - len(value) + 1):
            end = start + len(value)
            if tokens[start:end] == value and len(value) < len(tokens):
                return "".join(tokens[:start]), "".join(value), "".join(tokens[end:])
    return None


def _row(
    layout: Sequence[str | int], varying: Sequence[Sequence[str]], row: int, column: int, cuts: dict[str, Cut]
) -> tuple[str, ...]:
    texts: list[str] = []
    for part in layout:
        if isinstance(part, str):
            texts.append(part)
        else:
            value = varying[part][row]
            texts += cuts.get(value, (value,)) if part == column else (value,)
    return tuple(texts)

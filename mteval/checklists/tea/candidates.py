"""TEA, step 2: the templates that make a sentence, kept as the spans that may be replaced and never written out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Symbol = str | tuple[str, int]
NonTerminals = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A template of the paper: literal texts and (non-terminal, cardinal) slots; neighbouring literals are one."""

    symbols: tuple[Symbol, ...]

    def __str__(self) -> str:
        return "".join(symbol if isinstance(symbol, str) else f"{symbol[0]}-{symbol[1]}" for symbol in self.symbols)


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a sentence where a terminal of a non-terminal stands."""

    start: int
    end: int
    non_terminal: str


def pattern(symbols: Iterable[Symbol]) -> Pattern:
    """A pattern in its canonical form: literals joined, and cardinals renamed so that k−1 appears before k."""
    merged: list[Symbol] = []
    cardinals: dict[str, dict[int, int]] = {}
    for symbol in symbols:
        if isinstance(symbol, tuple):
            known = cardinals.setdefault(symbol[0], {})
            merged.append((symbol[0], known.setdefault(symbol[1], len(known))))
        elif merged and isinstance(merged[-1], str):
            merged[-1] += symbol
        elif symbol:
            merged.append(symbol)
    return Pattern(tuple(merged))


class SpanFinder:
    """Finds the occurrences of all terminals in a sentence, overlapping and nested ones too."""

    def __init__(self, non_terminals: NonTerminals) -> None:
        owners: dict[str, list[str]] = {}
        for name, terminals in non_terminals.items():
            for terminal in dict.fromkeys(terminals):
                if terminal:
                    owners.setdefault(terminal, []).append(name)
        self._owners = owners
        self._lengths = sorted({len(terminal) for terminal in owners})
        starts = sorted({terminal[0] for terminal in owners})
        self._start = re.compile("[" + "".join(map(re.escape, starts)) + "]") if starts else None

    def find(self, sentence: str) -> list[Span]:
        """The spans, by start, then end, then in the order of the non-terminals."""
        if self._start is None:
            return []
        spans: list[Span] = []
        for found in self._start.finditer(sentence):
            place = found.start()
            for length in self._lengths:
                names = self._owners.get(sentence[place : place + length])
                if names and place + length <= len(sentence):
                    spans.extend(Span(place, place + length, name) for name in names)
        return spans


def candidates(sentence: str, non_terminals: NonTerminals) -> Iterator[Pattern]:
    """Write out every template that makes the sentence; exponential, so for small inputs and tests."""
    spans = SpanFinder(non_terminals).find(sentence)
    yield from _choices(sentence, spans, 0, (), {})


def _choices(
    sentence: str, spans: Sequence[Span], place: int, symbols: tuple[Symbol, ...], values: Mapping[tuple[str, str], int]
) -> Iterator[Pattern]:
    if place == len(sentence):
        yield pattern(symbols)
        return
    yield from _choices(sentence, spans, place + 1, (*symbols, sentence[place]), values)
    for span in spans:
        if span.start == place:
            value = (span.non_terminal, sentence[place : span.end])
            known = values if value in values else {**values, value: len(values)}
            slot = (span.non_terminal, known[value])
            yield from _choices(sentence, spans, span.end, (*symbols, slot), known)

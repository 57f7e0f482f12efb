"""TEA, step 2: the greedy set cover over candidate templates that are never all written out.

Candidates are the paths of a trie whose nodes hold the sentences that share a prefix. A node's number of uncovered
sentences bounds the coverage of every template below it and only ever falls, so a best-first search that keeps its queue
between the picks finds at each pick exactly the template the literal greedy algorithm would.
"""

from __future__ import annotations

import heapq
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from mteval.checklists.tea.candidates import NonTerminals, Pattern, Span, SpanFinder, Symbol
from mteval.core.errors import DataError

# Slots are private-use characters in the search, above every character a sentence may hold: among equally good
# templates the one with a slot where the others have text wins, and of two slots the one of the later non-terminal.
_FIRST_SLOT, _LAST_SLOT = 0xF0000, 0x10FFFD
_CARDINALS = 64

Binding = tuple[str, ...]
State = tuple[int, int, tuple[Binding, ...]]


@dataclass(frozen=True, slots=True)
class CoverChoice:
    """A template of the cover with the sentences it makes (all of them, covered before or not)."""

    template: Pattern
    sentences: tuple[int, ...]


@dataclass(slots=True)
class _Node:
    """A prefix of templates: its states, and how many sentences not yet covered it can still lead to."""

    key: str
    states: list[State]
    members: frozenset[int]
    count: int
    complete: bool = False

    def __lt__(self, other: _Node) -> bool:
        return (self.count, self.key) > (other.count, other.key)


@dataclass(slots=True)
class _Search:
    sentences: Sequence[str]
    starts: list[dict[int, list[Span]]]
    order: Sequence[str]
    uncovered: set[int]
    places: list[list[int]]
    queue: list[_Node] = field(default_factory=list)

    def push(self, key: str, states: list[State], *, complete: bool = False) -> None:
        members = frozenset(state[0] for state in states)
        count = len(members & self.uncovered)
        if count:
            heapq.heappush(self.queue, _Node(key, states, members, count, complete))

    def next_template(self) -> _Node:
        """The template that covers most uncovered sentences; the greatest key among equals."""
        while True:
            node = heapq.heappop(self.queue)
            count = len(node.members & self.uncovered)
            if count < node.count:
                if count:
                    node.count = count
                    heapq.heappush(self.queue, node)
            elif node.complete:
                return node
            else:
                self.expand(node)

    def expand(self, node: _Node) -> None:
        """Put the node's children into the queue: by the next slot, by the text up to the next place of a slot, or done."""
        literal: dict[str, list[State]] = defaultdict(list)
        slots: dict[str, list[State]] = defaultdict(list)
        ended: list[State] = []
        length = self._free_length(node.states)
        for state in node.states:
            sentence, place, binding = state
            text = self.sentences[sentence]
            if place == len(text):
                ended.append(state)
                continue
            literal[text[place : place + length]].append((sentence, place + length, binding))
            for span in self.starts[sentence].get(place, ()):
                symbol, bound = self._bind(text[place : span.end], span.non_terminal, binding)
                slots[symbol].append((sentence, span.end, bound))
        if ended:
            self.push(node.key, ended, complete=True)
        for chunk, states in (*literal.items(), *slots.items()):
            self.push(node.key + chunk, states)

    def _free_length(self, states: Sequence[State]) -> int:
        """How far all states may go before any of them has to choose again."""
        shortest = 1 << 30
        for sentence, place, _ in states:
            end = len(self.sentences[sentence])
            if place < end:
                following = bisect_right(self.places[sentence], place)
                places = self.places[sentence]
                shortest = min(shortest, (places[following] if following < len(places) else end) - place)
        return shortest

    def _bind(self, value: str, name: str, binding: tuple[Binding, ...]) -> tuple[str, tuple[Binding, ...]]:
        index = self.order.index(name)
        values = binding[index]
        if value in values:
            return _slot_character(index, values.index(value)), binding
        bound = (*binding[:index], (*values, value), *binding[index + 1 :])
        return _slot_character(index, len(values)), bound


def _slot_character(index: int, cardinal: int) -> str:
    code = _FIRST_SLOT + index * _CARDINALS + cardinal
    if cardinal >= _CARDINALS or code > _LAST_SLOT:
        raise DataError("instances", "too many non-terminals, or one that occurs over 63 times in a sentence.")
    return chr(code)


def greedy_cover(sentences: Sequence[str], non_terminals: NonTerminals) -> list[CoverChoice]:
    """The templates of the greedy set cover, in the order they are chosen."""
    order = tuple(non_terminals)
    finder = SpanFinder(non_terminals)
    starts = [_by_start(finder.find(text)) for text in sentences]
    search = _Search(sentences, starts, order, set(range(len(sentences))), [sorted(found) for found in starts])
    search.push("", [(number, 0, ((),) * len(order)) for number in range(len(sentences))])
    chosen = []
    while search.uncovered:
        node = search.next_template()
        search.uncovered -= node.members
        chosen.append(CoverChoice(_pattern_of(node.key, order), tuple(sorted(node.members))))
    return chosen


def _by_start(spans: Sequence[Span]) -> dict[int, list[Span]]:
    starts: dict[int, list[Span]] = {}
    for span in spans:
        starts.setdefault(span.start, []).append(span)
    return starts


def _pattern_of(key: str, order: Sequence[str]) -> Pattern:
    symbols: list[Symbol] = []
    for character in key:
        code = ord(character) - _FIRST_SLOT
        if code >= 0:
            symbols.append((order[code // _CARDINALS], code % _CARDINALS))
        elif symbols and isinstance(symbols[-1], str):
            symbols[-1] += character
        else:
            symbols.append(character)
    return Pattern(tuple(symbols))

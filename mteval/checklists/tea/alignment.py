"""Which sentences differ in one place only, and which places of them therefore correspond.

Two sentences that share what stands before and after one differing span are aligned outside that span. Chains of such
pairs join boundaries (places between tokens) into classes; a class that all sentences of a group share is the edge of a
slot, one that only some share lies inside a longer value or belongs to another template.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mteval.checklists.tea.substitutions import pairs
from mteval.checklists.tea.tokens import Tokens, is_space

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A sentence with the class of each of its boundaries (one more than it has tokens)."""

    sentence: int
    tokens: Tokens
    classes: tuple[int, ...]

    def place_of(self, boundary: int) -> int:
        """Where a boundary class stands in this sentence."""
        return self.classes.index(boundary)

    def between(self, left: int, right: int) -> str:
        """The text between two boundary classes."""
        return "".join(self.tokens[self.place_of(left) : self.place_of(right)])


def align(sentences: Sequence[Tokens], longest: int = 9) -> list[list[TokenRow]]:
    """Groups of aligned sentences, the largest first; spans of at most `longest` tokens may differ."""
    offsets = np.cumsum([0, *(len(tokens) + 1 for tokens in sentences)])
    edges = np.concatenate([_pair_edges(sentences, offsets, longest), _echo_edges(sentences, offsets)], axis=1)
    labels = _classes(int(offsets[-1]), edges)
    groups: dict[int, list[TokenRow]] = defaultdict(list)
    for number, tokens in enumerate(sentences):
        classes = labels[offsets[number] : offsets[number + 1]]
        groups[int(classes[0])].append(TokenRow(number, tokens, _without_repeats(classes.tolist())))
    return sorted(groups.values(), key=len, reverse=True)


def _without_repeats(classes: list[int]) -> tuple[int, ...]:
    """Classes that stand twice in a sentence align nothing: each such boundary gets a class of its own."""
    seen: dict[int, int] = {}
    for label in classes:
        seen[label] = seen.get(label, 0) + 1
    return tuple(label if seen[label] == 1 else -1 - place for place, label in enumerate(classes))


def _pair_edges(sentences: Sequence[Tokens], offsets: Ints, longest: int) -> Ints:
    """The boundaries that sentences differing in one span have in common."""
    table = np.array(pairs(sentences, longest), dtype=np.int64).reshape(-1, 4)
    lengths = np.array([len(tokens) for tokens in sentences])
    first, second, before, after = table.T
    starts = _edges(offsets[first], offsets[second], before + 1, 1)
    ends = _edges(offsets[first] + lengths[first], offsets[second] + lengths[second], after + 1, -1)
    return np.concatenate([starts, ends], axis=1)


def _echo_edges(sentences: Sequence[Tokens], offsets: Ints) -> Ints:
    """The boundaries of sentences that differ in one value only, which each of them says several times."""
    frames: dict[tuple[str, ...], list[tuple[int, list[int]]]] = defaultdict(list)
    for number, tokens in enumerate(sentences):
        for frame, places in _echoes(tokens):
            frames[frame].append((number, places))
    edges: list[tuple[int, int]] = []
    for (first, places), *others in frames.values():
        for second, others_places in others:
            shared = zip(places, others_places, strict=True)
            edges.extend((int(offsets[first]) + a, int(offsets[second]) + b) for a, b in shared)
    return np.array(edges, dtype=np.int64).reshape(-1, 2).T


def _echoes(tokens: Tokens) -> Iterable[tuple[tuple[str, ...], list[int]]]:
    """The sentence without a value it holds twice or more, and the boundaries left outside that value."""
    seen: set[Tokens] = set()
    for length in (1, 3, 5) if any(map(is_space, tokens)) else (1, 2, 3, 4):
        for start in range(len(tokens) - length + 1):
            value = tokens[start : start + length]
            if value in seen or not any(sign.isalnum() for sign in value[0]) or is_space(value[-1]):
                continue
            seen.add(value)
            frame, places = _without(tokens, value)
            if frame.count("") > 1 and len(frame) > frame.count(""):
                yield frame, places


def _without(tokens: Tokens, value: Tokens) -> tuple[tuple[str, ...], list[int]]:
    frame: list[str] = []
    places = [0]
    place = 0
    while place < len(tokens):
        found = tokens[place : place + len(value)] == value
        place += len(value) if found else 1
        frame.append("" if found else tokens[place - 1])
        places.append(place)
    return tuple(frame), places


def _classes(total: int, edges: Ints) -> Ints:
    """The class of every boundary: the connected parts of the graph of aligned boundaries."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    left, right = edges
    graph = coo_matrix((np.ones(len(left), dtype=np.int8), (left, right)), shape=(total, total))
    labels: Ints = connected_components(graph, directed=False)[1].astype(np.int64)
    return labels


def _edges(one: Ints, other: Ints, counts: Ints, step: int) -> Ints:
    """Node pairs one+0, other+0; one+step, other+step; … as many as counted for each pair."""
    repeated = np.repeat(np.arange(len(counts)), counts)
    shift = step * (np.arange(len(repeated)) - np.repeat(np.cumsum(counts) - counts, counts))
    return np.stack([one[repeated] + shift, other[repeated] + shift])

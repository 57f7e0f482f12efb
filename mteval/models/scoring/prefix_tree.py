"""The targets of one item as a prefix tree, numbered so that the ancestors of a node need no pointers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrefixTree:
    """What a decoder is fed (each distinct proper prefix once) and which token is asked for after which prefix.

    Nodes are in preorder: node i is an ancestor of node j, or j itself, iff i <= j < ends[i]. `tokens` and `depths` are per
    node. Question q asks for `asked_tokens[q]` after node `asked_nodes[q]`; the questions of distinct target t lie between
    `spans[t]` and `spans[t + 1]`, and `places[k]` is the distinct target that the k-th given target is.
    """

    tokens: tuple[int, ...]
    depths: tuple[int, ...]
    ends: tuple[int, ...]
    asked_nodes: tuple[int, ...]
    asked_tokens: tuple[int, ...]
    spans: tuple[int, ...]
    places: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.tokens)

    def lengths(self) -> tuple[int, ...]:
        """The number of scored tokens of each given target."""
        return tuple(self.spans[place + 1] - self.spans[place] for place in self.places)


def prefix_tree(targets: Sequence[Sequence[int]], unscored: int) -> PrefixTree:
    """Build the tree of whole target sequences, whose first `unscored` tokens (at least one) are given, not asked for.

    Sorting the sequences makes the order in which nodes are born a preorder, and the longest prefix a sequence shares with
    any earlier one is the one it shares with its neighbour.
    """
    sequences = [tuple(target) for target in targets]
    distinct = sorted(set(sequences))
    growth = _Growth()
    spans = [0]
    for sequence in distinct:
        path = growth.add(sequence)
        growth.asked_nodes += path[unscored - 1 :]
        growth.asked_tokens += sequence[unscored:]
        spans.append(len(growth.asked_nodes))
    growth.close(0)
    position = {sequence: i for i, sequence in enumerate(distinct)}
    return PrefixTree(
        tuple(growth.tokens),
        tuple(growth.depths),
        tuple(growth.ends),
        tuple(growth.asked_nodes),
        tuple(growth.asked_tokens),
        tuple(spans),
        tuple(position[sequence] for sequence in sequences),
    )


class _Growth:
    """A tree being built: the nodes so far, and the path of the sequence last added."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self.depths: list[int] = []
        self.ends: list[int] = []
        self.asked_nodes: list[int] = []
        self.asked_tokens: list[int] = []
        self._path: list[int] = []

    def add(self, sequence: tuple[int, ...]) -> list[int]:
        """Add the proper prefixes of a sequence and give their nodes."""
        shared = 0
        for node, token in zip(self._path, sequence[:-1], strict=False):
            if self.tokens[node] != token:
                break
            shared += 1
        self.close(shared)
        born = len(self.tokens)
        fresh = sequence[shared:-1]
        self.tokens += fresh
        self.depths += range(shared, shared + len(fresh))
        self.ends += [0] * len(fresh)
        self._path += range(born, born + len(fresh))
        return self._path

    def close(self, shared: int) -> None:
        """Leave all nodes of the path but the first few: their subtrees are complete."""
        for node in self._path[shared:]:
            self.ends[node] = len(self.tokens)
        del self._path[shared:]

"""TEA, step 1: a directed graph over tokens, and the terminals between nodes that several paths join."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

START, END = "\u0002", "\u0003"
Graph = dict[str, dict[str, None]]


def token_graph(sentences: Iterable[Sequence[str]]) -> Graph:
    """The successors of each token, sentence boundaries included, in order of first sight."""
    graph: Graph = {}
    for sentence in sentences:
        previous = START
        for token in (*sentence, END):
            graph.setdefault(previous, {})[token] = None
            previous = token
    return graph


def terminal_groups(graph: Graph, k: int = 2, joiner: str = " ") -> list[tuple[str, ...]]:
    """The inner token strings between any two nodes joined by several paths of at most k+1 edges, each group once.

    A path of one edge has nothing between its nodes and gives no terminal; a group of one terminal can vary nothing and
    is left out.
    """
    groups: dict[frozenset[str], tuple[str, ...]] = {}
    for node in graph:
        between: dict[str, dict[str, None]] = defaultdict(dict)
        _walk(graph, node, (), k, between, joiner)
        for inner in between.values():
            if len(inner) > 1:
                groups.setdefault(frozenset(inner), tuple(inner))
    return list(groups.values())


def _walk(
    graph: Graph, node: str, inner: tuple[str, ...], k: int, between: dict[str, dict[str, None]], joiner: str
) -> None:
    for following in graph.get(node, ()):
        if inner:
            between[following][joiner.join(inner)] = None
        if len(inner) < k and following != END:
            _walk(graph, following, (*inner, following), k, between, joiner)

"""The rest of a dictionary around a pair: which other words its two words stand with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mteval.lexical.knowledge import WordStanding

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Context:
    """Which targets a source has, which sources a target has; what each side's word list is worth."""

    targets: Mapping[str, Sequence[str]]
    sources: Mapping[str, Sequence[str]]
    weights: tuple[dict[WordStanding, float], dict[WordStanding, float]]

    def partners(self, pair: Pair) -> list[Pair]:
        """The other pairs of the dictionary that share a word with this one."""
        return [other for side in (0, 1) for other in self.partners_of(pair, side)]

    def partners_of(self, pair: Pair, side: int) -> list[Pair]:
        """The other pairs of the word on one side."""
        source, target = pair
        if side:
            found = [(other, target) for other in self.sources[target]]
        else:
            found = [(source, other) for other in self.targets[source]]
        return [other for other in found if other != pair]


def gather_context(
    words: Sequence[Pair], weights: tuple[dict[WordStanding, float], dict[WordStanding, float]]
) -> Context:
    """The context that lower-cased pairs are to one another."""
    targets: dict[str, list[str]] = defaultdict(list)
    sources: dict[str, list[str]] = defaultdict(list)
    for one, other in dict.fromkeys(words):
        targets[one].append(other)
        sources[other].append(one)
    return Context(dict(targets), dict(sources), weights)

"""What a neural backend hands to a scorer: numbers only, no text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mteval.models.scoring.prefix_tree import PrefixTree, prefix_tree


@dataclass(frozen=True, slots=True)
class ScoringItem:
    """One source and the whole sequences to score, each starting with the same `unscored` tokens that are given.

    For an encoder–decoder these are the start token and a forced language code; for a language model, the prompt (the source
    is then empty). Each sequence ends with the token the score should end with.
    """

    source: tuple[int, ...]
    sequences: tuple[tuple[int, ...], ...]
    unscored: int
    unknown: int = 0
    tree: PrefixTree = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tree", prefix_tree(self.sequences, self.unscored))

    def lengths(self) -> tuple[int, ...]:
        """The number of scored tokens of each sequence."""
        return tuple(len(sequence) - self.unscored for sequence in self.sequences)


@dataclass(frozen=True, slots=True)
class TranslationItem:
    """One source to translate (for a language model: a prompt to continue)."""

    source: tuple[int, ...]
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class ConversationItem(TranslationItem):
    """A conversation to go on with."""


class Scorer(Protocol):
    """Gives the log-probability of every sequence of every item."""

    def __call__(self, items: Sequence[ScoringItem]) -> list[tuple[float, ...]]:
        """Score a batch."""
        ...

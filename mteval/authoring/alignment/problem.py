"""What an alignment starts from and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import UsageError

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Progress = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Rows of source and target words that translate each other."""

    source: Indices
    target: Indices

    def __len__(self) -> int:
        return len(self.source)


@dataclass(frozen=True, slots=True)
class Problem:
    """Two sets of vectors, most frequent words first, and a training dictionary where the method wants one.

    `start` and `restarts` are for the adversarial method alone. `learning_words` is how many frequent words the methods without
    a dictionary learn from; without it as many as published.
    """

    source: Vectors
    target: Vectors
    pairs: Pairs | None = None
    seed: int = 0
    iterations: int | None = None
    progress: Progress = field(default=silent)
    start: str = "both"
    restarts: int = 1
    learning_words: int | None = None

    def __post_init__(self) -> None:
        if self.source.shape[1] != self.target.shape[1]:
            raise UsageError(
                f"Source vectors have {self.source.shape[1]} dimensions and target vectors {self.target.shape[1]}; "
                "these methods need the same number on both sides."
            )

    def training_pairs(self, method: str) -> Pairs:
        """The dictionary, which a supervised method cannot do without."""
        if self.pairs is None or not len(self.pairs):
            raise UsageError(f"The method '{method}' learns from a dictionary. Give one with --dictionary.")
        return self.pairs


@dataclass(frozen=True, slots=True)
class AlignedVectors:
    """Vectors of both sides in one space, row by row as they came."""

    source: Vectors
    target: Vectors
    notes: tuple[str, ...] = ()


Method = Callable[[Problem], AlignedVectors]

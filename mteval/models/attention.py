"""Which source word each word of a translation came from, by the attention of the model that made it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

# Pieces joined to a text; a piece that belongs to no word (a prefix, an end) leaves the number of words as it is.
Joiner = Callable[[Sequence[str]], str]


def word_links(source: Sequence[int], target: Sequence[int], weights: Sequence[Sequence[float]]) -> str:
    """Links `0-0 1-2` from the words of pieces and the weights of each target piece over the source pieces.

    A word of the translation is linked to the source word that its pieces attend to most; pieces of no word have -1.
    """
    if not source or not target:
        return ""
    table = np.asarray(weights, dtype=np.float64)[: len(target), : len(source)]
    summed = _sums(_sums(table, source).T, target[: len(table)])
    return " ".join(f"{int(np.argmax(row))}-{place}" for place, row in enumerate(summed.T) if row.any())


def _sums(table: NDArray[np.float64], words: Sequence[int]) -> NDArray[np.float64]:
    """The columns of a table summed by word."""
    found = np.zeros((table.shape[0], max(words, default=-1) + 1))
    for place, word in enumerate(words):
        if word >= 0:
            found[:, word] += table[:, place]
    return found


def words_of_pieces(pieces: Sequence[str], join: Joiner) -> list[int]:
    """The number of the word, among those between blanks, that each piece belongs to; -1 for what adds no text."""
    words: list[int] = []
    before = ""
    for place in range(len(pieces)):
        text = join(pieces[: place + 1])
        words.append(len(text.split()) - 1 if text != before else -1)
        before = text
    return words

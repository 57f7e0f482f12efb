"""Longest common subsequences: their length, the words in them, and with weights for unbroken runs (Lin 2004)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache

Words = Sequence[Hashable]


def lcs_length(words: Words, others: Words) -> int:
    """The length of the longest common subsequence."""
    return _similarity()(words, others)


@cache
def _similarity() -> Callable[[Words, Words], int]:
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity


def lcs_positions(reference: Words, translation: Words) -> list[int]:
    """Positions in the reference of one longest common subsequence: from the end, the last words that match.

    Bit j of row i is 0 where the table of lengths grows at column j (Hyyrö 2004), so that a row of the table is one
    integer and a cell is a count of bits.
    """
    rows = _bit_rows(reference, translation)
    i, j = len(reference), len(translation)
    found: list[int] = []
    while i and j:
        if reference[i - 1] == translation[j - 1]:
            found.append(i - 1)
            i, j = i - 1, j - 1
        elif _cell(rows[i], j - 1) > _cell(rows[i - 1], j):
            j -= 1
        else:
            i -= 1
    return found[::-1]


def _bit_rows(reference: Words, translation: Words) -> list[int]:
    places: dict[Hashable, int] = {}
    for j, word in enumerate(translation):
        places[word] = places.get(word, 0) | (1 << j)
    full = (1 << len(translation)) - 1
    rows = [full]
    for word in reference:
        row = rows[-1]
        matched = row & places.get(word, 0)
        rows.append(((row + matched) | (row - matched)) & full)
    return rows


def _cell(row: int, width: int) -> int:
    return width - (row & ((1 << width) - 1)).bit_count()


def weighted_lcs(reference: Words, translation: Words, weight: float) -> float:
    """The weighted longest common subsequence, in which an unbroken run of k words counts k to the power of `weight`."""
    powers = [k**weight for k in range(min(len(reference), len(translation)) + 2)]
    best = [0.0] * (len(translation) + 1)
    runs = [0] * (len(translation) + 1)
    for word in reference:
        diagonal, run = 0.0, 0
        for j, other in enumerate(translation, 1):
            above, above_run = best[j], runs[j]
            if word == other:
                best[j], runs[j] = diagonal + powers[run + 1] - powers[run], run + 1
            else:
                best[j], runs[j] = max(above, best[j - 1]), 0
            diagonal, run = above, above_run
    return best[-1]

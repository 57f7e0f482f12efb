"""Edits with block shifts between translations and references, as TER counts them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.metrics._comparison import common_ends
from mteval.metrics._ter import _shift_kernels
from mteval.text.compiled import bind_together, compile_together, effort, in_threads
from mteval.text.ngrams import flatten

Pair = tuple[Sequence[int], Sequence[int]]

STEPS_PER_PAIR = 4000
"""What one pair of segments costs uncompiled, in the steps of `mteval.text.compiled.LOADING`."""


MOST_CELLS = 4_000_000
"""How many pairs of words, one of the translation and one of the reference, are compared in full."""


def shift_edits(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    """The least edits found, a block shift counting as one, for each (translation, reference).

    Of pairs too long for that, every word between what both share at the beginning and at the end is an edit.
    """
    long = np.array([len(words) * len(reference) > MOST_CELLS for words, reference in pairs], dtype=bool)
    found = np.zeros(len(pairs), dtype=np.int64)
    found[~long] = _shift_edits([pair for pair, is_long in zip(pairs, long, strict=True) if not is_long])
    for place in np.flatnonzero(long).tolist():
        words, reference = pairs[place]
        found[place] = max(len(words), len(reference)) - common_ends(words, reference)
    return found


def _shift_edits(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    if effort.pays(STEPS_PER_PAIR * len(pairs)):
        return _compiled_edits(pairs)
    return np.array([_plain_edits(words, reference) for words, reference in pairs], dtype=np.int64)


@cache
def _plain_kernel() -> Any:
    return bind_together(_shift_kernels.FUNCTIONS, lambda function: function, hopeless=_hopeless)["edits"]


@cache
def _compiled_kernel() -> Any:
    return compile_together(_shift_kernels.FUNCTIONS)["edits_of_pairs"]


def _hopeless(words: list[int], reference: list[int], shift: tuple[int, ...], limit: int) -> bool:
    """The distance without a beam, which never exceeds that with one, is already too large."""
    from rapidfuzz.distance import Levenshtein

    start, length, target, first, last = shift
    block = words[start : start + length]
    if target < start:
        moved = words[:first] + block + words[target:start] + words[last:]
    else:
        moved = words[:first] + words[start + length : last] + block + words[last:]
    return limit < 0 or int(Levenshtein.distance(moved, reference, score_cutoff=limit)) > limit


def _plain_edits(words: Sequence[int], reference: Sequence[int]) -> int:
    count, length = len(words), len(reference)
    if words == reference:
        return 0
    if not count or not length:
        return count + length
    cells = [0] * ((count + 3) * (length + 2))
    tables = (cells, [0] * len(cells), [0] * (count + 2), [0] * (count + 2), [0])
    marks = ([0] * (length + 1), [0] * (count + 1), [0] * (length + 1))
    edits: int = _plain_kernel()(list(words), list(reference), tables, marks, [0] * count)
    return edits


def _compiled_edits(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    flat, bounds = flatten([words for words, _ in pairs])
    others, other_bounds = flatten([reference for _, reference in pairs])
    spans = np.stack([bounds[:-1], bounds[1:], other_bounds[:-1], other_bounds[1:]], axis=1)
    counts, lengths = np.diff(bounds), np.diff(other_bounds)
    cells = int(np.max((counts + 3) * (lengths + 2), initial=1))
    longest = int(max(np.max(counts, initial=0), np.max(lengths, initial=0))) + 2
    found = np.zeros(len(pairs), dtype=np.int64)
    kernel = _compiled_kernel()

    def run(first: int, last: int) -> None:
        tables = (*(np.zeros(cells, np.int32) for _ in range(2)), *(np.zeros(longest, np.int64) for _ in range(3)))
        marks = tuple(np.zeros(longest, np.int64) for _ in range(3))
        words, spare = np.zeros(longest, np.int64), np.zeros(longest, np.int64)
        kernel((flat, others), spans, first, last, (tables, marks, words, spare), found)

    in_threads(run, len(pairs))
    return found

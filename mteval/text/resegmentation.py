"""Translations cut into the segments of their references by minimum edit distance (Matusov et al. 2005), as mwerSegmenter does.

A translation whose lines are not those of the source is taken as one run of words. Of all ways to cut it into as many pieces
as there are segments, the one with the smallest sum of edit distances between pieces and references is found, exactly; of
several references the nearest one counts, piece by piece. Where several cuts are equally good, those at the translation's own
line ends and sentence ends are preferred. Memory grows with the words, not with words times segments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.text import _resegmentation_kernels as kernels
from mteval.text.compiled import compile_together, effort
from mteval.text.scripts import language_by_script

Whole = NDArray[np.int64]
Words = Sequence[Hashable]
CELLS = 1 << 22
"""Entries kept at once: 32 MB. Larger problems are halved, which takes at most twice the time."""
SPACED = ("", "ko")
MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~«»„“”‚‘’…–—¿¡。、，！？；：（）「」『』《》·।॥؟،؛"
SENTENCE_END = re.compile(r"[.!?…。！？।॥؟]+[\"'”’»)\]）」』]*$")


@dataclass(frozen=True, slots=True)
class Segmentation:
    """Where each segment ends (the number of words before its end), and the sum of edit distances."""

    ends: tuple[int, ...]
    edits: int


@dataclass(frozen=True, slots=True)
class Resegmented:
    """The pieces of a translation, one for each segment, and how many edits part them from the references' words."""

    pieces: tuple[str, ...]
    edits: int
    words: int


def segment_words(
    words: Words, references: Sequence[Sequence[Words]], breaks: Collection[int] = (), *, cells: int = CELLS
) -> Segmentation:
    """Cut words into pieces, one for each segment, so that the sum of edit distances to the segments' references is least.

    `references` are those of each segment, one or more. Of equal cuts those at `breaks` (numbers of words before them) win.
    """
    if not references or not all(references):
        raise ValueError("every segment needs a reference")
    problem = _Problem(words, references, breaks, cells)
    edits = problem.solve(0, len(references), 0, len(words))
    return Segmentation(tuple(problem.ends.tolist()), edits)


def resegment(lines: Sequence[str], references: Sequence[Sequence[str]]) -> Resegmented:
    """Cut a translation into pieces, one for each segment of the references.

    Words are compared without case and without punctuation at their ends; where the script has no spaces, characters are.
    """
    spaced = language_by_script(one for case in references for one in case) in SPACED
    text = (" " if spaced else "").join(" ".join(line.split()) for line in lines)
    spans = [found.span() for found in re.finditer(r"\S+" if spaced else r"\S", text)]
    keys = [word_key(text[start:end]) for start, end in spans]
    wanted = [[_keys(one, spaced=spaced) for one in case] for case in references]
    found = segment_words(keys, wanted, _breaks(lines, text, spans, spaced=spaced))
    starts = [*(start for start, _ in spans), len(text)]
    pieces = tuple(text[starts[begin] : starts[end]].strip() for begin, end in pairwise((0, *found.ends)))
    return Resegmented(pieces, found.edits, sum(min(map(len, case)) for case in wanted))


def word_key(word: str) -> str:
    """What a word is compared by: lower case, without punctuation at its ends unless it is nothing else."""
    return (word.strip(MARKS) or word).casefold()


def _keys(text: str, *, spaced: bool) -> list[str]:
    return [word_key(word) for word in (text.split() if spaced else "".join(text.split()))]


def _breaks(lines: Sequence[str], text: str, spans: Sequence[tuple[int, int]], *, spaced: bool) -> set[int]:
    """How many words stand before each line end and each end of a sentence."""
    sizes = (len(line.split()) if spaced else len("".join(line.split())) for line in lines)
    sentences = (place for place, (start, end) in enumerate(spans, start=1) if SENTENCE_END.search(text[start:end]))
    return {*accumulate(sizes), *sentences}


class _Problem:
    """One segmentation in the making; solved whole where it is small, else halved."""

    def __init__(
        self, words: Words, references: Sequence[Sequence[Words]], breaks: Collection[int], cells: int
    ) -> None:
        numbers: dict[Hashable, int] = {}
        flat = [numbers.setdefault(word, len(numbers)) for case in references for one in case for word in one]
        self.words = np.array([numbers.get(word, -1) for word in words], dtype=np.int64)
        ends = np.cumsum([len(one) for case in references for one in case], dtype=np.int64)
        spans = np.stack([np.concatenate(([0], ends[:-1])), ends], axis=1)
        bounds = np.concatenate(([0], np.cumsum([len(case) for case in references], dtype=np.int64)))
        self.references = (np.array(flat, dtype=np.int64), spans, bounds)
        self.breaks = np.zeros(len(words) + 1, dtype=np.bool_)
        self.breaks[[0, len(words), *(place for place in breaks if 0 <= place <= len(words))]] = True
        self.edit = len(references) + 1
        self.cells = cells
        self.ends = np.zeros(len(references), dtype=np.int64)
        self.functions = _functions(len(words) * max(len(flat), 1))

    def solve(self, first: int, last: int, begin: int, end: int) -> int:
        """Cut words begin…end into segments first…last; gives the edits."""
        width = end - begin + 1
        problem = (self.words[begin:end], self.breaks[begin : end + 1], self.references, self.edit)
        if last - first == 1 or (last - first) * width <= self.cells:
            kept = (np.zeros((last - first, width), dtype=np.int64), *_scratch(width))
            cost = self.functions.trace((first, last), problem, kept, self.ends)
            self.ends[first:last] += begin
            return int(cost) // self.edit
        middle = (first + last) // 2
        kept = (np.zeros((2, width), dtype=np.int64), *_scratch(width))
        place = begin + int(self.functions.halfway((first, middle, last), problem, kept))
        return self.solve(first, middle, begin, place) + self.solve(middle, last, place, end)


def _scratch(width: int) -> tuple[Whole, tuple[Whole, ...]]:
    return np.zeros(width, dtype=np.int64), tuple(np.zeros(width, dtype=np.int64) for _ in range(4))


def _functions(steps: int) -> Any:
    return SimpleNamespace(**_compiled()) if effort.pays(steps * 4) else kernels


@cache
def _compiled() -> dict[str, Any]:
    return compile_together(kernels.FUNCTIONS)

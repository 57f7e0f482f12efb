"""The tokens of many lines at once, as one array: compiled, for jobs in which Python's loops over words take most of the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.text import _word_kernels
from mteval.text.compiled import compile_together

Whole = NDArray[np.int64]
Codes = NDArray[np.uint32]
FIRST_SLOTS = 1 << 16


@dataclass(frozen=True, slots=True)
class FlatTokens:
    """Sequences of tokens one after another; `bounds` says where each begins, and where the last ends."""

    tokens: Whole
    bounds: Whole

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @property
    def lengths(self) -> Whole:
        """How many tokens each sequence has."""
        return np.diff(self.bounds)


def flat_tokens(sequences: Sequence[Sequence[int]]) -> FlatTokens:
    """Token numbers that are there already, one sequence after another."""
    bounds = np.zeros(len(sequences) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, sequences), np.int64, len(sequences)), out=bounds[1:])
    return FlatTokens(np.fromiter(chain.from_iterable(sequences), np.int64, int(bounds[-1])), bounds)


def code_points(lines: Sequence[str]) -> tuple[Codes, Whole]:
    """The characters of all lines one after another, and where each line begins, with the end as the last."""
    bounds = np.zeros(len(lines) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(map(len, lines), np.int64, len(lines)), out=bounds[1:])
    return np.frombuffer("".join(lines).encode("utf-32-le", "surrogatepass"), "<u4").astype(
        np.uint32, copy=False
    ), bounds


def characters(lines: Sequence[str], *, spaces: bool = False) -> FlatTokens:
    """The characters of each line, without spaces unless told otherwise."""
    codes, bounds = code_points(lines)
    if spaces:
        return FlatTokens(codes.astype(np.int64), bounds)
    kept, kept_bounds = np.empty(len(codes), dtype=np.int64), np.empty_like(bounds)
    count = int(_kernels()["without_spaces"](codes, bounds, kept, kept_bounds))
    return FlatTokens(kept[:count], kept_bounds)


class WordTable:
    """Cuts lines into tokens word by word: each distinct word is cut once, by `tokens_of`, which gives token numbers."""

    def __init__(self, tokens_of: Callable[[str], Sequence[int]]) -> None:
        self._tokens_of = tokens_of
        self._slots = np.full(FIRST_SLOTS, _word_kernels.FREE, dtype=np.int64)
        self._letters = np.zeros(0, dtype=np.uint32)
        self._begins = np.zeros(1, dtype=np.int64)
        self._count = 0
        self._pieces = np.zeros(0, dtype=np.int64)
        self._piece_bounds = np.zeros(1, dtype=np.int64)

    def __call__(self, lines: Sequence[str]) -> FlatTokens:
        """The tokens of each line."""
        words = self._numbers(lines)
        self._cut_new()
        lengths = np.diff(self._piece_bounds)
        tokens = np.empty(int(lengths[words.tokens].sum()), dtype=np.int64)
        bounds = np.empty_like(words.bounds)
        pieces = (self._pieces, self._piece_bounds)
        _kernels()["spread"](words.tokens, words.bounds, pieces, tokens, bounds)
        return FlatTokens(tokens, bounds)

    def _numbers(self, lines: Sequence[str]) -> FlatTokens:
        codes, bounds = code_points(lines)
        most = (len(codes) + len(lines) + 1) // 2 + 1
        self._make_room(most, len(codes))
        found, found_bounds = np.empty(most, dtype=np.int64), np.empty_like(bounds)
        table = (self._slots, self._letters, self._begins)
        self._count = int(_kernels()["number_words"](codes, bounds, table, self._count, found, found_bounds))
        return FlatTokens(found[: found_bounds[-1]], found_bounds)

    def _make_room(self, words: int, letters: int) -> None:
        """Enlarge the table where so many more words or letters would not fit."""
        used = int(self._begins[self._count])
        if len(self._letters) < used + letters:
            self._letters = np.concatenate([self._letters[:used], np.zeros(used + 2 * letters, dtype=np.uint32)])
        if len(self._begins) < self._count + words + 1:
            kept = self._begins[: self._count + 1]
            self._begins = np.concatenate([kept, np.zeros(self._count + 2 * words, dtype=np.int64)])
        if len(self._slots) < 2 * (self._count + words):
            size = 1 << (4 * (self._count + words)).bit_length()
            self._slots = np.full(size, _word_kernels.FREE, dtype=np.int64)
            _kernels()["enter_again"](self._slots, self._letters, self._begins, self._count)

    def _cut_new(self) -> None:
        known = len(self._piece_bounds) - 1
        if known == self._count:
            return
        begins = self._begins[known : self._count + 1]
        text = self._letters[begins[0] : begins[-1]].astype("<u4").tobytes().decode("utf-32-le", "surrogatepass")
        places = (begins - begins[0]).tolist()
        cut = [self._tokens_of(text[start:end]) for start, end in pairwise(places)]
        lengths = np.fromiter(map(len, cut), np.int64, len(cut))
        flat = np.fromiter((token for tokens in cut for token in tokens), np.int64, int(lengths.sum()))
        self._pieces = np.concatenate([self._pieces, flat])
        ends = self._piece_bounds[-1] + np.cumsum(lengths)
        self._piece_bounds = np.concatenate([self._piece_bounds, ends])


@cache
def _kernels() -> dict[str, Any]:
    return compile_together(_word_kernels.FUNCTIONS)

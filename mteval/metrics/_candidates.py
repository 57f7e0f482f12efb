"""The mean utility of candidate translations, each candidate standing as the reference of every other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.metrics import _candidate_kernels
from mteval.statistics.metric_base import Array
from mteval.text.compiled import compiled_with, in_threads
from mteval.text.ngrams import flatten

AT_ONCE = 256
"""Segments whose text is made into numbers at a time."""


@dataclass(frozen=True, slots=True)
class CandidateUnits:
    """What a metric compares of a candidate: its characters and its words; a side that does not count is empty."""

    characters: str
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UtilityFormula:
    """A formula of the kernels, its settings, and how long the n-grams of characters and of words are."""

    kind: int
    settings: tuple[float, ...]
    orders: tuple[int, int]


def expected_utilities(candidates: Sequence[Sequence[CandidateUnits]], formula: UtilityFormula) -> list[Array]:
    """For each segment the mean utility of each candidate, itself among the references, on 0–100.

    Candidates that are the same are compared once and counted as often as they come.
    """
    found: list[Array] = []
    rest = iter(candidates)
    while group := list(islice(rest, AT_ONCE)):
        found += _group(group, formula)
    return found


def _group(group: Sequence[Sequence[CandidateUnits]], formula: UtilityFormula) -> list[Array]:
    numbers = [_numbered(segment) for segment in group]
    distinct = [list(own) for own in numbers]
    flat = [one for segment in distinct for one in segment]
    places = [np.array([own[one] for one in segment]) for own, segment in zip(numbers, group, strict=True)]
    times = np.concatenate([np.bincount(own, minlength=1) for own in places]).astype(np.float64)
    spans: NDArray[np.int64] = np.concatenate(([0], np.cumsum([len(segment) for segment in distinct]))).astype(np.int64)
    sums = np.zeros(len(flat))
    characters, words = flatten([one.characters for one in flat]), flatten([one.words for one in flat])
    job = (formula.orders, times, (formula.kind, np.array(formula.settings)), sums)
    kernel = _kernel()

    def run(first: int, last: int) -> None:
        kernel(characters, words, spans, first, last, job)

    in_threads(run, len(group), least=1)
    return [np.asarray(sums[spans[at] + own] / len(own)) for at, own in enumerate(places)]


def _numbered(segment: Sequence[CandidateUnits]) -> dict[CandidateUnits, int]:
    own: dict[CandidateUnits, int] = {}
    for one in segment:
        own.setdefault(one, len(own))
    return own


@cache
def _kernel() -> Any:
    return compiled_with(_candidate_kernels.FUNCTIONS, shared_bits=_bit_counter())["all_segments"]


def _bit_counter() -> Any:
    """Counting shared bits with the processor's own instruction, which the compiler does not find by itself."""
    import numba
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def population(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            del context, signature
            return builder.ctpop(arguments[0])

        del typing_context
        return types.uint64(word), generate

    def shared_bits(one: Any, other: Any) -> Any:
        total = np.uint64(0)
        for place in range(len(one)):
            total += population(one[place] & other[place])  # type: ignore[call-arg]
        return np.int64(total)

    return numba.njit(nogil=True, cache=True, inline="always")(shared_bits)

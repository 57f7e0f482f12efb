"""How many n-grams of a translation its references share, clipped as BLEU, chrF and ROUGE clip them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from mteval.text import _ngram_kernels
from mteval.text.compiled import compile_together, effort, in_threads
from mteval.text.flat_tokens import FlatTokens

Tokens = Sequence[int] | str
"""Token numbers, or a string whose tokens are its characters."""

Whole = NDArray[np.int64]


def clipped_matches(translations: Sequence[Tokens], references: Sequence[Sequence[Tokens]], order: int) -> Whole:
    """Matches (cases, order): each n-gram of a translation counts at most as often as one of its references has it."""
    size = sum(map(len, translations)) + sum(len(one) for case in references for one in case)
    if effort.pays(size * order):
        return _compiled_matches(translations, references, order)
    rows = [_matches(translation, own, order) for translation, own in zip(translations, references, strict=True)]
    return np.array(rows, dtype=np.int64).reshape(len(rows), order)


def paired_matches(translations: FlatTokens, references: FlatTokens, order: int) -> Whole:
    """The same of very many translations with one reference each, compiled."""
    return _matched(translations, references, np.arange(len(references) + 1), order)


def ngram_counts(lengths: Sequence[int] | Whole, order: int) -> Whole:
    """How many n-grams of each order a sequence of each length has: (cases, order)."""
    counts: Whole = np.maximum(np.asarray(lengths, dtype=np.int64)[:, None] - np.arange(order), 0)
    return counts


def ngrams(tokens: Tokens, n: int) -> Counter[Any]:
    """The n-grams of a sequence, counted."""
    if isinstance(tokens, str):
        return Counter([tokens[i : i + n] for i in range(len(tokens) - n + 1)])
    return Counter(zip(*(tokens[i:] for i in range(n)), strict=False))


def _matches(translation: Tokens, references: Sequence[Tokens], order: int) -> list[int]:
    found = [0] * order
    for n in range(1, order + 1):
        own = ngrams(translation, n)
        most = ngrams(references[0], n)
        for other in references[1:]:
            most |= ngrams(other, n)
        found[n - 1] = sum(min(count, most[gram]) for gram, count in own.items() if gram in most)
        if not found[n - 1]:
            break
    return found


@cache
def _kernel() -> Any:
    return compile_together(_ngram_kernels.FUNCTIONS)["match_cases"]


def _compiled_matches(translations: Sequence[Tokens], references: Sequence[Sequence[Tokens]], order: int) -> Whole:
    others = FlatTokens(*flatten([one for case in references for one in case]))
    cases = np.concatenate(([0], np.cumsum([len(case) for case in references])))
    return _matched(FlatTokens(*flatten(translations)), others, cases, order)


def _matched(translations: FlatTokens, references: FlatTokens, cases: Whole, order: int) -> Whole:
    """Matches of each translation with its references, case by case those from one number to the next."""
    flat, bounds = translations.tokens, translations.bounds
    others, other_bounds = references.tokens, references.bounds
    spans = np.stack([bounds[:-1], bounds[1:], cases[:-1], cases[1:]], axis=1)
    other_spans = np.stack([other_bounds[:-1], other_bounds[1:]], axis=1)
    longest = int(np.max(np.diff(bounds), initial=1))
    widest = int(np.max(other_bounds[cases[1:]] - other_bounds[cases[:-1]], initial=1))
    found = np.zeros((len(translations), order), dtype=np.int64)
    grams = np.zeros(len(others) + 1, dtype=np.int64)
    kernel = _kernel()

    def run(first: int, last: int) -> None:
        kernel((flat, spans), (others, other_spans), first, last, _scratch(longest, widest, grams), found)

    in_threads(run, len(translations))
    return found


def _scratch(longest: int, widest: int, grams: Whole) -> tuple[Any, ...]:
    size = 1 << (2 * widest + 1).bit_length()
    table = tuple(np.zeros(length, dtype=np.int64) for length in (size, size, widest + 1, widest + 1))
    return np.zeros(longest + 1, dtype=np.int64), grams, table, np.zeros(2, dtype=np.int64)


def flatten(sequences: Sequence[Tokens]) -> tuple[Whole, Whole]:
    """All tokens one after another, and where each sequence begins (with the end as the last)."""
    bounds = np.concatenate(([0], np.cumsum(np.fromiter(map(len, sequences), np.int64, len(sequences)))))
    if sequences and isinstance(sequences[0], str):
        text = "".join(cast(Sequence[str], sequences)).encode("utf-32-le", "surrogatepass")
        return np.frombuffer(text, "<u4").astype(np.int64), bounds
    joined = chain.from_iterable(cast(Sequence[Sequence[int]], sequences))
    return np.fromiter(joined, np.int64, int(bounds[-1])), bounds

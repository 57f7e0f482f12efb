"""Which slot each word of a translated instance comes from, found by comparing instances whose source values are known.

A word that stays wherever one slot changes does not come from that slot. So each sentence is compared (by a longest common
subsequence of words) with others that share as many source values with it as possible: a word that no other value removes is
literal, any other belongs to the slot whose sharing keeps it most reliably. "buena" goes with the adjective, though the noun
decides its ending; that is left to `regions`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mteval.checklists.tea.tokens import Tokenizer, is_space

Values = Mapping[str, str]
LITERAL = ""
_PARTNERS = 4
_POOL = 400
# A word that no instance with the same value of a slot has is nothing this slot says.
_LEAST_KEPT = 0.25
_NEVER_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A translated instance with the source values that made it, and where its words stand in the text."""

    text: str
    values: Values
    words: tuple[str, ...]
    starts: tuple[int, ...]

    def between(self, first: int, last: int) -> str:
        """The text from one word to another, both included."""
        return self.text[self.starts[first] : self.starts[last] + len(self.words[last])]


@dataclass(frozen=True, slots=True)
class SlotSpan:
    """A stretch of a translated instance that a word alignment traces to a slot."""

    start: int
    end: int
    slot: str


def aligned_labels(row: KnownRow, origins: Sequence[SlotSpan], slots: Sequence[str]) -> tuple[str, ...]:
    """The slot of each word of a row as an alignment says, empty for words of none; a sign goes with no slot alone."""
    labels = []
    for word, start in zip(row.words, row.starts, strict=True):
        over = (one.slot for one in origins if one.start < start + len(word) and start < one.end)
        slot = next(over, LITERAL) if any(sign.isalnum() for sign in word) else LITERAL
        labels.append(slot if slot in slots else LITERAL)
    return tuple(labels)


def known_row(text: str, values: Values, cut: Tokenizer) -> KnownRow:
    """Cut a translation into words, white space left out but remembered by place."""
    words: list[str] = []
    starts: list[int] = []
    place = 0
    for token in cut(text):
        if not is_space(token):
            words.append(token)
            starts.append(place)
        place += len(token)
    return KnownRow(text, values, tuple(words), tuple(starts))


class WordSources:
    """Compares rows pairwise, each pair once, and says of each word of a row which slot it comes from."""

    def __init__(self, rows: Sequence[KnownRow], slots: Sequence[str]) -> None:
        self._slots = tuple(slots)
        self._coded, self._weights = _coded(rows)
        self._values = _value_numbers(rows, slots)
        self._lost: dict[tuple[int, int], tuple[NDArray[np.bool_], NDArray[np.bool_]]] = {}

    def labels(self, row: int, among: Sequence[int]) -> tuple[str, ...]:
        """The slot of each word of a row, empty for literal words, as a comparison with some other rows shows it."""
        partners = self._partners(row, np.asarray(among))
        width = len(self._coded[row])
        if not len(partners):
            return (LITERAL,) * width
        lost = np.stack([self._compare(row, int(other)) for other in partners])
        same = self._values[partners] == self._values[row]
        dependent = self._removed(row, partners, lost, self._least(among))
        kept = np.stack([_kept_share(lost, same[:, slot]) for slot in range(len(self._slots))])
        away = np.stack([_kept_share(lost, ~same[:, slot]) for slot in range(len(self._slots))])
        best = np.argmax(kept - 0.5 * away, axis=0)
        return tuple(
            self._slots[best[word]] if dependent[word] and kept[best[word], word] >= _LEAST_KEPT else LITERAL
            for word in range(width)
        )

    def _partners(self, row: int, among: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each other value of each slot, the rows that are most like this one otherwise."""
        others = among[among != row]
        if len(others) > _POOL:
            others = np.sort(np.random.default_rng(row).choice(others, _POOL, replace=False))
        values = self._values[others]
        apart = (values != self._values[row]).sum(axis=1)
        order = np.argsort(apart, kind="stable")
        chosen: dict[int, None] = {}
        for slot in range(len(self._slots)):
            taken: dict[int, int] = {}
            for place in order.tolist():
                value = int(values[place, slot])
                if value != self._values[row, slot] and taken.get(value, 0) < _PARTNERS:
                    taken[value] = taken.get(value, 0) + 1
                    chosen[int(others[place])] = None
        return np.array(list(chosen), dtype=np.int64)

    def _compare(self, row: int, other: int) -> NDArray[np.bool_]:
        """Which words of a row the other has not at their place."""
        first, second = sorted((row, other))
        if (first, second) not in self._lost:
            from mteval.checklists.tea._word_kernels import missing_words

            one, two = self._coded[first], self._coded[second]
            lost = np.ones(len(one), dtype=np.bool_), np.ones(len(two), dtype=np.bool_)
            missing_words(one, two, self._weights, *lost)
            self._lost[first, second] = lost
        return self._lost[first, second][row != first]

    def _least(self, among: Sequence[int]) -> list[int]:
        """How many rows with a value are no evidence: one may be a slip, unless a slot's values have one row each."""
        values = self._values[np.asarray(among)]
        counts = [np.bincount(values[:, slot]) for slot in range(len(self._slots))]
        return [int(np.median(count[count > 0]) > 1) for count in counts]

    def _removed(
        self, row: int, partners: NDArray[np.int64], lost: NDArray[np.bool_], least: Sequence[int]
    ) -> NDArray[np.bool_]:
        """Words that most rows with some other value lack."""
        removed = np.zeros(lost.shape[1], dtype=np.bool_)
        for slot in range(len(self._slots)):
            numbers = self._values[partners, slot]
            width = int(numbers.max()) + 1
            totals = np.bincount(numbers, minlength=width)
            counts = np.zeros((width, lost.shape[1]))
            np.add.at(counts, numbers, lost)
            enough = (totals > least[slot]) & (np.arange(width) != self._values[row, slot])
            removed |= (counts[enough] * 2 > totals[enough, None]).any(axis=0)
        return removed


def _kept_share(lost: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
    if not chosen.any():
        return np.full(lost.shape[1], _NEVER_SHARED)
    share: NDArray[np.float64] = 1.0 - lost[chosen].mean(axis=0)
    return share


def _coded(rows: Sequence[KnownRow]) -> tuple[list[NDArray[np.int64]], NDArray[np.float64]]:
    """Each row as numbers of words, and the share of the rows that have each word.

    A word with white space before it is another one than without: translators say "gay ." where they say "sordo.".
    """
    codes: dict[str, int] = {}
    spaced = [
        [
            (row.text[start - 1 : start].strip() and word) or f" {word}"
            for word, start in zip(row.words, row.starts, strict=True)
        ]
        for row in rows
    ]
    coded = [np.array([codes.setdefault(word, len(codes)) for word in words], dtype=np.int64) for words in spaced]
    counts = np.zeros(max(len(codes), 1))
    for numbers in coded:
        counts[np.unique(numbers)] += 1
    return coded, 0.2 + counts / len(rows)


def _value_numbers(rows: Sequence[KnownRow], slots: Sequence[str]) -> NDArray[np.int64]:
    numbers: list[list[int]] = []
    for slot in slots:
        index: dict[str, int] = {}
        numbers.append([index.setdefault(row.values[slot], len(index)) for row in rows])
    return np.array(numbers, dtype=np.int64).reshape(len(slots), len(rows)).T

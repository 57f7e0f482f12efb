"""Counting shared n-grams of integer sequences; compiled by `mteval.text.ngrams` for large jobs.

An n-gram is told apart exactly, without hashing its content away: its key is the number of its (n−1)-gram prefix and its
last token, and equal keys get equal numbers through an open-addressing table that each order starts afresh. A key holds both
in its two halves, and so does the mark of a slot: when it was taken, and the number of what is in it.
"""

from __future__ import annotations

from typing import Any

ABSENT = -1
NUMBER = (1 << 32) - 1


def slot_of(key: int, keys: Any, marks: Any, stamp: int) -> int:
    """The slot that holds a key, or the free slot where it belongs."""
    mask = len(keys) - 1
    slot = ((key ^ (key >> 27)) * 0x1E3779B97F4A7C15 >> 24) & mask
    while marks[slot] >> 32 == stamp and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


def add_reference(sequence: Any, grams: Any, order: int, table: Any, stamp: Any) -> None:
    """Number the n-grams of one reference, and raise the most often any reference has each."""
    keys, marks, here, most = table
    for number in range(stamp[1]):
        here[number] = 0
    for k in range(len(sequence) - order + 1):
        key = (grams[k] << 32) | sequence[k + order - 1]
        slot = slot_of(key, keys, marks, stamp[0])
        if marks[slot] >> 32 != stamp[0]:
            keys[slot], marks[slot] = key, (stamp[0] << 32) | stamp[1]
            here[stamp[1]], most[stamp[1]] = 0, 0
            stamp[1] += 1
        number = marks[slot] & NUMBER
        here[number] += 1
        most[number] = max(most[number], here[number])
        grams[k] = number


def take_translation(sequence: Any, grams: Any, order: int, table: Any, stamp: Any) -> int:
    """How many n-grams of a translation the references have, each at most as often as one reference has it."""
    keys, marks, here, most = table
    for number in range(stamp[1]):
        here[number] = 0
    matches = 0
    for k in range(len(sequence) - order + 1):
        if grams[k] == ABSENT:
            continue
        key = (grams[k] << 32) | sequence[k + order - 1]
        slot = slot_of(key, keys, marks, stamp[0])
        if marks[slot] >> 32 != stamp[0]:
            grams[k] = ABSENT
            continue
        number = marks[slot] & NUMBER
        here[number] += 1
        if here[number] <= most[number]:
            matches += 1
        grams[k] = number
    return matches


def match_cases(translations: Any, references: Any, first: int, last: int, scratch: Any, found: Any) -> None:
    """Fill found[case, n−1] for cases first…last; both sides are flat tokens with the spans of the sequences."""
    flat, spans = translations
    others, other_spans = references
    mine, grams, table, stamp = scratch
    for case in range(first, last):
        begin, end, one, past = spans[case]
        mine[: end - begin] = 0
        grams[other_spans[one, 0] : other_spans[past - 1, 1]] = 0
        for order in range(1, found.shape[1] + 1):
            stamp[0] += 1
            stamp[1] = 0
            for reference in range(one, past):
                start, stop = other_spans[reference]
                add_reference(others[start:stop], grams[start:stop], order, table, stamp)
            found[case, order - 1] = take_translation(flat[begin:end], mine, order, table, stamp)
            if found[case, order - 1] == 0:
                break


FUNCTIONS = (slot_of, add_reference, take_translation, match_cases)

"""Whole sentences that a translation leaves out or adds, seen once it is cut into the segments of its reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mteval.core.records import Segment
from mteval.core.results import Finding
from mteval.families._reference.levels import Group
from mteval.text.resegmentation import Resegmented, word_key

LEAST_WORDS = 3
"""Shorter sentences are too easily said otherwise."""
LEFT = 0.2
"""Share of a sentence's words at most where it counts as left out."""
SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’»)\]]*\s+|(?<=[。！？।॥])")


@dataclass(frozen=True, slots=True)
class Cut:
    """One document of a translation: its own lines, the segments it was cut into, and where."""

    group: Group
    lines: tuple[str, ...]
    records: tuple[Segment, ...]
    found: Resegmented


def whole_sentences(cuts: Sequence[Cut]) -> Iterator[Finding]:
    """Segments of which (nearly) nothing is translated, and sentences of the translation that no segment asked for."""
    left = [(case, text) for one in cuts for case, text in _left_out(one)]
    if left:
        message = (
            f"{len(left)} sentences of the reference seem to be left out of the translation (under-translation), "
            f"for instance: {left[0][1]}"
        )
        yield Finding("untranslated-sentence", message, len(left), tuple(case for case, _ in left))
    added = [(case, text) for one in cuts for case, text in _added(one)]
    if added:
        message = (
            f"{len(added)} sentences of the translation seem to have nothing in the reference (over-translation), "
            f"for instance: {added[0][1]}"
        )
        yield Finding("added-sentence", message, len(added), tuple(dict.fromkeys(case for case, _ in added)))


def _left_out(cut: Cut) -> Iterator[tuple[str, str]]:
    for place, (record, piece) in enumerate(zip(cut.records, cut.found.pieces, strict=True)):
        nearest = min(record.references, key=size)
        if size(nearest) >= LEAST_WORDS and size(piece) <= LEFT * size(nearest):
            yield str(cut.group.first + place + 1), nearest


def _added(cut: Cut) -> Iterator[tuple[str, str]]:
    """Sentences of a piece that share no word of weight with its reference, where the piece is too long by as much."""
    for place, (record, piece) in enumerate(zip(cut.records, cut.found.pieces, strict=True)):
        longest = max(record.references, key=size)
        known = set(map(word_key, longest.split()))
        surplus = size(piece) - size(longest)
        for sentence in SENTENCE.split(piece):
            words = [word_key(word) for word in sentence.split()]
            strange = sum(word not in known for word in words)
            if size(sentence) >= LEAST_WORDS and surplus >= 0.8 * size(sentence) and strange >= 0.7 * len(words):
                surplus -= size(sentence)
                yield str(cut.group.first + place + 1), sentence


def size(text: str) -> int:
    """How long a text is in words; in characters, two to a word, where it has no spaces."""
    words = len(text.split())
    return max(words, len(text) // 2) if words <= 1 and len(text) > 20 else words

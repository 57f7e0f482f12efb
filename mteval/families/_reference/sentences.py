"""Whole sentences that a translation leaves out or adds, seen once it is cut into the sentences of its reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mteval.core.records import Segment
from mteval.core.results import Finding
from mteval.families._reference.levels import Group
from mteval.text.processes import in_processes
from mteval.text.resegmentation import Resegmented, resegment, word_key
from mteval.text.spread import size_of, spread

LEAST_WORDS = 3
"""Shorter sentences are too easily said otherwise."""
SHORT = 3
"""Letters before a full stop that may be an abbreviation."""
LEFT = 0.2
"""Share of a sentence's words at most where it counts as left out."""
UNSPACED_END = re.compile(r"(?<=[。！？।॥])")
CLOSING = "\"'”’»)]"
INNER_END = re.compile(r"""[.!?…]["'”’»)\]]*\s+\S|[。！？।॥]\s*\S""")
"""Without such a place a text is one sentence: most segments are, and are not looked at word by word."""
PORTION = 1 << 14
"""Cases looked at by one process at a time."""
LARGEST = 4_000_000_000
"""Characters of a translation times those of its reference, about ten thousand words each: the work grows with both."""
Told = tuple[str, str]
"""A case and the sentence that is told of it."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One document of a translation: its own lines, the segments it was cut into, and where."""

    group: Group
    lines: tuple[str, ...]
    records: tuple[Segment, ...]
    found: Resegmented


def whole_sentences(cuts: Sequence[Cut]) -> Iterator[Finding]:
    """Segments of which (nearly) nothing is translated, and sentences of the translation that no segment asked for."""
    left = [(str(one.group.first + place), text) for one in cuts for place, text in _left_out(one)]
    added = [(str(one.group.first + place), text) for one in cuts for place, text in _added(one)]
    return _findings(left, added)


@dataclass(frozen=True, slots=True)
class ToldSentences:
    """What is left out and what is added, by case, and how many cases were too long to be looked at."""

    left: tuple[Told, ...]
    added: tuple[Told, ...]
    long: int = 0


Compared = tuple[Sequence[str], Sequence[str], Sequence[tuple[str, ...]]]
"""Ids, translations and references of some cases."""


def sentences_inside(
    ids: Sequence[str], texts: Sequence[str], references: Sequence[tuple[str, ...]]
) -> Iterator[Finding]:
    """The same within segments of several sentences (paragraphs, documents), by case; each of its references must say so."""
    spans = spread(len(ids))
    tasks: Iterator[Compared] = (
        (ids[place : place + size], texts[place : place + size], references[place : place + size])
        for start, stop in spans
        for place in range(start, stop, PORTION)
        for size in [min(PORTION, stop - place)]
    )
    told = list(in_processes(told_of, tasks, size_of(spans)))
    yield from _findings([each for one in told for each in one.left], [each for one in told for each in one.added])
    if long := sum(one.long for one in told):
        message = f"{long} translations are too long to look for sentences that are left out or added."
        yield Finding("line-too-long", message, long)


def told_of(compared: Compared) -> ToldSentences:
    """What is told of some cases."""
    left: list[Told] = []
    added: list[Told] = []
    long = 0
    for case, translation, references in zip(*compared, strict=True):
        if any(len(translation) * len(reference) > LARGEST for reference in references):
            long += 1
            continue
        found = [_inside(translation, reference) for reference in references]
        for side, told in ((0, left), (1, added)):
            if found and all(each[side] for each in found):
                told += [(case, text) for _, text in found[0][side]]
    return ToldSentences(tuple(left), tuple(added), long)


def _inside(translation: str, reference: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """What one reference says is left out and added, where there are several sentences."""
    if not (INNER_END.search(reference) or INNER_END.search(translation)):
        return [], []
    wanted, given = sentences_of(reference), sentences_of(translation)
    if not wanted or not given or max(len(wanted), len(given)) < 2:
        return [], []
    records = tuple(Segment((one,)) for one in wanted)
    cut = Cut(Group("", 0, len(wanted)), (translation,), records, resegment([translation], [[one] for one in wanted]))
    return list(_left_out(cut)), list(_added(cut))


def sentences_of(text: str) -> list[str]:
    """The sentences of a text; not cut after ordinals (12.) and what may be an abbreviation (St., z.B.)."""
    found: list[list[str]] = [[]]
    words = [word for part in UNSPACED_END.split(text) for word in (*part.split(), "")]
    for word, following in zip(words, [*words[1:], ""], strict=True):
        found[-1] += [word] if word else []
        if _ends(word, following) or word.endswith(tuple("。！？।॥")):
            found.append([])
    return [" ".join(one) for one in found if one]


def _ends(word: str, following: str) -> bool:
    """Whether a sentence ends with a word."""
    bare = word.rstrip(CLOSING)
    if not bare or following[:1].islower():
        return False
    stem = bare[:-1].lstrip("\"'„“«([")
    return bare[-1] in "!?…" or (bare[-1] == "." and len(stem) > SHORT and stem.isalpha())


def _findings(left: Sequence[Told], added: Sequence[Told]) -> Iterator[Finding]:
    if left:
        message = (
            f"{len(left)} sentences of the reference seem to be left out of the translation (under-translation), "
            f"for instance: {left[0][1]}"
        )
        yield Finding("untranslated-sentence", message, len(left), tuple(dict.fromkeys(case for case, _ in left)))
    if added:
        message = (
            f"{len(added)} sentences of the translation seem to have nothing in the reference (over-translation), "
            f"for instance: {added[0][1]}"
        )
        yield Finding("added-sentence", message, len(added), tuple(dict.fromkeys(case for case, _ in added)))


def _left_out(cut: Cut) -> Iterator[tuple[int, str]]:
    """Segments by their place, from one, with hardly any translation."""
    for place, (record, piece) in enumerate(zip(cut.records, cut.found.pieces, strict=True)):
        nearest = min(record.references, key=size)
        if size(nearest) >= LEAST_WORDS and size(piece) <= LEFT * size(nearest):
            yield place + 1, nearest


def _added(cut: Cut) -> Iterator[tuple[int, str]]:
    """Sentences of a piece that share no word of weight with its reference, where the piece is too long by as much."""
    whole = set(sentences_of(" ".join(cut.lines)))
    for place, (record, piece) in enumerate(zip(cut.records, cut.found.pieces, strict=True)):
        longest = max(record.references, key=size)
        known = set(map(word_key, longest.split()))
        surplus = size(piece) - size(longest)
        for sentence in filter(whole.__contains__, sentences_of(piece)):
            words = [word_key(word) for word in sentence.split()]
            strange = sum(word not in known for word in words)
            if size(sentence) >= LEAST_WORDS and surplus >= 0.8 * size(sentence) and strange >= 0.7 * len(words):
                surplus -= size(sentence)
                yield place + 1, sentence


def size(text: str) -> int:
    """How long a text is in words; in characters, two to a word, where it has no spaces."""
    words = len(text.split())
    return max(words, len(text) // 2) if words <= 1 and len(text) > 20 else words

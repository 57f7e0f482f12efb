"""One template with a table of values per slot, fitted to instances whose source values are known.

The words of each instance carry the slot they come from; what they leave between them is the frame. The commonest frame
becomes the template, and each source value gets the words that most often stand for it. A slot whose words stand in several
places is one slot where these share their core ("al médico … el médico"), and the words around the core belong to the frame.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations

from mteval.checklists.tea.dependence import LITERAL, KnownRow
from mteval.checklists.tea.tokens import Tokenizer

_TRIED_FRAMES = 3
_MOST_CORED = 4


@dataclass(frozen=True, slots=True)
class Place:
    """Where a slot's words stand in a frame."""

    slot: str


FramePart = str | Place
Frame = tuple[FramePart, ...]
Entries = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Segmented:
    """An instance as frame and the words that stand in its places."""

    frame: Frame
    contents: tuple[str, ...]


def segmented(row: KnownRow, labels: Sequence[str]) -> Segmented:
    """Cut an instance at the borders between slots; neighbouring words of one slot are one place."""
    parts: list[FramePart] = []
    contents: list[str] = []
    done = word = 0
    while word < len(labels):
        if labels[word] == LITERAL:
            word += 1
            continue
        last = word
        while last + 1 < len(labels) and labels[last + 1] == labels[word]:
            last += 1
        parts += [row.text[done : row.starts[word]], Place(labels[word])]
        contents.append(row.between(word, last))
        done = row.starts[last] + len(row.words[last])
        word = last + 1
    parts.append(row.text[done:])
    return Segmented(tuple(part for part in parts if part != ""), tuple(contents))


@dataclass(frozen=True, slots=True)
class Fit:
    """A frame with one place per slot (or several that always say the same), the words of each value, and which rows it makes."""

    frame: Frame
    entries: Entries
    right: tuple[int, ...]
    wrong: tuple[int, ...]
    # Rows of the frame, with what the slot's places hold; what the search for classes of values goes by.
    contents: Mapping[int, Mapping[str, str]]
    residues: Mapping[int, Mapping[str, tuple[str, ...]]]

    @property
    def size(self) -> int:
        """How many entries its slots have."""
        return sum(map(len, self.entries.values()))

    @property
    def slots(self) -> int:
        """How many slots have a place."""
        return len(self.entries)

    def says(self, values: Mapping[str, str]) -> str | None:
        """The text for some source values; None where one of them has no words yet."""
        parts: list[str] = []
        for part in self.frame:
            text = part if isinstance(part, str) else self.entries[part.slot].get(values[part.slot])
            if text is None:
                return None
            parts.append(text)
        return "".join(parts)

    def reread(self, row: KnownRow) -> Mapping[str, str]:
        """What the slots hold in a row that says one of them otherwise ("buena" for "bueno"); empty if none or several might."""
        found = {slot: _read(self.frame, self.entries, slot, row) for slot in self.entries}
        read = {slot: text for slot, text in found.items() if text}
        if len(read) != 1:
            return {}
        return {**{slot: table[row.values[slot]] for slot, table in self.entries.items() if slot not in read}, **read}


def fit(rows: Sequence[KnownRow], known: Mapping[int, Segmented], members: Sequence[int], cut: Tokenizer) -> Fit:
    """The frame and entries that make most of the members; `known` says how some of them are segmented."""
    frames = Counter(known[number].frame for number in members if number in known)
    tried = [frame for frame, _ in frames.most_common(_TRIED_FRAMES)]
    return min((_fit_frame(frame, rows, known, members, cut) for frame in tried), key=lambda one: len(one.wrong))


def _fit_frame(
    frame: Frame, rows: Sequence[KnownRow], known: Mapping[int, Segmented], members: Sequence[int], cut: Tokenizer
) -> Fit:
    holders = [number for number in members if number in known and known[number].frame == frame]
    places: dict[str, list[int]] = defaultdict(list)
    for place, part in enumerate(part for part in frame if isinstance(part, Place)):
        places[part.slot].append(place)
    unified = {
        slot: _unified([[known[number].contents[place] for place in taken] for number in holders], cut)
        for slot, taken in places.items()
    }
    contents = {n: {slot: one.contents[k] for slot, one in unified.items()} for k, n in enumerate(holders)}
    residues = {n: {slot: one.residues[k] for slot, one in unified.items()} for k, n in enumerate(holders)}
    whole = {slot: one.common for slot, one in unified.items()}
    typical = [n for n in holders if residues[n] == whole]
    made = _frame_of(frame, unified)
    entries = _entries(typical, contents, rows, tuple(places))
    _learn(made, entries, [n for n in members if n not in contents], rows)
    right: list[int] = []
    wrong: list[int] = []
    plain = Fit(made, entries, (), (), contents, residues)
    for number in members:
        (right if plain.says(rows[number].values) == rows[number].text else wrong).append(number)
    return Fit(made, entries, tuple(right), tuple(wrong), contents, residues)


def _entries(
    holders: Sequence[int], contents: Mapping[int, Mapping[str, str]], rows: Sequence[KnownRow], slots: Sequence[str]
) -> dict[str, dict[str, str]]:
    """The commonest words of each value."""
    counted: dict[str, dict[str, Counter[str]]] = {slot: defaultdict(Counter) for slot in slots}
    for number in holders:
        for slot, text in contents[number].items():
            counted[slot][rows[number].values[slot]][text] += 1
    return {
        slot: {value: counts.most_common(1)[0][0] for value, counts in values.items()}
        for slot, values in counted.items()
    }


def _learn(frame: Frame, entries: dict[str, dict[str, str]], others: Sequence[int], rows: Sequence[KnownRow]) -> None:
    """Take the words of values seen only in rows that were cut otherwise, where all the rest of the row fits."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for number in others:
        values = rows[number].values
        missing = [slot for slot in entries if values[slot] not in entries[slot]]
        if len(missing) == 1:
            text = _read(frame, entries, missing[0], rows[number])
            if text:
                found[missing[0], values[missing[0]]][text] += 1
    for (slot, value), counts in found.items():
        entries[slot][value] = counts.most_common(1)[0][0]


def _read(frame: Frame, entries: Entries, missing: str, row: KnownRow) -> str:
    """The words of one slot in a row where all the rest of the template fits; empty where it does not."""
    texts: list[str] = [""]
    for part in frame:
        if isinstance(part, Place) and part.slot == missing:
            texts.append("")
            continue
        text = part if isinstance(part, str) else entries[part.slot].get(row.values[part.slot])
        if text is None:
            return ""
        texts[-1] += text
    pieces = r"(?P<new>\S(?:.*\S)?)" + "(?P=new)".join(map(re.escape, texts[1:]))
    if not row.text.startswith(texts[0]) or not row.text.endswith(texts[-1]) or len(texts) < 2:
        return ""
    if len(texts) == 2:
        return row.text[len(texts[0]) : len(row.text) - len(texts[1])].strip()
    match = re.fullmatch(pieces, row.text[len(texts[0]) :])
    return match["new"] if match else ""


@dataclass(frozen=True, slots=True)
class _Unified:
    """The places of one slot as one: what varies, the residues around it in each row, and the commonest residues.

    The residues of a row are the texts before and after its core in each place; a place without core is all residue.
    """

    contents: tuple[str, ...]
    residues: tuple[tuple[str, ...], ...]
    common: tuple[str, ...]
    cored: tuple[bool, ...]


def _unified(rows: Sequence[Sequence[str]], cut: Tokenizer) -> _Unified:
    """Choose what varies: the core that several places share, or the words of the place that tells most values apart."""
    width = len(rows[0])
    if width == 1:
        empty = ("", "")
        return _Unified(tuple(row[0] for row in rows), (empty,) * len(rows), empty, (True,))
    by_core = [_by_core(rows, places, cut) for places in _cored_places(width)]
    carrier = max(range(width), key=lambda place: len({row[place] for row in rows}))
    by_carrier = _Unified(
        tuple(row[carrier] for row in rows),
        tuple(_aside(row, carrier) for row in rows),
        (),
        tuple(place == carrier for place in range(width)),
    )
    best = max((*by_core, by_carrier), key=lambda one: _commonest(one)[1])
    return _Unified(best.contents, best.residues, _commonest(best)[0], best.cored)


def _cored_places(width: int) -> list[tuple[int, ...]]:
    """Which places may share a core: all of them, or where they are few some, beside words that only agree with it."""
    sizes = range(width, 1, -1) if width <= _MOST_CORED else (width,)
    return [places for size in sizes for places in combinations(range(width), size)]


def _by_core(rows: Sequence[Sequence[str]], places: Sequence[int], cut: Tokenizer) -> _Unified:
    """The core of some places as what varies; what stands around it, and in all other places, is residue."""
    cores = [_core(tuple(row[place] for place in places), cut) for row in rows]
    return _Unified(
        tuple(cores),
        tuple(_around(row, core, places) for row, core in zip(rows, cores, strict=True)),
        (),
        tuple(place in places for place in range(len(rows[0]))),
    )


def _commonest(one: _Unified) -> tuple[tuple[str, ...], int]:
    """The commonest residues beside words that vary, and how many rows have them."""
    counts = Counter(residues for text, residues in zip(one.contents, one.residues, strict=True) if text)
    return counts.most_common(1)[0] if counts else (one.residues[0], 0)


@lru_cache(maxsize=1 << 16)
def _core(texts: tuple[str, ...], cut: Tokenizer) -> str:
    """The longest run of words that all texts share; kept, since regions are fitted again and again."""
    core = cut(texts[0])
    for text in texts[1:]:
        other = cut(text)
        found = SequenceMatcher(None, core, other, autojunk=False).find_longest_match()
        core = core[found.a : found.a + found.size]
    return "".join(core).strip()


def _around(texts: Sequence[str], core: str, places: Sequence[int]) -> tuple[str, ...]:
    found: list[str] = []
    for place, text in enumerate(texts):
        before, _, after = text.partition(core) if core and place in places else (text, "", "")
        found += [before, after]
    return tuple(found)


def _aside(texts: Sequence[str], carrier: int) -> tuple[str, ...]:
    return tuple(part for place, text in enumerate(texts) for part in (("", "") if place == carrier else (text, "")))


def _frame_of(frame: Frame, unified: Mapping[str, _Unified]) -> Frame:
    """The frame with the commonest residues written out, neighbouring texts joined."""
    parts: list[FramePart] = []
    seen: Counter[str] = Counter()
    for part in frame:
        if isinstance(part, str):
            parts.append(part)
            continue
        one, place = unified[part.slot], seen[part.slot]
        seen[part.slot] += 1
        before, after = one.common[2 * place : 2 * place + 2]
        parts += [before, *([part] if one.cored[place] else []), after]
    return joined_texts(parts)


def joined_texts(parts: Sequence[FramePart]) -> Frame:
    """Parts with neighbouring texts joined and empty ones left out."""
    joined: list[FramePart] = []
    for part in parts:
        if part == "":
            continue
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)

"""Templates of translated instances whose template and source values are known: slots are what the known values became."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from mteval.checklists.tea.dependence import KnownRow, SlotSpan, Values, aligned_labels, known_row
from mteval.checklists.tea.drafts import Draft, Hole, Part, shared_edges
from mteval.checklists.tea.fitting import Entries, Frame, FramePart, Place, joined_texts
from mteval.checklists.tea.merging import merge
from mteval.checklists.tea.provenance import slot_key
from mteval.checklists.tea.regions import Region, RegionSearch
from mteval.checklists.tea.tokens import Tokenizer
from mteval.checklists.templates import Slot


@dataclass(frozen=True, slots=True)
class KnownTemplate:
    """A template before its slots get numbers: the frame, and per slot the words of each source value.

    `ranges` are the values of the source slots for which it stands, those too that it says nothing of.
    """

    frame: Frame
    entries: Entries
    rows: frozenset[int]
    ranges: Mapping[str, frozenset[str]]

    def says(self, values: Values) -> str | None:
        """What it makes of some source values; None where it does not stand for them."""
        if any(values[slot] not in known for slot, known in self.ranges.items()):
            return None
        return "".join(
            part if isinstance(part, str) else self.entries[part.slot][values[part.slot]] for part in self.frame
        )


@dataclass(frozen=True, slots=True)
class KnownTemplates:
    """The templates that fit, as drafts and as what they say of source values, and drafts of what contradicts them."""

    made: tuple[KnownTemplate, ...]
    drafts: tuple[Draft, ...]
    odd: tuple[Draft, ...]


def known_templates(
    sentences: Sequence[str], sources: Sequence[Values], cut: Tokenizer, origins: Sequence[Sequence[SlotSpan]] = ()
) -> KnownTemplates:
    """Templates that fit, and templates of what contradicts them (slips, or values treated unlike all others).

    The sentences of a draft are the numbers of the lines it makes. `origins` is what a word alignment says of each line.
    """
    rows = [known_row(text, values, cut) for text, values in zip(sentences, sources, strict=True)]
    slots = varying_slots(sources)
    if not slots:
        plain = merge([Draft(tuple(cut(text)), frozenset({n})) for n, text in enumerate(sentences)])
        return KnownTemplates((), tuple(plain), ())
    aligned = [aligned_labels(row, found, slots) for row, found in zip(rows, origins, strict=True)] if origins else ()
    regions = RegionSearch(rows, slots, cut, aligned).regions()
    united = _united([part for region in regions for part in _made(region, rows, slots, cut)])
    made = [left for one in united if (left := _unopposed(one, rows)) is not None]
    drafts = [_draft(one, cut) for one in made]
    covered = frozenset().union(*(draft.sentences for draft in drafts))
    odd = sorted({row.text: n for n, row in reversed(list(enumerate(rows))) if n not in covered}.values())
    lonely = merge([Draft(tuple(cut(rows[n].text)), frozenset({n})) for n in odd])
    return KnownTemplates(tuple(made), tuple(drafts), tuple(lonely))


def varying_slots(sources: Sequence[Values]) -> list[str]:
    """The slots all instances give a value to, and not always the same."""
    names = [name for name in sources[0] if all(name in values for values in sources)] if sources else []
    return [name for name in names if len({values[name] for values in sources}) > 1]


def _made(region: Region, rows: Sequence[KnownRow], slots: Sequence[str], cut: Tokenizer) -> Iterator[KnownTemplate]:
    """The templates of a region; more than one where slots of one key take the same values in part only."""
    fit = region.fit
    used = {part.slot for part in fit.frame if isinstance(part, Place)}
    seen = {slot: {rows[n].values[slot] for n in fit.right} for slot in used}
    entries = {slot: {v: text for v, text in fit.entries[slot].items() if v in seen[slot]} for slot in used}
    chosen = [slot for slot in slots if slot in used]
    for frame, same in _in_same_words(fit.frame, entries, chosen, cut):
        for part in _apart(same, chosen):
            right = frozenset(n for n in fit.right if all(rows[n].values[slot] in part[slot] for slot in used))
            if right:
                ranges = {slot: frozenset(rows[n].values[slot] for n in right) for slot in slots}
                yield KnownTemplate(frame, part, right, {**ranges, **{slot: frozenset(part[slot]) for slot in used}})


def _in_same_words(frame: Frame, entries: Entries, slots: Sequence[str], cut: Tokenizer) -> list[tuple[Frame, Entries]]:
    """Give two slots of one key the same words, so that they can exclude each other, by writing out what one has around them.

    "{x1} ni {x2}" with "la mesa" and "la mesa rota", "el vaso" and "el vaso roto" becomes "{x1} ni {x2} rota" and "… roto".
    """
    for one, other in combinations(slots, 2):
        left, right = entries[one], entries[other]
        if slot_key(one) != slot_key(other) or any(right.get(value) == text for value, text in left.items()):
            continue
        edges, core = _without_edges(left, cut)
        around = {value: _around(core.get(value, ""), text) for value, text in right.items()}
        patterns = list(dict.fromkeys(around.values()))
        if None in patterns or 2 * len(patterns) > len(right):
            continue
        plain = _framed(frame, one, edges)
        return [
            found
            for pattern in patterns
            for found in _in_same_words(
                _framed(plain, other, pattern or ("", "")),
                {**entries, one: core, other: {value: core[value] for value in right if around[value] == pattern}},
                slots,
                cut,
            )
        ]
    return [(frame, entries)]


def _without_edges(texts: Mapping[str, str], cut: Tokenizer) -> tuple[tuple[str, str], Mapping[str, str]]:
    """The words that all texts of a slot begin and end with, and the texts without them."""
    before, inner, after = shared_edges(list(texts.values()), cut)
    return ("".join(before), "".join(after)), dict(zip(texts, inner, strict=True))


def _around(core: str, text: str) -> tuple[str, str] | None:
    """What stands before and after some words in a text; None where they are not in it."""
    if not core or core not in text:
        return None
    before, _, after = text.partition(core)
    return before, after


def _framed(frame: Frame, slot: str, around: tuple[str, str]) -> Frame:
    """The frame with texts around each place of a slot."""
    before, after = around
    parts: list[FramePart] = []
    for part in frame:
        parts += [before, part, after] if part == Place(slot) else [part]
    return joined_texts(parts)


def _apart(entries: Entries, slots: Sequence[str]) -> list[Entries]:
    """Cut where two slots of one key share some values only: equal sets exclude each other, disjoint ones cannot meet."""
    for one, other in combinations(slots, 2):
        left, right = entries[one], entries[other]
        common = set(left.values()) & set(right.values())
        if slot_key(one) != slot_key(other) or not common or set(left.values()) == set(right.values()):
            continue
        parts: list[Entries] = []
        for inner_left, inner_right in ((True, True), (True, False), (False, None)):
            cut = {
                **entries,
                one: {v: t for v, t in left.items() if (t in common) == inner_left},
                other: {v: t for v, t in right.items() if inner_right is None or (t in common) == inner_right},
            }
            if cut[one] and cut[other]:
                parts += _apart(cut, slots)
        return parts
    return [entries]


def _united(made: Sequence[KnownTemplate]) -> list[KnownTemplate]:
    """Join templates that differ in the values of one slot only."""
    current = list(made)
    while True:
        pair = next(((a, b) for a, b in combinations(current, 2) if _one_apart(a, b)), None)
        if pair is None:
            return current
        one, other = pair
        entries = {slot: {**other.entries[slot], **values} for slot, values in one.entries.items()}
        ranges = {slot: one.ranges[slot] | other.ranges[slot] for slot in one.ranges}
        joined = KnownTemplate(one.frame, entries, one.rows | other.rows, ranges)
        current = [joined, *(found for found in current if found is not one and found is not other)]


def _unopposed(made: KnownTemplate, rows: Sequence[KnownRow]) -> KnownTemplate | None:
    """The template without values that more rows contradict than confirm; None where no value of a slot is left.

    Parts of a region may have none of the rows that a value was taken from. Slots that exclude each other stay as they are.
    """
    current = made
    for slot in made.entries:
        if any(slot_key(other) == slot_key(slot) for other in made.entries if other != slot):
            continue
        votes: Counter[str] = Counter()
        for row in rows:
            said = current.says(row.values)
            if said is not None:
                votes[row.values[slot]] += 1 if said == row.text else -1
        gone = {value for value, balance in votes.items() if balance < 0}
        if gone:
            current = _without(current, slot, gone, rows)
            if not current.entries[slot] or not current.rows:
                return None
    return current


def _without(made: KnownTemplate, slot: str, gone: set[str], rows: Sequence[KnownRow]) -> KnownTemplate:
    return KnownTemplate(
        made.frame,
        {**made.entries, slot: {value: text for value, text in made.entries[slot].items() if value not in gone}},
        frozenset(n for n in made.rows if rows[n].values[slot] not in gone),
        {**made.ranges, slot: made.ranges[slot] - gone},
    )


def _one_apart(one: KnownTemplate, other: KnownTemplate) -> bool:
    if one.frame != other.frame:
        return False
    unlike = [s for s in one.entries if set(one.entries[s].values()) != set(other.entries[s].values())]
    if len(unlike) > 1:
        return False
    # Two slots of one key exclude each other while their values are the same, which joining would end.
    return not unlike or not any(slot_key(s) == slot_key(unlike[0]) for s in one.entries if s != unlike[0])


def _draft(made: KnownTemplate, cut: Tokenizer) -> Draft:
    """The template with holes, what all values of a slot start or end with written into the text."""
    slots = [part.slot for part in made.frame if isinstance(part, Place)]
    links = {slot: number for number, slot in enumerate(dict.fromkeys(slots), 1)}
    families = _families(made, links)
    parts: list[Part] = []
    for part in made.frame:
        if isinstance(part, str):
            parts += cut(part)
            continue
        hole = _hole(part.slot, made.entries[part.slot], links[part.slot], families.get(part.slot, 0))
        parts += [hole] if _whole(hole, made.entries[part.slot]) else _factored(hole, cut)
    return Draft(tuple(parts), made.rows)


def _families(made: KnownTemplate, slots: Mapping[str, int]) -> dict[str, int]:
    """A number for each group of slots of one key that take the same values, and so never equal ones."""
    groups: dict[tuple[str, frozenset[str]], list[str]] = {}
    for slot in slots:
        groups.setdefault((slot_key(slot), frozenset(made.entries[slot].values())), []).append(slot)
    several = [group for group in groups.values() if len(group) > 1]
    return {slot: number for number, group in enumerate(several, 1) for slot in group}


def _hole(slot: str, entries: Mapping[str, str], link: int, family: int) -> Hole:
    for article in ("a", "A"):
        if all(text == Slot(slot, "", article).render(value) for value, text in entries.items()):
            return Hole(tuple(dict.fromkeys(entries)), link, family, frozenset({slot_key(slot)}), article)
    return Hole(tuple(dict.fromkeys(entries.values())), link, family, frozenset({slot_key(slot)}))


def _whole(hole: Hole, entries: Mapping[str, str]) -> bool:
    """Whether the values stay whole: copied ones, since that is how the source has them, and those that exclude each other."""
    return bool(hole.article or hole.family) or all(value == text for value, text in entries.items())


def _factored(hole: Hole, cut: Tokenizer) -> list[Part]:
    if len(hole.values) == 1:
        return list(cut(hole.values[0]))
    before, inner, after = shared_edges(hole.values, cut)
    return [*before, replace(hole, values=tuple(dict.fromkeys(inner))), *after]

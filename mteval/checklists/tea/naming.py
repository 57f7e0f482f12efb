"""Names for the slots of drafts: one lexicon per set of values, numbers where values of one lexicon must differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mteval.checklists.tea.drafts import Draft, Hole
from mteval.checklists.tea.extraction import letters
from mteval.checklists.templates import Slot, Template


class _Lexicons:
    """Hands out keys: the same for the same values, another where one template needs the values twice independently."""

    def __init__(self) -> None:
        self._names: Iterator[str] = letters()
        self._keys: dict[tuple[str, frozenset[str]], list[str]] = {}
        self.values: dict[str, tuple[str, ...]] = {}

    def key(self, hole: Hole, taken: set[str]) -> str:
        """The key of a hole's values that is not taken in its template yet."""
        stem = min(hole.keys, default="")
        known = self._keys.setdefault((stem, frozenset(hole.values)), [])
        for key in known:
            if key not in taken:
                return key
        key = self._new(stem)
        known.append(key)
        self.values[key] = hole.values
        return key

    def _new(self, stem: str) -> str:
        if stem and stem not in self.values:
            return stem
        for letter in letters() if stem else self._names:
            name = f"{stem}_{letter.lower()}" if stem else letter
            if name not in self.values:
                return name
        raise AssertionError("letters never end")


def name_slots(drafts: Sequence[Draft]) -> tuple[list[Template], dict[str, tuple[str, ...]]]:
    """The drafts as templates, and the lexicons they draw on."""
    lexicons = _Lexicons()
    templates = [_named(draft, lexicons) for draft in drafts]
    return templates, lexicons.values


def _named(draft: Draft, lexicons: _Lexicons) -> Template:
    slots: dict[int, Slot] = {}
    taken: set[str] = set()
    families: dict[int, str] = {}
    for hole in draft.holes:
        key = families.get(hole.family) if hole.family else None
        if key is None:
            key = lexicons.key(hole, taken)
            taken.add(key)
            if hole.family:
                families[hole.family] = key
        number = 1 + sum(slot.key == key for slot in slots.values())
        slots[hole.link] = Slot(key, str(number) if hole.family else "", hole.article)
    parts: list[str | Slot] = []
    for part in draft.parts:
        if isinstance(part, Hole):
            parts.append(slots[part.link])
        elif parts and isinstance(parts[-1], str):
            parts[-1] += part
        else:
            parts.append(part)
    return Template(tuple(parts))

"""One set of lexicons for templates that were extracted apart: equal lists get one key, different ones their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mteval.checklists.checklist import ChecklistTest
from mteval.checklists.tea.extraction import letters
from mteval.checklists.templates import Slot, Template, parse_template


class SharedLexicons:
    """Takes in templates with the lexicons they came with, and renames their slots where a key is taken."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[str, ...]] = {}
        self._keys: dict[tuple[str, frozenset[str]], str] = {}

    def adopt(self, template: str, lexicons: Mapping[str, Sequence[str]]) -> str:
        """The template with the keys its lexicons have here; a template needs two keys where it has two lexicons."""
        parsed = parse_template(template)
        own: dict[str, str] = {}
        for slot in parsed.slots:
            if slot.key not in own:
                own[slot.key] = self._key(slot.key, lexicons[slot.key], set(own.values()))
        renamed = (
            part if isinstance(part, str) else Slot(own[part.key], part.number, part.article) for part in parsed.parts
        )
        return str(Template(tuple(renamed)))

    def _key(self, wanted: str, values: Sequence[str], taken: set[str]) -> str:
        # The extraction's own second names (city_b) are made again here, for the whole CheckList.
        head, underscore, tail = wanted.rpartition("_")
        stem = head if underscore and len(tail) == 1 else wanted
        known = self._keys.get((stem, frozenset(values)))
        if known is not None and known not in taken:
            return known
        key = next(name for name in self._names(stem) if name not in self._values)
        self._values[key] = tuple(values)
        self._keys.setdefault((stem, frozenset(values)), key)
        return key

    @staticmethod
    def _names(stem: str) -> Iterable[str]:
        yield stem
        for letter in letters():
            yield f"{stem}_{letter.lower()}"

    def used_in(self, tests: Sequence[ChecklistTest]) -> dict[str, tuple[str, ...]]:
        """The lexicons that these tests draw on."""
        texts = [text for test in tests for group in (test.template, *test.then) for text in group]
        used = {slot.key for text in texts for slot in parse_template(text).slots}
        return {key: values for key, values in self._values.items() if key in used}

"""Values of slots that annotators write or translate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from mteval.authoring.annotation.database import Decision
from mteval.authoring.annotation.work import FormError
from mteval.checklists.templates import Slot, TemplateError, numbered_key, parse_template

Lexicons = Mapping[str, Sequence[str]]
NEW_SLOTS = "slots"
MORE_VALUES = "more"
_MOST_CHARACTERS = 20_000
_SEPARATOR = re.compile(r"[;\n；]")


def read_new_slots(text: str) -> dict[str, list[str]]:
    """Slots with their values, one a line: `key: value; value`."""
    _require_short(text)
    found: dict[str, list[str]] = {}
    for line in filter(None, map(str.strip, text.split("\n"))):
        key, colon, values = line.partition(":")
        key = key.strip().strip("{}").strip()
        if not colon or not _values(values):
            raise FormError(f"'{line}' is no slot with values. Write one slot a line: key: first value; second value")
        _require_key(key)
        found[key] = list(dict.fromkeys([*found.get(key, []), *_values(values)]))
    return found


def read_translations(task: Mapping[str, Any], form: Mapping[str, str]) -> dict[str, Any]:
    """The values sent for a slot: those of each source value, and more that have none."""
    translations = {source: _values(form.get(f"value-{number}", "")) for number, source in enumerate(task["sources"])}
    more = _values(form.get(MORE_VALUES, ""))
    _require_short("".join(form.get(f"value-{number}", "") for number in range(len(translations))) + "".join(more))
    values = list(dict.fromkeys([*(value for group in translations.values() for value in group), *more]))
    if not values:
        raise FormError("Please write at least one value, or say that the slot is not needed.")
    kept = {source: group for source, group in translations.items() if group}
    return {"key": task["key"], "translations": kept, "lexicons": {task["key"]: values}}


def own_lexicons(decisions: Sequence[Decision]) -> dict[str, tuple[str, ...]]:
    """The values an annotator has made so far."""
    found: dict[str, tuple[str, ...]] = {}
    for decision in decisions:
        found = joined(found, decision.payload.get("lexicons", {}))
    return found


def joined(one: Lexicons, other: Lexicons, *, over: bool = False) -> dict[str, tuple[str, ...]]:
    """Both lexicons; of a slot in both the values of both, or those of the other alone."""
    keys = dict.fromkeys([*one, *other])
    return {
        key: tuple(dict.fromkeys([*(() if over and key in other else one.get(key, ())), *other.get(key, ())]))
        for key in keys
    }


def _values(text: str) -> list[str]:
    return [value for value in (" ".join(part.split()) for part in _SEPARATOR.split(text)) if value]


def _require_key(key: str) -> None:
    if key[-1:].isdecimal():
        raise FormError(numbered_key(key))
    try:
        slots = parse_template(f"{{{key}}}").slots
    except TemplateError as error:
        raise FormError(str(error)) from None
    if slots != (Slot(key),):
        raise FormError(f"'{key}' cannot name a slot.")


def _require_short(text: str) -> None:
    if len(text) > _MOST_CHARACTERS:
        raise FormError(f"The values are longer than {_MOST_CHARACTERS} characters.")

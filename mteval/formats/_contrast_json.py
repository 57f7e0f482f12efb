"""The JSON that contrastive sets come in: an array of items, each with its errors, under names that differ by set."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, WrongFormatError
from mteval.core.records import Contrast, ContrastItem
from mteval.core.suites import Tags
from mteval.text.documents import NotJSONError, read_json
from mteval.text.numbers import whole_number
from mteval.text.writing import write_text

Raw = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Layout:
    """How one format names the parts of an item.

    `item` maps fields of ContrastItem to JSON keys, in the order they are written; `required` are the fields an item
    must have. `origin` is the one tag that is a key of its own. `tags` and `contrast_tags` derive slices from the raw
    item and the raw error; what no field takes is kept in `extra` and written back. `foreign` keys show that an item is
    of another format.
    """

    format: str
    item: Mapping[str, str]
    required: tuple[str, ...]
    tags: Callable[[Raw], Tags] = lambda _: {}
    contrast_tags: Callable[[Raw], Tags] = lambda _: {}
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    foreign: tuple[str, ...] = ()


ERROR_KEYS = {"text": "contrastive", "type": "type", "replacement": "replacement"}


def read_items(path: Path, layout: Layout) -> tuple[ContrastItem, ...]:
    """Read all items of a file; whatever is not of the layout is an error naming the item."""
    raw = _parse(path, layout.format)
    return tuple(_item(entry, number, path, layout) for number, entry in enumerate(raw, start=1))


def write_items(path: Path, items: Iterable[ContrastItem], layout: Layout) -> None:
    """Write items so that `read_items` gives them back."""
    raw = [_raw_item(item, layout) for item in items]
    write_text(path, json.dumps(raw, ensure_ascii=False, indent=2) + "\n")


def has_keys(head: bytes, present: Sequence[str], absent: Sequence[str] = ()) -> bool:
    """Whether the start of a file looks like a JSON array of objects with these keys and without those."""
    text = head.decode("utf-8", errors="ignore").lstrip("\ufeff \t\r\n")
    if not re.match(r"\[\s*\{", text):
        return False
    keys = set(re.findall(r'"((?:[^"\\]|\\.)*)"\s*:', text))
    return all(key in keys for key in present) and not any(key in keys for key in absent)


def _parse(path: Path, name: str) -> list[Any]:
    try:
        raw = read_json(path)
    except NotJSONError as error:
        raise WrongFormatError(path, name, f"it {error.problem}", line=error.line) from None
    if not isinstance(raw, list):
        raise WrongFormatError(path, name, "an array of items is expected at the top.")
    if not raw:
        raise DataError(path, "holds no items. Give a set with at least one.")
    return raw


def _item(entry: Any, number: int, path: Path, layout: Layout) -> ContrastItem:
    if not isinstance(entry, dict):
        raise WrongFormatError(path, layout.format, f"item {number} is not an object.")
    for key in layout.foreign:
        if key in entry:
            raise WrongFormatError(path, layout.format, f"item {number} has {key!r}.")
    keys = {name: _key(entry, name, key, layout) for name, key in layout.item.items()}
    missing = [layout.item[name] for name in layout.required if keys[name] not in entry]
    if not isinstance(entry.get("errors"), list):
        missing.append("errors")
    if missing:
        raise WrongFormatError(path, layout.format, f"item {number} lacks {', '.join(repr(key) for key in missing)}.")
    taken = {key for key in keys.values() if key in entry}
    values: dict[str, Any] = {name: _text(entry, keys[name], number, path) for name in layout.item if name != "origin"}
    contrasts = tuple(_contrast(error, number, path, layout) for error in entry["errors"])
    return ContrastItem(
        contrasts=contrasts,
        tags={**_origin(entry, keys.get("origin", "")), **layout.tags(entry)},
        extra={key: value for key, value in entry.items() if key not in taken and key != "errors"},
        **values,
    )


def _key(entry: Raw, name: str, key: str, layout: Layout) -> str:
    return next((alias for alias in (key, *layout.aliases.get(name, ())) if alias in entry), key)


def _text(entry: Raw, key: str, number: int, path: Path) -> str:
    value = entry.get(key, "")
    if isinstance(value, (dict, list)):
        raise DataError(path, f"item {number}: {key!r} must be text, not {type(value).__name__}.")
    return "" if value is None else str(value)


def _origin(entry: Raw, key: str) -> Tags:
    return {"origin": (str(entry[key]),)} if key and entry.get(key) is not None else {}


def _contrast(error: Any, number: int, path: Path, layout: Layout) -> Contrast:
    if not isinstance(error, dict) or "contrastive" not in error:
        raise WrongFormatError(path, layout.format, f"item {number} has an error without 'contrastive'.")
    values = {name: _text(error, key, number, path) for name, key in ERROR_KEYS.items()}
    extra = {key: value for key, value in error.items() if key not in ERROR_KEYS.values()}
    return Contrast(**values, tags=layout.contrast_tags(error), extra=extra)


def _raw_item(item: ContrastItem, layout: Layout) -> dict[str, Any]:
    raw: dict[str, Any] = {}
    for name, key in layout.item.items():
        value = item.tags.get("origin", ("",))[0] if name == "origin" else getattr(item, name)
        if value or name in layout.required:
            number = whole_number(value) if name == "id" else None
            raw[key] = value if number is None or str(number) != value else number
    raw.update((key, value) for key, value in item.extra.items() if key not in raw)
    raw["errors"] = [_raw_contrast(contrast) for contrast in item.contrasts]
    return raw


def _raw_contrast(contrast: Contrast) -> dict[str, Any]:
    raw: dict[str, Any] = {"contrastive": contrast.text}
    if contrast.type:
        raw["type"] = contrast.type
    if contrast.replacement:
        raw["replacement"] = contrast.replacement
    return {**raw, **contrast.extra}

"""Contrastive items as rows of named cells: what the names mean, in tables and in JSON lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import WHOLE, Option
from mteval.core.protocols import Contents
from mteval.core.records import Contrast, ContrastItem
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.text.languages import languages_in_name

CELLS = ("source", "reference", "contrast")
CONTEXTS = {"context": "source_context", "source_context": "source_context", "target_context": "target_context"}
CLUSTER = "cluster"
BETWEEN = " ||| "
"""What stands between preceding sentences in one cell, as `mteval export` writes it."""
OPTIONS = (Option("context", WHOLE, None, "so many preceding sentences at most (all there are)", minimum=0),)
_CONTRAST = re.compile(r"contrast(\d*)")

Row = Mapping[str, Any]


def contents(rows: Iterable[tuple[int, Row]], source: SuiteSource, findings: Sequence[Finding]) -> Contents:
    """The items of all rows, each with its line; tags become slices, and `cluster` says which are not independent."""
    path = source.files["data"]
    items = tuple(_cut(_item(row, path, line), source.options["context"]) for line, row in rows)
    if not items:
        raise DataError(path, "holds no items. Give a set with at least one.")
    tags = tuple(dict.fromkeys(tag for item in items for tag in item.tags))
    return Contents(
        items,
        source.languages or languages_in_name(path),
        tuple(findings),
        cluster=CLUSTER if CLUSTER in tags else "",
        slices=tuple(tag for tag in tags if tag != CLUSTER),
    )


def require_names(names: Iterable[str], format: str, path: Path, line: int) -> None:
    """Refuse rows that lack a name every item has."""
    missing = [name for name in CELLS if name not in names]
    if missing:
        told = ", ".join(missing)
        raise WrongFormatError(
            path, format, f"{told} is missing (source, reference and contrast are named).", line=line
        )


def rows_of(items: Sequence[ContrastItem]) -> list[dict[str, Any]]:
    """Each item as a row that `contents` reads back: contexts are lists, tags of several values too."""
    return [_row(item) for item in items]


def _item(row: Row, path: Path, line: int) -> ContrastItem:
    numbered = sorted((int(found[1] or 1), name) for name in row if (found := _CONTRAST.fullmatch(name)))
    contrasts = tuple(Contrast(text) for _, name in numbered if (text := _text(row, name, path, line)))
    taken = {*CELLS, *CONTEXTS, "id", *(name for _, name in numbered)}
    contexts = {side: _sentences(row[name], name, path, line) for name, side in CONTEXTS.items() if row.get(name)}
    tags = {name: _values(value, name, path, line) for name, value in row.items() if name not in taken}
    return ContrastItem(
        source=_required(row, "source", path, line),
        reference=_required(row, "reference", path, line),
        contrasts=contrasts,
        id=_text(row, "id", path, line),
        tags={name: values for name, values in tags.items() if values},
        source_context=contexts.get("source_context", ()),
        target_context=contexts.get("target_context", ()),
    )


def _required(row: Row, name: str, path: Path, line: int) -> str:
    text = _text(row, name, path, line)
    if not text.strip():
        raise DataError(path, f"the {name} is empty. Every item needs one.", line=line)
    return text


def _text(row: Row, name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if value is None:
        return ""
    if isinstance(value, str) or (name == "id" and isinstance(value, int) and not isinstance(value, bool)):
        return str(value)
    raise DataError(path, f"'{name}' must be text.", line=line)


def _sentences(value: Any, name: str, path: Path, line: int) -> tuple[str, ...]:
    """Preceding sentences, oldest first; empty ones are none."""
    several = value.split(BETWEEN.strip()) if isinstance(value, str) else value
    if not isinstance(several, list) or not all(isinstance(one, str) for one in several):
        raise DataError(path, f"'{name}' must be a text or a list of texts, oldest first.", line=line)
    return tuple(one.strip() for one in several if one.strip())


def _values(value: Any, name: str, path: Path, line: int) -> tuple[str, ...]:
    several = value if isinstance(value, list) else [value]
    if not all(one is None or isinstance(one, str | int | float) for one in several):
        raise DataError(path, f"'{name}' must be a text, a number, true or false, or a list of those.", line=line)
    told = (str(one).lower() if isinstance(one, bool) else str(one) for one in several if one is not None)
    return tuple(dict.fromkeys(one for one in told if one))


def _cut(item: ContrastItem, most: int | None) -> ContrastItem:
    """The item with so many of the nearest preceding sentences."""
    if most is None:
        return item
    first, second = item.source_context, item.target_context
    return replace(
        item, source_context=first[max(len(first) - most, 0) :], target_context=second[max(len(second) - most, 0) :]
    )


def _row(item: ContrastItem) -> dict[str, Any]:
    row: dict[str, Any] = {"id": item.id} if item.id else {}
    row.update(source=item.source, reference=item.reference, contrast="")
    row.update(_numbered(item.contrasts))
    if item.source_context:
        row["context"] = list(item.source_context)
    if item.target_context:
        row["target_context"] = list(item.target_context)
    return {**row, **{tag: values[0] if len(values) == 1 else list(values) for tag, values in item.tags.items()}}


def _numbered(contrasts: Sequence[Contrast]) -> Iterator[tuple[str, str]]:
    for number, contrast in enumerate(contrasts, start=1):
        yield "contrast" if number == 1 else f"contrast{number}", contrast.text

"""What a CheckList cost: minutes of work per template, from the log of its verification.

Axis: cost. The log is a table (CSV, TSV) or JSON with one entry for each time somebody worked on a template: `template` (or
`item`), `annotator`, and `seconds`, or `started` and `finished` (ISO 8601); the log that `mteval human serve` keeps of work
on templates is one. Minutes are summed per annotator, divided by the number of templates that came of that work (where the
log has a `result`, an empty one is a template that was deleted or merged), and averaged over annotators. Work on the values
of slots (`kind` = values, with their number under `values`) is counted apart, in minutes per value.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.text.documents import NotJSONError, parse_json, typed
from mteval.text.lines import read_text
from mteval.text.tables import named_rows

ITEM = ("template", "item", "item_id", "id")
ANNOTATOR = ("annotator", "user", "rater", "worker")
SECONDS = ("seconds", "time", "duration")


@dataclass(frozen=True, slots=True)
class Cost:
    """Minutes per template, the mean over annotators, and how much work that is the mean of."""

    minutes_per_template: float
    annotators: int
    templates: int
    minutes: float
    minutes_per_value: float = math.nan
    values: int = 0


@dataclass(frozen=True, slots=True)
class WorkEntry:
    """One stretch of work on one template, or on the `values` of a slot (None for a template)."""

    template: str
    annotator: str
    seconds: float
    kept: bool = True
    values: int | None = None


def verification_cost(entries: Iterable[WorkEntry]) -> Cost:
    """The cost of verifying, template by template."""
    spent: dict[str, float] = defaultdict(float)
    on_values: dict[str, float] = defaultdict(float)
    values: dict[str, int] = defaultdict(int)
    templates: dict[str, set[str]] = defaultdict(set)
    for entry in entries:
        if entry.values is not None:
            on_values[entry.annotator] += entry.seconds / 60
            values[entry.annotator] += entry.values
            continue
        spent[entry.annotator] += entry.seconds / 60
        if entry.kept:
            templates[entry.annotator].add(entry.template)
    each = [spent[name] / len(templates[name]) for name in spent if templates[name]]
    each_value = [on_values[name] / values[name] for name in on_values if values[name]]
    return Cost(
        _mean(each),
        len(each),
        len(set().union(*templates.values())) if templates else 0,
        math.fsum([*spent.values(), *on_values.values()]),
        _mean(each_value),
        sum(values.values()),
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else math.nan


def read_log(path: str | Path) -> list[WorkEntry]:
    """Read a verification log."""
    path = Path(path)
    text = read_text(path)
    rows = _from_json(text, path) if text.lstrip()[:1] in ("[", "{") else _from_table(text, path)
    entries = [_entry(row, path, number) for number, row in rows]
    if not entries:
        raise DataError(path, "holds no entries.")
    return entries


def _from_table(text: str, path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    first = text.split("\n", 1)[0]
    delimiter = max(("\t", ";", ","), key=first.count)
    for line, row in named_rows(text, path, delimiter):
        yield line, {name.strip().lower(): value for name, value in row.items()}


def _from_json(text: str, path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    try:
        document = parse_json(text, path)
    except NotJSONError:
        return [
            (number, _object(line, path, number)) for number, line in enumerate(text.split("\n"), 1) if line.strip()
        ]
    rows = document.get("entries", [document]) if isinstance(document, dict) else document
    return list(enumerate(typed(rows, list[Any], path), 1))


def _object(line: str, path: Path, number: int) -> Mapping[str, Any]:
    return typed(parse_json(line, path, line=number), dict[str, Any], path, line=number)


def _entry(row: Any, path: Path, number: int) -> WorkEntry:
    if not isinstance(row, Mapping):
        raise DataError(path, "an entry with template, annotator and seconds is expected.", line=number)
    template = _first(row, ITEM)
    if not template:
        raise DataError(path, f"no template: one of the columns {', '.join(ITEM)} is needed.", line=number)
    name = f"{row.get('capability') or ''}\0{template}"
    kept = "result" not in row or bool(row["result"])
    values = _values(row, path, number) if row.get("kind") == "values" else None
    return WorkEntry(name, str(_first(row, ANNOTATOR) or ""), _seconds(row, path, number), kept, values)


def _values(row: Mapping[str, Any], path: Path, number: int) -> int:
    given = str(row.get("values") or 0)
    if not given.isdecimal():
        raise DataError(path, f"'{given}' is no number of values.", line=number)
    return int(given)


def _first(row: Mapping[str, Any], names: Iterable[str]) -> Any:
    return next((row[name] for name in names if row.get(name) not in (None, "")), None)


def _seconds(row: Mapping[str, Any], path: Path, number: int) -> float:
    given = _first(row, SECONDS)
    try:
        if given is not None:
            seconds = float(given)
        else:
            started, finished = (datetime.fromisoformat(str(row.get(name))) for name in ("started", "finished"))
            seconds = (finished - started).total_seconds()
    except (ValueError, TypeError):
        raise DataError(path, "needs seconds, or started and finished in ISO 8601.", line=number) from None
    if not math.isfinite(seconds) or seconds < 0:
        raise DataError(path, f"{seconds} seconds cannot be.", line=number)
    return seconds

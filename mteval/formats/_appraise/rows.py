"""The rows of Appraise's exports, from its CSV with and without a header and from its JSONL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan
from mteval.human.error_spans import LONGEST, joined_category, plain_severity, plain_side, shown_value, whole_places
from mteval.text.documents import json_lines, parse_json
from mteval.text.languages import short_code
from mteval.text.tables import table_rows

COLUMNS = 7
SPAN_COLUMNS = 12
HEADER = ("username", "systemID", "segmentID", "score", "itemType")
MISSING = "missing"


@dataclass(frozen=True, slots=True)
class AppraiseRow:
    """One line of an export; `spans` is None where the export has no column for them."""

    line: int
    annotator: str
    system: str
    item: str
    type: str
    score: str
    languages: str = ""
    document: str = ""
    complete: bool = False
    spans: tuple[ErrorSpan, ...] | None = None
    start: float | None = None
    end: float | None = None


def read_rows(text: str, path: Path) -> list[AppraiseRow]:
    """Every row, in the order of the file."""
    rows = list(_json_rows(text, path) if text.lstrip().startswith("{") else _csv_rows(text, path))
    for row in rows:
        for name in ("annotator", "item"):
            if not getattr(row, name).strip():
                raise DataError(path, f"the {name} is empty.", line=row.line)
    return rows


def _csv_rows(text: str, path: Path) -> Iterator[AppraiseRow]:
    rows = table_rows(text, path, ",")
    first = next(rows, None)
    if first is None:
        raise DataError(path, "is empty.")
    if "systemID" in first[1]:
        yield from _with_header(first[1], rows, path)
    else:
        yield from (_plain_row(row, path, line) for line, row in chain((first,), rows))


def _with_header(header: Sequence[str], rows: Iterable[tuple[int, list[str]]], path: Path) -> Iterator[AppraiseRow]:
    missing = [name for name in HEADER if name not in header]
    if missing:
        raise DataError(path, f"the header lacks {', '.join(missing)}.", line=1)
    for line, row in rows:
        if len(row) < len(header):
            raise DataError(path, f"{len(header)} columns expected, found {len(row)}.", line=line)
        given = dict(zip(header, row, strict=False))
        complete = given.get("isCompleteDocument", "").lower() == "true"
        annotator, system, item, score, kind = (given[theirs] for theirs in HEADER)
        document = given.get("documentID", "")
        yield AppraiseRow(line, annotator, system, item, kind, score, document=document, complete=complete)


def _plain_row(row: Sequence[str], path: Path, line: int) -> AppraiseRow:
    if len(row) < COLUMNS:
        raise DataError(path, f"at least {COLUMNS} columns expected (annotator … score), found {len(row)}.", line=line)
    documents = len(row) > 8 and row[8].lower() in ("true", "false")
    marked = len(row) >= SPAN_COLUMNS and row[9].lstrip().startswith("[")
    start, end = (_time(row[-2]), _time(row[-1])) if len(row) > COLUMNS + 1 else (None, None)
    return AppraiseRow(
        line,
        row[0],
        row[1],
        row[2],
        row[3],
        row[6],
        languages=f"{short_code(row[4])}-{short_code(row[5])}" if row[4] and row[5] else "",
        document=row[7] if documents else "",
        complete=documents and row[8].lower() == "true",
        spans=_spans(row[9], path, line) if marked else None,
        start=start,
        end=end,
    )


def _time(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _spans(raw: str, path: Path, line: int) -> tuple[ErrorSpan, ...]:
    entries = parse_json(raw, path, line=line)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DataError(path, "the spans are no list of objects.", line=line)
    return tuple(_span(entry, path, line) for entry in entries)


def _span(entry: Mapping[str, Any], path: Path, line: int) -> ErrorSpan:
    severity = plain_severity(entry.get("severity"), path, line)
    category, side = joined_category(entry.get("error_type")), plain_side(entry.get("side"), path, line)
    start, end = entry.get("start_i"), entry.get("end_i")
    if start == MISSING and end == MISSING:
        return ErrorSpan(0, 0, severity, category, missing=True)
    places = whole_places(start, end)
    if places is None or not 0 <= places[0] <= places[1] <= LONGEST:
        ends = f"{shown_value(start)}–{shown_value(end)}"
        raise DataError(path, f"the span {ends} does not run forwards from 0, nor is it '{MISSING}'.", line=line)
    # Appraise counts the last character in: a single one has equal ends.
    return ErrorSpan(places[0], places[1] + 1, severity, category, side)


def _json_rows(text: str, path: Path) -> Iterator[AppraiseRow]:
    for line, entry in json_lines(text, path):
        # Side-by-side tasks hold their targets in a list; each target is a rating of its own.
        targets = entry.get("targets", [entry]) if isinstance(entry, dict) else None
        if not isinstance(targets, list) or not all(isinstance(target, dict) for target in targets):
            raise DataError(path, "an object with an annotator and a score expected, or with 'targets'.", line=line)
        yield from (_json_row(entry, target, line) for target in targets)


def _json_row(entry: Mapping[str, Any], target: Mapping[str, Any], line: int) -> AppraiseRow:
    return AppraiseRow(
        line,
        str(entry.get("annotator", "")),
        str(target.get("target_id", "")),
        str(entry.get("item_id", target.get("segment_id", entry.get("source_id", "")))),
        str(entry.get("item_type", "")),
        str(target.get("score", "")),
        document=str(entry.get("document_id") or ""),
        complete=str(entry.get("is_complete_document", "")).lower() == "true",
    )

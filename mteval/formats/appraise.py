"""Appraise's exports of direct assessments: its CSV without a header, the CSV with one, and its JSONL.

The plain CSV (`ExportSystemScoresToCSV`) has the columns annotator, system, segment, item type (TGT, REF, CHK, BAD), source
language, target language, score 0–100, then for document tasks document and completeness, then start and end time. CHK
is a repeat of a TGT item, BAD a degraded one; a score of a whole document (completeness True) is no segment and is left
out, counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.human.ratings import RANGES, number, plain_type, settle
from mteval.text.documents import json_lines, typed
from mteval.text.lines import read_text
from mteval.text.tables import table_rows

TYPES = ("TGT", "REF", "CHK", "BAD")
COLUMNS = 7
HEADER = {"username": "annotator", "systemID": "system", "segmentID": "item", "score": "score", "itemType": "type"}
RANGE = {"score": (0.0, 100.0)}
Row = Mapping[str, str]


@registry.formats.register("appraise")
class Appraise:
    """Reads Appraise's exports."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES,)

    def read(self, source: SuiteSource) -> Contents:
        """Read the segment scores; whole-document scores are left out."""
        path = source.files["data"]
        text = read_text(path)
        parse = _json_rows if text.lstrip().startswith("{") else _csv_rows
        rows = list(parse(text, path))
        documents = sum(row["complete"].lower() == "true" for _, row in rows)
        kept = [(line, _rating(row, path, line)) for line, row in rows if row["complete"].lower() != "true"]
        contents = settle(path, kept, source.options["ranges"], RANGE)
        if not documents:
            return contents
        note = Finding(
            "document-score", f"{documents} scores are of whole documents and were left out.", count=documents
        )
        return replace(contents, findings=(*contents.findings, note))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Only Appraise writes this."""
        raise DataError(path, "Appraise's export is read, never written. Use the format 'ratings'.")

    def recognise(self, head: bytes, path: Path) -> bool:
        """Seven columns or more with an item type as the fourth, Appraise's header, or its JSONL."""
        first = head.decode("utf-8", "replace").removeprefix("\ufeff").split("\n", 1)[0]
        if first.lstrip().startswith("{"):
            return '"annotator"' in first and '"item_type"' in first and '"source_id"' in first
        cells = first.split(",")
        return (len(cells) >= COLUMNS and cells[3].strip() in TYPES) or {"systemID", "itemType"} <= set(cells)


def _csv_rows(text: str, path: Path) -> Iterator[tuple[int, Row]]:
    rows = table_rows(text, path, ",")
    first = next(rows, None)
    if first is None:
        raise DataError(path, "is empty.")
    if "systemID" in first[1]:
        yield from _with_header(first[1], rows, path)
    else:
        for line, row in (first, *rows):
            yield line, _plain_row(row, path, line)


def _with_header(header: Sequence[str], rows: Iterable[tuple[int, list[str]]], path: Path) -> Iterator[tuple[int, Row]]:
    missing = [name for name in HEADER if name not in header]
    if missing:
        raise DataError(path, f"the header lacks {', '.join(missing)}.", line=1)
    for line, row in rows:
        if len(row) < len(header):
            raise DataError(path, f"{len(header)} columns expected, found {len(row)}.", line=line)
        given = dict(zip(header, row, strict=False))
        complete = given.get("isCompleteDocument", "")
        document = given.get("documentID", "")
        yield (
            line,
            {ours: given[theirs] for theirs, ours in HEADER.items()} | {"complete": complete, "document": document},
        )


def _plain_row(row: Sequence[str], path: Path, line: int) -> Row:
    if len(row) < COLUMNS:
        raise DataError(path, f"at least {COLUMNS} columns expected (annotator … score), found {len(row)}.", line=line)
    document = row[7] if len(row) > 8 and row[8].lower() in ("true", "false") else ""
    return {
        "annotator": row[0],
        "system": row[1],
        "item": row[2],
        "type": row[3],
        "score": row[6],
        "document": document,
        "complete": row[8] if document else "",
    }


def _json_rows(text: str, path: Path) -> Iterator[tuple[int, Row]]:
    for line, raw in json_lines(text, path):
        entry = typed(raw, dict[str, Any], path, line=line)
        # Side-by-side tasks hold their targets in a list; each target is a rating of its own.
        for target in typed(entry.get("targets", [entry]), list[dict[str, Any]], path, line=line):
            yield line, _json_row(entry, target)


def _json_row(entry: Mapping[str, Any], target: Mapping[str, Any]) -> Row:
    return {
        "annotator": str(entry.get("annotator", "")),
        "system": str(target.get("target_id", "")),
        "item": str(entry.get("item_id", target.get("segment_id", entry.get("source_id", "")))),
        "type": str(entry.get("item_type", "")),
        "score": str(target.get("score", "")),
        "document": str(entry.get("document_id") or ""),
        "complete": str(entry.get("is_complete_document", "")),
    }


def _rating(row: Row, path: Path, line: int) -> Rating:
    for name in ("annotator", "item"):
        if not row[name].strip():
            raise DataError(path, f"the {name} is empty.", line=line)
    detail: dict[str, Any] = {"type": plain_type(row["type"], path, line)}
    if row["document"]:
        detail["document"] = row["document"]
    # One segment number can occur in several documents.
    item = f"{row['document']}:{row['item']}" if row["document"] else row["item"]
    return Rating(item, row["annotator"], "score", number(row["score"], path, line), row["system"] or None, detail)

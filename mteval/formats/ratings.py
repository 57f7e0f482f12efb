"""Ratings as a CSV or TSV table with a header.

Wide, one row per annotator and item with a column per scale:

    annotator,item,system,type,adequacy,fluency,comment

or long, with the columns `scale` and `value` in place of the scales. `annotator` and `item` are needed, the others are
not; `segment` or `id` will do for `item`, `user`, `rater` or `worker` for `annotator`, and a single `score` or `rating`
column is a scale of its own. `type` says which items are controls: target, reference, repeat, degraded, check;
`expected` (`[0, 30]`) which ratings of a check are right. `spans` holds the errors marked, as a JSON list of
`{"start", "end", "severity", "category", "side"}`, with `"missing": true` in place of the ends for what has no place.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan, Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.human.error_spans import error_of_span, span_of_error
from mteval.human.ratings import RANGES, item_type, number, plain_type, settle
from mteval.text.lines import read_text
from mteval.text.tables import Row, table_rows
from mteval.text.writing import write_text

SYNONYMS = {
    "item": ("item", "item_id", "segment", "segment_id", "seg_id", "id", "line"),
    "annotator": ("annotator", "annotator_id", "user", "user_id", "username", "rater", "worker"),
    "system": ("system", "system_id", "model"),
    "type": ("type", "item_type", "itemtype"),
    "scale": ("scale", "dimension"),
    "value": ("value",),
    "seconds": ("seconds", "time", "duration"),
    "comment": ("comment",),
    "document": ("document", "doc", "doc_id"),
    "spans": ("spans", "errors"),
    "expected": ("expected",),
}
KNOWN_SCALES = ("adequacy", "fluency", "score", "rating", "da", "sqm", "mqm", "esa")
DETAIL = ("seconds", "comment", "document")


@registry.formats.register("ratings")
class RatingsTable:
    """Reads and writes tables of ratings."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES,)

    def read(self, source: SuiteSource) -> Contents:
        """Read the table; `fields` may map our column names to the file's, and name further scales (`scales`)."""
        path = source.files["data"]
        text = read_text(path)
        if not text.strip():
            raise DataError(path, "is empty. Give a table with a header.")
        rows = table_rows(text, path, _delimiter(text), strict=True)
        header = [name.strip().lower() for name in next(rows)[1]]
        columns = _columns(header, source.fields, path)
        return settle(path, list(_rows(rows, header, columns, path)), source.options["ranges"])

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the long form, tab-separated where the name ends in .tsv."""
        out = io.StringIO()
        writer = csv.writer(out, delimiter="\t" if path.suffix == ".tsv" else ",", lineterminator="\n")
        marked = any(one.spans for one in records)
        writer.writerow(
            ("annotator", "item", "system", "type", "scale", "value", *DETAIL, *(["spans"] if marked else []))
        )
        for one in records:
            detail = [one.detail.get(key, "") for key in DETAIL]
            spans = [json.dumps([error_of_span(span) for span in one.spans], ensure_ascii=False)] if marked else []
            writer.writerow(
                (one.annotator, one.item, one.system or "", item_type(one), one.scale, repr(one.value), *detail, *spans)
            )
        write_text(path, out.getvalue())

    def recognise(self, head: bytes, path: Path) -> bool:
        """A header that names an annotator, an item and something rated."""
        text = head.decode("utf-8", "replace").removeprefix("\ufeff")
        header = {name.strip().strip('"').lower() for name in text.split("\n", 1)[0].split(_delimiter(text))}
        rated = header & {*KNOWN_SCALES, "value"}
        return bool(rated and header & set(SYNONYMS["item"]) and header & set(SYNONYMS["annotator"]))


def _delimiter(text: str) -> str:
    first = text.split("\n", 1)[0]
    return max(("\t", ";", ","), key=first.count)


def _columns(header: Sequence[str], fields: Mapping[str, str], path: Path) -> dict[str, int]:
    """Where each of our columns is; scales are those with a known name, or named by the manifest."""
    if len(set(header)) < len(header):
        raise DataError(path, "two columns have the same name.", line=1)
    columns = {}
    for ours, names in SYNONYMS.items():
        wanted = (fields[ours].lower(),) if ours in fields else names
        present = [name for name in wanted if name in header]
        if present:
            columns[ours] = header.index(present[0])
    named = [name.strip().lower() for name in fields.get("scales", "").split(",") if name.strip()]
    scales = named or [name for name in header if name in KNOWN_SCALES]
    columns.update({f"scale:{name}": header.index(name) for name in scales if name in header})
    for needed in ("annotator", "item"):
        if needed not in columns:
            raise DataError(path, f"no column '{needed}' in the header: {', '.join(header)}.", line=1)
    if "value" not in columns and not any(name.startswith("scale:") for name in columns):
        raise DataError(path, "no rating column: adequacy, fluency, score, or scale and value.", line=1)
    return columns


def _rows(
    rows: Iterable[tuple[int, Row]], header: Sequence[str], columns: Mapping[str, int], path: Path
) -> Iterator[tuple[int, Rating]]:
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(header):
            raise DataError(path, f"{len(header)} columns expected, found {len(row)}.", line=line)
        fields = {name: row[place].strip() for name, place in columns.items()}
        for name in ("annotator", "item"):
            if not fields[name]:
                raise DataError(path, f"the {name} is empty.", line=line)
        for scale, given in _given(fields):
            # An empty cell is an item this annotator did not rate on that scale.
            if given:
                yield line, _rating(fields, scale, number(given, path, line), path, line)


def _given(fields: Mapping[str, str]) -> list[tuple[str, str]]:
    if "value" in fields:
        return [(fields.get("scale") or "score", fields["value"])]
    return [(name.removeprefix("scale:"), text) for name, text in fields.items() if name.startswith("scale:")]


def _rating(fields: Mapping[str, str], scale: str, value: float, path: Path, line: int) -> Rating:
    detail: dict[str, Any] = {key: fields[key] for key in DETAIL if fields.get(key)}
    if "type" in fields:
        detail["type"] = plain_type(fields["type"], path, line)
    if fields.get("expected"):
        detail["expected"] = _expected(fields["expected"], path, line)
    spans = _spans(fields.get("spans", ""), path, line)
    return Rating(
        fields["item"], fields["annotator"], scale.lower(), value, fields.get("system") or None, detail, spans
    )


def _expected(text: str, path: Path, line: int) -> list[float]:
    low, comma, high = text.removeprefix("[").removesuffix("]").partition(",")
    if not comma:
        raise DataError(path, f"expected ratings are [LOW, HIGH], such as [0, 30], not {text[:40]!r}.", line=line)
    return [number(low, path, line), number(high, path, line)]


def _spans(text: str, path: Path, line: int) -> tuple[ErrorSpan, ...]:
    try:
        errors = json.loads(text or "[]")
    except (ValueError, RecursionError):
        raise DataError(path, f"the spans {text[:40]!r} are not JSON.", line=line) from None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise DataError(path, "the spans are no list of objects.", line=line)
    return tuple(span_of_error(error, path, line) for error in errors)

"""Tables as spreadsheets write them (CSV, TSV with quotes), row by row with line numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path

from mteval.core.errors import DataError

Row = list[str]


def table_rows(text: str, path: str | Path, delimiter: str, *, strict: bool = False) -> Iterator[tuple[int, Row]]:
    """The rows that are not empty, with the line each ends in; a table that cannot be parted is a DataError."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as error:
        raise DataError(path, f"is not a proper table: {error}.", line=reader.line_num) from None


def named_rows(text: str, path: str | Path, delimiter: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below a header by its names; a cell that a row lacks is empty, those beyond the header are left out."""
    rows = table_rows(text, path, delimiter)
    _, header = next(rows, (1, []))
    for line, row in rows:
        yield line, {name: row[place] if place < len(row) else "" for place, name in enumerate(header)}


def header_of(text: str, path: str | Path, delimiter: str) -> Row:
    """The names in the first row."""
    return next(table_rows(text, path, delimiter), (1, []))[1]

"""Sheets on which a person decides what a procedure could not, and reading them back."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from mteval.charts.templates import fragment
from mteval.core.errors import DataError
from mteval.text.lines import read_text
from mteval.text.tables import header_of, named_rows
from mteval.text.writing import write_text

FOLDER = Path(__file__).parent
VERDICTS = ("positive", "negative", "unknown")


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One case for a person to decide: `verdict` is left empty, or one of positive, negative, unknown."""

    id: str
    word: str
    right: str
    wrong: str
    found: str
    source: str
    translation: str
    reference: str
    verdict: str = ""


COLUMNS = tuple(field.name for field in fields(SheetRow))


@dataclass(frozen=True, slots=True)
class SenseSheet:
    """The cases of one system for a person to decide."""

    rows: tuple[SheetRow, ...]

    def write_table(self, path: Path) -> None:
        """Write the sheet as tab-separated values that spreadsheets open."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, dialect="excel-tab", lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(astuple(row) for row in self.rows)
        write_text(path, buffer.getvalue())

    def write_page(self, path: Path, title: str) -> None:
        """Write the sheet as one HTML page: choose with the mouse or the keys 1, 2, 3, then save the TSV."""
        page = fragment(
            FOLDER,
            "sheet.html.j2",
            title=title,
            rows=self.rows,
            columns=COLUMNS,
            values=[astuple(row) for row in self.rows],
            verdicts=VERDICTS,
        )
        write_text(path, page)


def read_sheet(path: Path) -> dict[str, SheetRow]:
    """The decided rows of a sheet by case id; rows without a verdict are left out."""
    text = read_text(path)
    header = header_of(text, path, "\t")
    missing = [name for name in ("id", "translation", "verdict") if name not in header]
    if missing:
        raise DataError(path, f"is no adjudication sheet: the column {missing[0]!r} is missing.", line=1)
    decided: dict[str, SheetRow] = {}
    for line, cells in named_rows(text, path, "\t"):
        row = SheetRow(**{name: cells.get(name, "") for name in COLUMNS[:-1]}, verdict=_verdict(cells, path, line))
        if row.id in decided:
            raise DataError(path, f"case {row.id!r} is decided twice.", line=line)
        if row.verdict:
            decided[row.id] = row
    return decided


def _verdict(cells: Mapping[str, str], path: Path, line: int) -> str:
    written = cells.get("verdict", "").strip().lower()
    if not written:
        return ""
    meant = [verdict for verdict in VERDICTS if verdict.startswith(written)]
    if len(meant) != 1:
        raise DataError(path, f"the verdict {written!r} is none of {', '.join(VERDICTS)}.", line=line)
    return meant[0]

"""Sheets on which a person decides what a procedure could not, and reading them back."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from mteval.core.errors import DataError
from mteval.text.lines import read_text
from mteval.text.writing import write_text

VERDICTS = ("positive", "negative", "unknown")


@dataclass(frozen=True, slots=True)
class Row:
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


COLUMNS = tuple(field.name for field in fields(Row))


def write_sheet(path: Path, rows: Sequence[Row]) -> None:
    """Write a sheet as tab-separated values that spreadsheets open."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, dialect="excel-tab", lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(row) for row in rows)
    write_text(path, buffer.getvalue())


def read_sheet(path: Path) -> dict[str, Row]:
    """The decided rows of a sheet by case id; rows without a verdict are left out."""
    reader = csv.reader(io.StringIO(read_text(path)), dialect="excel-tab")
    header = next(reader, [])
    missing = [name for name in ("id", "translation", "verdict") if name not in header]
    if missing:
        raise DataError(path, f"is no adjudication sheet: the column {missing[0]!r} is missing.", line=1)
    decided: dict[str, Row] = {}
    for values in reader:
        cells = dict(zip(header, values, strict=False))
        row = Row(
            **{name: cells.get(name, "") for name in COLUMNS[:-1]}, verdict=_verdict(cells, path, reader.line_num)
        )
        if row.id in decided:
            raise DataError(path, f"case {row.id!r} is decided twice.", line=reader.line_num)
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


def write_page(path: Path, rows: Sequence[Row], title: str) -> None:
    """Write the sheet as one HTML page: choose with the mouse or the keys 1, 2, 3, then save the TSV."""
    cards = "\n".join(_card(row, place) for place, row in enumerate(rows))
    data = json.dumps([astuple(row) for row in rows], ensure_ascii=False).replace("<", "\\u003c")
    page = _PAGE.format(
        title=html.escape(title), count=len(rows), cards=cards, data=data, columns=json.dumps(COLUMNS), style=_STYLE
    )
    write_text(path, page)


def _card(row: Row, place: int) -> str:
    choices = "".join(_choice(verdict, place, chosen=verdict == row.verdict) for verdict in VERDICTS)
    parts = {
        "source": row.source,
        "translation": row.translation,
        "reference": row.reference,
        "right": row.right,
        "wrong": row.wrong,
        "found": row.found or "nothing",
    }
    lines = "".join(f"<dt>{name}</dt><dd>{html.escape(text)}</dd>" for name, text in parts.items() if text)
    heading = f"<h2>{html.escape(row.word)} <small>{html.escape(row.id)}</small></h2>"
    return (
        f'<article tabindex="0" data-place="{place}">{heading}<dl>{lines}</dl><fieldset>{choices}</fieldset></article>'
    )


def _choice(verdict: str, place: int, *, chosen: bool) -> str:
    checked = " checked" if chosen else ""
    button = f'<input type="radio" name="v{place}" value="{verdict}" data-place="{place}"{checked}>'
    return f"<label>{button} {verdict}</label>"


_STYLE = """:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:auto;padding:1rem}
article{border:1px solid;border-radius:.5rem;padding:.5rem 1rem;margin:1rem 0}article:focus{outline:3px solid Highlight}
dl{display:grid;grid-template-columns:7rem 1fr;gap:.2rem 1rem}dt{opacity:.7}dd{margin:0}h2{margin:.2rem 0;font-size:1.1rem}
fieldset{border:0;display:flex;gap:1.5rem}header{position:sticky;top:0;background:Canvas;padding:.5rem 0}"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title><style>{style}</style></head><body>
<header><h1>{title}</h1><p><output id="done">0</output> of {count} decided.
Choose with the mouse, or with the keys 1 (positive), 2 (negative), 3 (unknown) on a focused case.
<button id="save">Save sheet.tsv</button></p></header>
<main>
{cards}
</main>
<script>
const columns = {columns}, rows = {data};
const cell = text => /["\\t\\n\\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
function decide(place, verdict) {{
  rows[place][columns.length - 1] = verdict;
  document.getElementById("done").value = rows.filter(row => row[columns.length - 1]).length;
}}
document.getElementById("done").value = rows.filter(row => row[columns.length - 1]).length;
document.addEventListener("change", event => decide(Number(event.target.dataset.place), event.target.value));
document.addEventListener("keydown", event => {{
  const card = event.target.closest("article"), inputs = card ? card.querySelectorAll("input") : [];
  const chosen = inputs[Number(event.key) - 1];
  if (chosen) {{ chosen.checked = true; decide(Number(card.dataset.place), chosen.value); }}
}});
document.getElementById("save").addEventListener("click", () => {{
  const text = [columns, ...rows].map(row => row.map(cell).join("\\t")).join("\\n") + "\\n";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {{type: "text/tab-separated-values"}}));
  link.download = "sheet.tsv";
  link.click();
}});
</script></body></html>
"""

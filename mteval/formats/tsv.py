"""A test set as a table: tab-separated columns with a header, a segment a line.

Columns: `source`, `reference` (or `target`; `reference2`, … further ones), `document`, and outputs of systems: `translation`, or
`translation:NAME` for each of several. Every other column is a tag and makes slices where its values differ. A file without a
header must have just two columns: source and reference. There is no quoting, so a cell holds no tab. `mteval score` takes such a
table by its header; one with translations is scored as it is, one without is a reference (-r) or a translation beside one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, Segment
from mteval.core.suites import SuiteSource
from mteval.formats._test_set import OPTIONS, FiledDocument, contents
from mteval.text.languages import languages_in_name
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

SOURCE, DOCUMENT = "source", "document"
NO_HEADER = (SOURCE, "reference")
_REFERENCE = re.compile(r"reference\d*|target")
_OUTPUT = re.compile(r"translation(?::(?P<name>.+))?")
Row = Mapping[str, str]


@registry.formats.register("tsv")
class Tsv:
    """Reads and writes test sets as tab-separated tables."""

    family: ClassVar[str] = "reference"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read one segment a line; lines of one document stand together."""
        path = source.files["data"]
        lines = read_lines(path)
        names, first = _names(lines.lines[0], path)
        rows = list(_rows(lines.lines[first - 1 :], names, first, path))
        documents = list(_documents(rows, names, path))
        found = contents(documents, source, languages_in_name(path))
        tagged = _tagged(found.records, [row for _, row in rows], names)
        tags = [name for name in _tag_names(names) if len({row[name] for _, row in rows}) > 1]
        findings = (*lines.findings, *found.findings)
        return Contents(tagged, found.languages, findings, slices=tuple(tags), outputs=found.outputs)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write sources, references and tags, each a column."""
        segments: Sequence[Segment] = records
        tags = tuple(dict.fromkeys(tag for one in segments for tag in one.tags))
        most = max((len(one.references) for one in segments), default=0)
        columns = [f"reference{number if number > 1 else ''}" for number in range(1, most + 1)]
        rows = [_cells(one, most, tags) for one in segments]
        for line, row in enumerate(rows, start=2):
            if any("\t" in cell for cell in row):
                raise DataError(path, "a text holds a tab, which TSV cannot hold. Write .jsonl instead.", line=line)
        write_lines(path, ("\t".join(row) for row in ([SOURCE, *columns, *tags], *rows)))

    def recognise(self, head: bytes, path: Path) -> bool:
        """A header that names a source, and a reference or a translation."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff").split("\n", 1)[0].rstrip("\r")
        return _is_header(first.split("\t"))


def _cells(segment: Segment, most: int, tags: Sequence[str]) -> list[str]:
    references = [*segment.references, *[""] * (most - len(segment.references))]
    return [segment.source or "", *references, *(segment.tags.get(tag, ("",))[0] for tag in tags)]


def _is_header(cells: Sequence[str]) -> bool:
    names = [cell.strip() for cell in cells]
    known = [name for name in names if name == SOURCE or _REFERENCE.fullmatch(name) or _OUTPUT.fullmatch(name)]
    return len(known) > 1 and "contrast" not in names


def _names(line: str, path: Path) -> tuple[list[str], int]:
    """The columns, and the first line below the header."""
    cells = [cell.strip() for cell in line.split("\t")]
    if not _is_header(cells):
        if len(cells) == len(NO_HEADER):
            return list(NO_HEADER), 1
        told = "a header is expected with source, reference and whatever else (without one: two columns)."
        raise WrongFormatError(path, "tsv", told, line=1)
    for cell in cells:
        if not cell or cells.count(cell) > 1:
            raise DataError(path, f"the column '{cell}' is there twice." if cell else "a column has no name.", line=1)
    return cells, 2


def _rows(lines: Sequence[str], names: Sequence[str], first: int, path: Path) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(lines, start=first):
        cells = line.split("\t")
        if len(cells) != len(names):
            raise DataError(path, f"{len(names)} columns expected, found {len(cells)}.", line=number)
        yield number, dict(zip(names, cells, strict=True))


def _documents(rows: Sequence[tuple[int, Row]], names: Sequence[str], path: Path) -> Iterator[FiledDocument]:
    parts: dict[str, list[tuple[int, Row]]] = {}
    last = None
    for line, row in rows:
        name = row.get(DOCUMENT, "")
        if name != last and name in parts:
            raise DataError(
                path, f"the segments of document '{name}' do not stand together. Sort by document.", line=line
            )
        parts.setdefault(name, []).append((line, row))
        last = name
    for name, own in parts.items():
        yield _document(name, own, names)


def _document(name: str, rows: Sequence[tuple[int, Row]], names: Sequence[str]) -> FiledDocument:
    line = rows[0][0]

    def held(column: str) -> HeldDocument:
        return HeldDocument(tuple(row[column] for _, row in rows), line=line)

    references = {column: held(column) for column in names if _REFERENCE.fullmatch(column)}
    outputs = {
        found["name"] or "translation": held(found[0]) for column in names if (found := _OUTPUT.fullmatch(column))
    }
    return FiledDocument(name, line, {}, held(SOURCE) if SOURCE in names else None, references, outputs)


def _tag_names(names: Sequence[str]) -> list[str]:
    return [
        name
        for name in names
        if name not in (SOURCE, DOCUMENT) and not _REFERENCE.fullmatch(name) and not _OUTPUT.fullmatch(name)
    ]


def _tagged(records: Sequence[Segment], rows: Sequence[Row], names: Sequence[str]) -> tuple[Segment, ...]:
    """Each segment with the tags of its own line; none where the table holds translations alone."""
    if not records:
        return ()
    return tuple(
        Segment(
            one.references, one.source, {**one.tags, **{name: (row[name],) for name in _tag_names(names) if row[name]}}
        )
        for one, row in zip(records, rows, strict=True)
    )

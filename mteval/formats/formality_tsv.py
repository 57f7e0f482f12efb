"""Sentences that address somebody, in a table: a header with `source` and `formality` (formal or informal), one item a line.

Every further column is a tag and becomes a slice. There is no quoting, so a cell holds no tab and no line break.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.records import FormalityItem
from mteval.core.suites import SuiteSource
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

CELLS = ("source", "formality")
REGISTERS = ("formal", "informal")


@registry.formats.register("formality-tsv")
class FormalityTsv:
    """Reads and writes items of formality as TSV with a header."""

    family: ClassVar[str] = "formality"

    def read(self, source: SuiteSource) -> Contents:
        """Read one item a line."""
        path = source.files["data"]
        lines = read_lines(path)
        return Contents(tuple(_items(lines.lines, path)), source.languages, lines.findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write one item a line."""
        names = tuple(dict.fromkeys(tag for one in records for tag in one.tags))
        rows = [[one.source, one.formality, *(one.tags.get(name, ("",))[0] for name in names)] for one in records]
        for number, row in enumerate(rows, start=2):
            if any("\t" in cell for cell in row):
                raise DataError(path, "a cell holds a tab, which this format cannot hold.", line=number)
        write_lines(path, ("\t".join((*CELLS, *names)), *map("\t".join, rows)))

    def recognise(self, head: bytes, path: Path) -> bool:
        """The header names source and formality."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff").split("\n", 1)[0].rstrip("\r")
        return set(CELLS).issubset(first.split("\t"))


def _items(lines: Sequence[str], path: Path) -> Iterator[FormalityItem]:
    names = [name.strip() for name in lines[0].split("\t")]
    if not set(CELLS).issubset(names) or len(set(names)) < len(names) or "" in names:
        problem = "a header with the columns source and formality is expected, each name once."
        raise WrongFormatError(path, "formality-tsv", problem, line=1)
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(names):
            raise DataError(path, f"{len(names)} columns expected, found {len(cells)}.", line=number)
        row = dict(zip(names, cells, strict=True))
        text, register = row.pop("source"), row.pop("formality")
        if register not in REGISTERS:
            raise DataError(path, f"formality is formal or informal, found '{register}'.", line=number)
        yield FormalityItem(text, register, {name: (value,) for name, value in row.items() if value})

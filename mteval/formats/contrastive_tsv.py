"""Contrastive items in a plain table: a header with `source`, `reference`, `contrast` (and `contrast2`, …), one item a line.

Every further column is a tag and becomes a slice, save three: items of one `cluster` are not independent and are resampled
together; `context` holds the preceding source sentences, oldest first, with ` ||| ` between them (`target_context` those of
the target); `id` names the item. Where an item has fewer contrasts than others, its cell is left empty; an empty tag is none.
`--set context=N` takes the N nearest sentences only (0: none). There is no quoting, so a cell holds no tab and no line break:
write such data as `contrastive-jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.formats._contrast_table import BETWEEN, CELLS, OPTIONS, contents, require_names, rows_of
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

SIDES = ("context", "target_context")


@registry.formats.register("contrastive-tsv")
class ContrastiveTsv:
    """Reads and writes contrastive items as TSV with a header."""

    family: ClassVar[str] = "contrastive"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read one item a line."""
        path = source.files["data"]
        lines = read_lines(path)
        return contents(_rows(lines.lines, path), source, lines.findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write one item a line; what a cell cannot hold is refused."""
        rows = rows_of(records)
        names = tuple(dict.fromkeys((*CELLS, *(name for row in rows for name in row))))
        cells = ([_cell(row.get(name, ""), name, path, line) for name in names] for line, row in enumerate(rows, 2))
        write_lines(path, ("\t".join(names), *("\t".join(one) for one in cells)))

    def recognise(self, head: bytes, path: Path) -> bool:
        """The header names source, reference and contrast."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff").split("\n", 1)[0].rstrip("\r")
        return set(CELLS).issubset(first.split("\t"))


def _rows(lines: Sequence[str], path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    names = [name.strip() for name in lines[0].split("\t")]
    require_names(names, "contrastive-tsv", path, 1)
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise DataError(
            path, f"the column '{twice[0]}' is there twice. Number contrasts: contrast, contrast2, …", line=1
        )
    if "" in names:
        raise DataError(path, f"column {names.index('') + 1} has no name.", line=1)
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(names):
            raise DataError(path, f"{len(names)} columns expected, found {len(cells)}.", line=number)
        yield number, dict(zip(names, cells, strict=True))


def _cell(value: Any, name: str, path: Path, line: int) -> str:
    if isinstance(value, list) and name in SIDES:
        text = BETWEEN.join(value)
    elif isinstance(value, list):
        raise DataError(path, f"'{name}' has several values, which TSV cannot hold. Write .jsonl instead.", line=line)
    else:
        text = str(value)
    if "\t" in text:
        raise DataError(path, "a field holds a tab, which TSV cannot hold. Write .jsonl instead.", line=line)
    return text

"""ACES: good and incorrect translations by phenomenon, as TSV with a header or as JSON lines.

Fields `source, good-translation, incorrect-translation, reference, phenomena, langpair`. The good translation must
beat the incorrect one; the reference, made for metrics, is kept beside. Sliced by type (the phenomenon) and
language pair. TSV is read without quoting, so it cannot hold tabs or line breaks inside a field: write such data as
`.jsonl`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.records import Contrast, ContrastItem
from mteval.core.suites import SuiteSource
from mteval.text.documents import NotJSONError, parse_json
from mteval.text.lines import read_lines
from mteval.text.writing import write_lines

FIELDS = ("source", "good-translation", "incorrect-translation", "reference", "phenomena", "langpair")
REQUIRED = ("source", "good-translation", "incorrect-translation")


@registry.formats.register("aces")
class Aces:
    """Reads and writes ACES as TSV or JSON lines, by what the file holds and by the suffix."""

    family: ClassVar[str] = "contrastive"

    def read(self, source: SuiteSource) -> Contents:
        """Read one item a line; the languages are known if all items share one pair."""
        path = source.files["data"]
        lines = read_lines(path)
        rows = _json_rows if lines.lines[0].lstrip().startswith("{") else _tsv_rows
        items = tuple(_item(row, path, number) for number, row in rows(lines.lines, path))
        if not items:
            raise DataError(path, "holds no items. Give a set with at least one.")
        pairs = {value for item in items for value in item.tags.get("language", ())}
        languages = tuple(pairs.pop().split("-")) if len(pairs) == 1 else ()
        return Contents(items, languages=source.languages or languages, findings=lines.findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write TSV, or JSON lines to a name ending in .jsonl; an item with several contrasts takes several lines."""
        rows = [row for item in records for row in _rows(item)]
        names = tuple(dict.fromkeys((*FIELDS, *(key for row in rows for key in row))))
        if path.name.removesuffix(".gz").endswith(".jsonl"):
            write_lines(path, (json.dumps(row, ensure_ascii=False) for row in rows))
            return
        for number, row in enumerate(rows, start=2):
            if any("\t" in str(value) for value in row.values()):
                raise DataError(path, "a field holds a tab, which TSV cannot hold. Write .jsonl instead.", line=number)
        table = ("\t".join(str(row.get(name, "")) for name in names) for row in rows)
        write_lines(path, ("\t".join(names), *table))

    def recognise(self, head: bytes, path: Path) -> bool:
        """The good and the incorrect translation are named in the first line."""
        first = head.decode("utf-8", errors="ignore").split("\n", 1)[0]
        return all(name in first for name in ("good-translation", "incorrect-translation"))


def _tsv_rows(lines: Sequence[str], path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    names = lines[0].split("\t")
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise WrongFormatError(path, "aces", f"the header lacks {', '.join(missing)}.", line=1)
    for number, line in enumerate(lines[1:], start=2):
        values = line.split("\t")
        if len(values) != len(names):
            raise DataError(path, f"{len(names)} columns expected, found {len(values)}.", line=number)
        yield number, dict(zip(names, values, strict=True))


def _json_rows(lines: Sequence[str], path: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(lines, start=1):
        try:
            row = parse_json(line, path, line=number)
        except NotJSONError as error:
            raise WrongFormatError(path, "aces", f"the line {error.problem}", line=number) from None
        missing = [name for name in REQUIRED if not isinstance(row, dict) or name not in row]
        if missing:
            raise WrongFormatError(path, "aces", f"the object lacks {', '.join(missing)}.", line=number)
        yield number, row


def _item(row: Mapping[str, Any], path: Path, number: int) -> ContrastItem:
    for name in REQUIRED:
        if not isinstance(row[name], str):
            raise DataError(path, f"'{name}' must be text.", line=number)
    pair, phenomenon = str(row.get("langpair") or ""), str(row.get("phenomena") or "")
    taken = (*REQUIRED, "phenomena", "langpair")
    return ContrastItem(
        source=row["source"],
        reference=row["good-translation"],
        contrasts=(Contrast(row["incorrect-translation"], type=phenomenon),),
        tags={"language": (pair,)} if pair else {},
        extra={key: value for key, value in row.items() if key not in taken},
    )


def _rows(item: ContrastItem) -> Iterator[dict[str, Any]]:
    for contrast in item.contrasts:
        yield {
            "source": item.source,
            "good-translation": item.reference,
            "incorrect-translation": contrast.text,
            "phenomena": contrast.type,
            "langpair": next(iter(item.tags.get("language", ())), ""),
            **item.extra,
        }

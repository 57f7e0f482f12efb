"""A glossary as tab-separated text: `source term⇥target term[⇥another target term…]`, one source term a line.

A first line of column names (`source⇥target`) is passed over; blank lines too. The same source term on several lines has all
their target terms. The text it is looked for in is given with it: `--set source=FILE`, and `reference=FILE` and
`documents=FILE` where there are any. The languages come from `--languages`, from the name (`terms.en-de.tsv`) or from the
names of the texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError, WrongFormatError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.records import Term, TermSegment
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.formats._glossary_texts import OPTIONS, with_texts
from mteval.text.lines import Lines, read_lines
from mteval.text.writing import write_lines

HEADER = ("source", "target")


@registry.formats.register("glossary")
class Glossary:
    """Reads and writes glossaries, one source term a line."""

    family: ClassVar[str] = "terminology"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read the glossary and the texts that go with it."""
        lines = read_lines(source.files["data"])
        terms, repeated = _terms(lines)
        findings = lines.findings
        if repeated:
            message = f"{len(repeated)} source terms stand on several lines; all their target terms count."
            findings = (*findings, Finding("duplicate-item", message, len(repeated), tuple(repeated)))
        return with_texts(source, terms, findings)

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the terms of all segments, each once; the texts are files of their own."""
        segments: Sequence[TermSegment] = records
        terms = dict.fromkeys((term.source, term.targets) for segment in segments for term in segment.terms)
        write_lines(path, ("\t".join((source, *targets)) for source, targets in terms))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Any two columns could be a glossary; only its header shows it."""
        first = head.decode("utf-8", errors="ignore").split("\n", 1)[0].rstrip("\r").lower()
        return tuple(first.split("\t")[:2]) == HEADER and path.suffix in (".tsv", ".txt")


def _terms(lines: Lines) -> tuple[list[Term], list[str]]:
    """The terms in order, and the source terms met more than once."""
    targets: dict[str, list[str]] = {}
    repeated: list[str] = []
    for number, line in enumerate(lines.lines, start=1):
        row = [column.strip() for column in line.split("\t")]
        if not any(row) or (number == 1 and tuple(column.lower() for column in row[:2]) == HEADER):
            continue
        if len(row) < 2:
            raise WrongFormatError(
                lines.path, "glossary", "2 columns expected (source term, target term), found 1.", line=number
            )
        if not row[0] or not any(row[1:]):
            raise DataError(lines.path, "the source term or its target term is empty.", line=number)
        if row[0] in targets:
            repeated.append(row[0])
        targets.setdefault(row[0], []).extend(target for target in row[1:] if target)
    if not targets:
        raise DataError(lines.path, "holds no terms. Give one source term and its target terms a line.")
    return [Term(source, tuple(dict.fromkeys(found))) for source, found in targets.items()], repeated

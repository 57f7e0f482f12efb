"""UniMorph inflection tables: `lemma⇥form⇥features`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core.protocols import Contents
from mteval.core.registry import formats
from mteval.core.suites import SuiteSource
from mteval.text.inflections import Inflection, read_inflections
from mteval.text.writing import write_text


@formats.register("unimorph")
class Unimorph:
    """One inflected form a line, features as in `V;PRS;3;SG`; empty lines separate paradigms.

    Not a suite by itself: give the file to the family `dictionary` (`--set unimorph=FILE`) or to
    `mteval dictionary enrich --unimorph FILE`.
    """

    family: ClassVar[str] = "dictionary"

    def read(self, source: SuiteSource) -> Contents:
        """Read the table in file order."""
        table = read_inflections(source.files["data"])
        return Contents(table.rows, source.languages, table.findings)

    def write(self, records: Sequence[Inflection], path: Path) -> None:
        """Write one form a line."""
        lines = (f"{row.lemma}\t{row.form}\t{';'.join(row.features)}\n" for row in records)
        write_text(path, "".join(lines))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Whether the first lines have three columns, the last with semicolons."""
        lines = [line.split("\t") for line in head.decode("utf-8", "replace").split("\n")[:-1] if line.strip()]
        return bool(lines) and all(len(parts) in (3, 4) and parts[2][:1].isupper() for parts in lines)

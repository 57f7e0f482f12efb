"""Plain text: one reference segment a line, with optional source, further references and document names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.protocols import Contents
from mteval.core.records import Segment
from mteval.core.suites import SuiteSource
from mteval.text.lines import Lines, read_lines, require_same_length
from mteval.text.writing import write_text


@registry.formats.register("lines")
class LinesFormat:
    """Line-aligned text files: `data` holds references; `source`, `documents` and `reference2`, … may stand beside it."""

    family: ClassVar[str] = "reference"

    def read(self, source: SuiteSource) -> Contents:
        """Read the references and whatever goes with them, refusing files of different length."""
        files = {key: read_lines(path) for key, path in source.files.items()}
        first = files["data"]
        for lines in files.values():
            require_same_length(first, lines)
        references = [files[key] for key in sorted(files) if key == "data" or key.startswith("reference")]
        columns = zip(*(lines.lines for lines in references), strict=True)
        sources: Sequence[str | None] = files["source"].lines if "source" in files else [None] * len(first)
        records = tuple(
            Segment(tuple(texts), origin, tags)
            for texts, origin, tags in zip(columns, sources, _tags(files, len(first)), strict=True)
        )
        findings = tuple(finding for lines in files.values() for finding in lines.findings)
        return Contents(records, source.languages, findings)

    def write(self, records: Sequence[Segment], path: Path) -> None:
        """Write the first reference of each segment."""
        if any("\n" in record.references[0] for record in records):
            raise UsageError("A segment holds a line break, so it cannot be written one a line.")
        write_text(path, "".join(f"{record.references[0]}\n" for record in records))

    def recognise(self, head: bytes, path: Path) -> bool:
        """Any text could be lines, so nothing is said to look like them."""
        return False


def _tags(files: dict[str, Lines], count: int) -> Sequence[dict[str, tuple[str, ...]]]:
    if "documents" not in files:
        return [{}] * count
    return [{"document": (name,)} for name in files["documents"].lines]

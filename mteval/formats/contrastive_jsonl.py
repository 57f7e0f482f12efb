"""Contrastive items as JSON Lines: an object with `source`, `reference`, `contrast` (and `contrast2`, …) a line.

The names mean what they mean in `contrastive-tsv`: every further one is a tag and becomes a slice, save `cluster` (items that
are not independent), `context` and `target_context` (preceding sentences, oldest first, a list of texts) and `id`. A tag may
have a list of values.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import WrongFormatError
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.formats._contrast_table import CELLS, OPTIONS, contents, require_names, rows_of
from mteval.text.documents import NotJSONError, json_lines
from mteval.text.lines import read_text
from mteval.text.writing import write_lines


@registry.formats.register("contrastive-jsonl")
class ContrastiveJsonl:
    """Reads and writes contrastive items as JSON Lines."""

    family: ClassVar[str] = "contrastive"
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read one item a line."""
        return contents(_rows(source.files["data"]), source, ())

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write one item a line."""
        write_lines(path, (json.dumps(row, ensure_ascii=False) for row in rows_of(records)))

    def recognise(self, head: bytes, path: Path) -> bool:
        """An object with source, reference and contrast in the first line."""
        first = head.decode("utf-8", errors="ignore").lstrip("\ufeff \r\n").split("\n", 1)[0]
        return first.startswith("{") and all(f'"{name}"' in first for name in CELLS)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        for line, row in json_lines(read_text(path), path):
            if not isinstance(row, dict):
                raise WrongFormatError(path, "contrastive-jsonl", "an object is expected on every line.", line=line)
            require_names(row, "contrastive-jsonl", path, line)
            yield line, row
    except NotJSONError as error:
        raise WrongFormatError(path, "contrastive-jsonl", f"it {error.problem}", line=error.line) from None

"""MuCoW scoring JSON: sentences with an ambiguous word, and contrasts that have another of its senses.

An array of `{"reference", "ambig word", "original translation", "origin", "sense", "source", "errors": [{"contrastive",
"type", "replacement"}]}`; the `.tts.json` files of the translation suite are the same with an integer `id`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.formats._contrast_json import Layout, has_keys, read_items, write_items
from mteval.text.languages import languages_in_name

LAYOUT = Layout(
    format="mucow-scoring",
    item={
        "reference": "reference",
        "word": "ambig word",
        "original": "original translation",
        "origin": "origin",
        "sense": "sense",
        "source": "source",
        "id": "id",
    },
    required=("reference", "word", "sense", "source"),
)


@registry.formats.register("mucow-scoring")
class MucowScoring:
    """Reads and writes MuCoW's contrastive sets."""

    family: ClassVar[str] = "contrastive"

    def read(self, source: SuiteSource) -> Contents:
        """Read the items; the languages come from the file name unless the manifest says them."""
        path = source.files["data"]
        items = read_items(path, LAYOUT)
        return Contents(items, languages=source.languages or languages_in_name(path))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the items as one JSON array."""
        write_items(path, records, LAYOUT)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Items with an ambiguous word and a sense, and no frequency of that sense."""
        frequent = b'"frequency of sense' in head
        return not frequent and has_keys(head, ("ambig word", "sense", "reference", "errors"))

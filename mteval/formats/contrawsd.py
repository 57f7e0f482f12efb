"""ContraWSD JSON: as MuCoW scoring, and how often each sense was seen in training.

The frequency stands under a key that names the corpus, `"frequency of sense/ambig word in wmt16": "57/1024"`: the
sense, out of all of the ambiguous word. Items are sliced by the frequency of the sense in the bins of the published
script.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import WrongFormatError
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource, Tags
from mteval.formats._contrast_json import Layout, Raw, has_keys, read_items, write_items
from mteval.formats._published_bins import WORD_SENSE_FREQUENCY
from mteval.text.languages import languages_in_name

FREQUENCY = "frequency of sense/ambig word"


def frequency_tag(raw: Raw) -> Tags:
    """The bin of the frequency of the item's sense."""
    written = next((str(value) for key, value in raw.items() if key.startswith(FREQUENCY)), "")
    label = WORD_SENSE_FREQUENCY.label(written.partition("/")[0])
    return {"frequency": (label,)} if label else {}


LAYOUT = Layout(
    format="contrawsd",
    item={
        "source": "source",
        "reference": "reference",
        "word": "ambig word",
        "sense": "sense",
        "original": "original translation",
        "origin": "origin",
        "id": "id",
    },
    required=("reference", "word", "sense", "source"),
    tags=frequency_tag,
)


@registry.formats.register("contrawsd")
class ContraWsd:
    """Reads and writes ContraWSD's sets."""

    family: ClassVar[str] = "contrastive"

    def read(self, source: SuiteSource) -> Contents:
        """Read the items; each must say how frequent its sense is."""
        path = source.files["data"]
        items = read_items(path, LAYOUT)
        for number, item in enumerate(items, start=1):
            if not item.tags.get("frequency"):
                problem = f"item {number} has no '{FREQUENCY} in …' of the form '57/1024'."
                raise WrongFormatError(path, "contrawsd", problem)
        return Contents(items, languages=source.languages or languages_in_name(path))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the items as one JSON array."""
        write_items(path, records, LAYOUT)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Items with an ambiguous word and the frequency of its sense."""
        return f'"{FREQUENCY}'.encode() in head and has_keys(head, ("ambig word", "sense", "errors"))

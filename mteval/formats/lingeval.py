"""LingEval97 JSON: references with several kinds of errors each, counted error by error.

An array of `{"source", "reference", "origin", "errors": [{"type", "contrastive", "distance"?, "frequency"?}]}`. The
published accuracy is pairwise, so every error is a case of its own, sliced by type, by distance (0 … 15, >15) and
by frequency in training data.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource, Tags
from mteval.formats._contrast_json import Layout, Raw, has_keys, read_items, write_items
from mteval.formats._published_bins import LINGEVAL_DISTANCE, LINGEVAL_FREQUENCY
from mteval.text.languages import languages_in_name


def error_tags(raw: Raw) -> Tags:
    """Distance and frequency of one error, in the published bins."""
    labels = {
        "distance": LINGEVAL_DISTANCE.label(raw.get("distance")),
        "frequency": LINGEVAL_FREQUENCY.label(raw.get("frequency")),
    }
    return {tag: (label,) for tag, label in labels.items() if label is not None}


FOREIGN = ("ambig word", "src pronoun")
LAYOUT = Layout(
    format="lingeval",
    item={"source": "source", "reference": "reference", "origin": "origin", "id": "id"},
    required=("source", "reference"),
    contrast_tags=error_tags,
    foreign=FOREIGN,
)


@registry.formats.register("lingeval")
class LingEval:
    """Reads and writes LingEval97's sets."""

    family: ClassVar[str] = "contrastive"

    def read(self, source: SuiteSource) -> Contents:
        """Read the items; accuracy is counted by error."""
        path = source.files["data"]
        items = read_items(path, LAYOUT)
        languages = source.languages or languages_in_name(path)
        return Contents(items, languages=languages, customs={"unit": "error"}, cluster="sentence")

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the items as one JSON array."""
        write_items(path, records, LAYOUT)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Items with source, reference and errors, and neither ambiguous word nor pronoun."""
        return has_keys(head, ("source", "reference", "errors", "contrastive"), FOREIGN)

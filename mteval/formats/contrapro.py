"""ContraPro JSON: pronouns whose right translation depends on an antecedent, often in an earlier sentence.

An array of items with `src pronoun`, `ref pronoun`, `ante distance`, `intrasegmental`, `document id`, `segment id`,
`src segment`, `ref segment` and `errors`. Sliced by pronoun pair (`it:er`), by distance of the antecedent (0 … 3,
>3) and by whether it stands in the same segment (true, false, or null where nobody knows); documents are resampled whole.

Context (`--set context=N`, the N preceding sentences) is not in the JSON. It comes from line-aligned files
(`source_context=FILE`, `target_context=FILE`: N lines for every reference and contrast, as the published conversion
script writes them, or N lines for every item), or from the documents themselves (`documents=DIR`: files named by
`document id`, whose lines `segment id` counts from 1). Empty lines mean that there is no such sentence.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource, Tags
from mteval.formats._contrast_context import CONTEXT_OPTIONS, add_context
from mteval.formats._contrast_json import Layout, Raw, has_keys, read_items, write_items
from mteval.formats._published_bins import ANTECEDENT_DISTANCE
from mteval.text.languages import languages_in_name


def item_tags(raw: Raw) -> Tags:
    """Pronoun pair, distance of the antecedent, same segment or not, and the document."""
    pair = f"{raw.get('src pronoun', '')}:{raw.get('ref pronoun', '')}".lower()
    tags = {
        "pronoun": pair,
        "distance": ANTECEDENT_DISTANCE.label(raw.get("ante distance")),
        "intrasegmental": json.dumps(raw["intrasegmental"]) if "intrasegmental" in raw else None,
        "document": raw.get("document id"),
    }
    return {tag: (str(value),) for tag, value in tags.items() if value is not None}


LAYOUT = Layout(
    format="contrapro",
    item={"source": "src segment", "reference": "ref segment", "original": "ref pronoun"},
    required=("source", "reference", "original"),
    tags=item_tags,
    aliases={"source": ("source",), "reference": ("reference",)},
)


@registry.formats.register("contrapro")
class ContraPro:
    """Reads and writes ContraPro's sets, with context where it is given."""

    family: ClassVar[str] = "contrastive"
    options: ClassVar[tuple[Option, ...]] = CONTEXT_OPTIONS

    def read(self, source: SuiteSource) -> Contents:
        """Read the items, and their context where options or manifest name it."""
        path = source.files["data"]
        languages = source.languages or languages_in_name(path) or ("en", "de")
        items = add_context(read_items(path, LAYOUT), source, languages)
        return Contents(items, languages=languages, cluster="document")

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Write the items as one JSON array (context stands in files of its own)."""
        write_items(path, records, LAYOUT)

    def recognise(self, head: bytes, path: Path) -> bool:
        """Items with a pronoun on each side."""
        return has_keys(head, ("src pronoun", "ref pronoun", "errors"))

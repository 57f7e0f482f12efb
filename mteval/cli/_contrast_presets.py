"""Values of a build's options by name: those of the MuCoW paper, and those found good on Multi30k."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# The names of the words an embedding compares are those of `similarity`, which is imported late, for it imports numpy.
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "mucow": {"words": "synset"},
    "careful": {
        "words": "nearest",
        "parts": "n",
        "min_links": 3,
        "min_back": 0.1,
        "shared_sources": 0.1,
        "threshold": 0.6,
        "told_apart": 0.85,
        "doubt": 0.1,
        "least_examples": 2,
        "akin": True,
        "unlinked": 5,
        "unlinked_threshold": 0.44,
        "longer_than": 8,
    },
}

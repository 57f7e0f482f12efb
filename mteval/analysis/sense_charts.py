"""Pictures of sense choice: positive, negative and unknown translations as stacked bars."""

from __future__ import annotations

from collections.abc import Iterator

from mteval.core.protocols import Section
from mteval.core.results import Results


def choice_sections(results: Results) -> Iterator[Section]:
    """One section for each suite."""
    del results
    yield from ()

"""Pictures of contrastive results: accuracy against chance."""

from __future__ import annotations

from collections.abc import Iterator

from mteval.core.protocols import Section
from mteval.core.results import Results


def accuracy_sections(results: Results) -> Iterator[Section]:
    """One section for each suite: the accuracy of every system, whole and by slice, with chance marked."""
    del results
    yield from ()

"""Which lines of a very long text are looked at one by one: all of them, or blocks spread over the whole."""

from __future__ import annotations

import os

ALL = 1 << 17
"""Up to so many lines, each is looked at."""
SOME = 1 << 16
"""Of more, so many are."""
BLOCK = 1 << 11
"""Lines that stand together, so that lines which slipped by some places are seen."""
VARIABLE = "MTEVAL_LOOK_AT"

Span = tuple[int, int]


def spread(count: int) -> list[Span]:
    """The spans looked at of so many lines, as far from each other everywhere, the first and the last lines among them.

    MTEVAL_LOOK_AT=all looks at every line.
    """
    if count <= ALL or os.environ.get(VARIABLE, "").lower() == "all":
        return [(0, count)]
    blocks = SOME // BLOCK
    starts = [(count - BLOCK) * number // (blocks - 1) for number in range(blocks)]
    return [(start, start + BLOCK) for start in starts]


def size_of(spans: list[Span]) -> int:
    """How many lines are looked at."""
    return sum(stop - start for start, stop in spans)

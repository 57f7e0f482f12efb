"""Names for cases, so that two systems' results can be laid side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def unique_ids(wanted: Sequence[str]) -> list[str]:
    """An id for each item: its own where it has one (repeats numbered), else its place."""
    counts: Counter[str] = Counter()
    ids = []
    for place, own in enumerate(wanted, start=1):
        identity = own or str(place)
        counts[identity] += 1
        ids.append(identity if counts[identity] == 1 else f"{identity}#{counts[identity]}")
    return ids

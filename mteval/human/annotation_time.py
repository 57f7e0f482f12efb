"""How long annotators took for a segment."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from mteval.core.evidence import Rating

PAUSE = 600.0  # seconds; a longer gap between two ratings is a break, not work


def seconds_per_segment(ratings: Sequence[Rating]) -> dict[str, float]:
    """Each annotator's median seconds per rating: as stored with it, or since their previous one, breaks left out.

    Annotators whose ratings say nothing of time are left out.
    """
    own: dict[str, list[Rating]] = {}
    for one in ratings:
        own.setdefault(one.annotator, []).append(one)
    found = {name: _durations(given) for name, given in own.items()}
    return {name: median(given) for name, given in found.items() if given}


def _durations(ratings: Sequence[Rating]) -> list[float]:
    stored = [float(one.detail["seconds"]) for one in ratings if one.detail.get("seconds") not in (None, "")]
    if stored:
        return stored
    ends = sorted(float(one.detail["end"]) for one in ratings if one.detail.get("end") is not None)
    gaps = (after - before for before, after in pairwise(ends))
    return [gap for gap in gaps if gap <= PAUSE]

"""Characters marked as wrong, each with the severity it was given: which severity counts, and how well two markings agree.

A character both mark counts 1, or ½ where they gave it different severities (Blain et al., 2023).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

GRAVITY = {"neutral": 0, "undecided": 1, "minor": 2, "major": 3, "critical": 4}
UNKNOWN = GRAVITY["minor"]
HALF_CREDIT = 0.5
Place = TypeVar("Place", bound=Hashable)


def gravest(spans: Iterable[tuple[Iterable[Place], str]]) -> dict[Place, str]:
    """The severity of each place marked, from spans of places with their severity: of several the gravest."""
    found: dict[Place, str] = {}
    for places, severity in sorted(spans, key=lambda span: GRAVITY.get(span[1], UNKNOWN)):
        found.update(dict.fromkeys(places, severity))
    return found


def credit(first: Mapping[Place, str], second: Mapping[Place, str]) -> float:
    """1 for each place both mark, ½ where they disagree on the severity."""
    return sum(1.0 if first[place] == second[place] else HALF_CREDIT for place in first.keys() & second.keys())

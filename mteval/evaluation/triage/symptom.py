"""What a detector has seen: a defect, the lines that have it, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FEW = 5
COMMON_SHARE = 0.03
TIMES_USUAL = 3
SHOWN_IDS = 5
SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Symptom:
    """A defect with the places of all lines that have it."""

    code: str
    lines: tuple[int, ...]
    message: str


def widespread(count: int, total: int, usual: float = 0) -> bool:
    """Whether a sign too weak to accuse a single line is seen too often for chance.

    `usual` is how often the same sign is seen where nothing is wrong: in the opposite direction, or in the other systems.
    """
    return count >= max(FEW, COMMON_SHARE * total) and count >= TIMES_USUAL * usual


def shortened(text: str) -> str:
    """A text in quotes, cut to what fits into a sentence."""
    line = " ".join(text.split())
    return f"'{line}'" if len(line) <= SHOWN_CHARACTERS else f"'{line[:SHOWN_CHARACTERS].rstrip()}…'"


def named(ids: Sequence[str]) -> str:
    """The first ids of a list, and how many more there are."""
    first = ", ".join(ids[:SHOWN_IDS])
    more = f" and {len(ids) - SHOWN_IDS} more" if len(ids) > SHOWN_IDS else ""
    return f"{'case' if len(ids) == 1 else 'cases'} {first}{more}"

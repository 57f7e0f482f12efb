"""Whole numbers as files and people write them."""

from __future__ import annotations

MOST_DIGITS = 18


def whole_number(text: str) -> int | None:
    """The number that at most 18 decimal digits say (64 bits hold it), or None: `²` is a digit, but no number."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None

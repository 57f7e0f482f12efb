"""Which source slot stands behind a column of translated values, where the pipeline knows what made each instance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

Values = Mapping[str, str]
# A translator may render a value in several ways; below this share the column says little about the slot.
_LEAST_SHARE = 0.6


def source_slot(column: Sequence[str], sources: Sequence[Values]) -> str:
    """The source slot whose value best foretells the column's, and is best foretold by it; empty where none does."""
    best, score = "", 0.0
    for name in dict.fromkeys(name for values in sources for name in values):
        given = [values.get(name, "") for values in sources]
        if len(set(given)) < 2:
            continue
        forward = _foretold(given, column)
        both = forward + _foretold(column, given)
        if forward >= _LEAST_SHARE and both > score:
            best, score = name, both
    return best


def _foretold(given: Sequence[str], wanted: Sequence[str]) -> float:
    """The share of rows in which the commonest partner of the given value is there."""
    partners: dict[str, Counter[str]] = defaultdict(Counter)
    for one, other in zip(given, wanted, strict=True):
        partners[one][other] += 1
    return sum(max(counts.values()) for counts in partners.values()) / len(given)


def slot_key(name: str) -> str:
    """The lexicon key of a slot name: `city` of `city1`."""
    return name.rstrip("0123456789")

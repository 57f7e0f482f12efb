"""Bins that published scripts sort counts and distances into."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Bins:
    """Labels by upper bound, the bound itself included; the last label has none."""

    bounds: tuple[int, ...]
    labels: tuple[str, ...]

    def label(self, value: Any) -> str | None:
        """The bin of a whole number (also written as text), or None where it is none."""
        try:
            number = int(value)
        except (TypeError, ValueError):
            return None
        return self.labels[bisect_left(self.bounds, number)] if number >= 0 else None


WORD_SENSE_FREQUENCY = Bins(
    (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    ("0-20", "21-50", "51-100", "101-200", "201-500", "501-1k", "1k-2k", "2k-5k", "5k-10k", ">10k"),
)
LINGEVAL_FREQUENCY = Bins(
    (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    (
        *("0", "1", "2", "3-5", "6-10", "11-20"),
        *("21-50", "51-100", "101-200", "201-500", "501-1k", "1k-2k", "2k-5k", "5k-10k", ">10k"),
    ),
)
LINGEVAL_DISTANCE = Bins(tuple(range(16)), (*(str(number) for number in range(16)), ">15"))
ANTECEDENT_DISTANCE = Bins((0, 1, 2, 3), ("0", "1", "2", "3", ">3"))

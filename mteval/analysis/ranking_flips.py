"""Pairs of systems that change places on the way down the waterfall, and whether chance can explain it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from mteval.analysis.dictionary_waterfall import drawn_rates
from mteval.statistics.resampling import Array, percentile_interval

Waterfalls = Mapping[str, Sequence[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Gap:
    """How two systems stand at one step: their values, and the interval of the difference where it can be drawn."""

    step: str
    values: tuple[float, float]
    interval: tuple[float, float] | None

    @property
    def difference(self) -> float:
        """How much better the first is."""
        return self.values[0] - self.values[1]

    @property
    def beyond_chance(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]

    def __str__(self) -> str:
        """Both values and their difference, as they read in a sentence."""
        values = "{:.3f} to {:.3f}".format(*self.values)
        if self.interval is None:
            return values
        return "{}, difference {:+.3f} [{:+.3f}, {:+.3f}]".format(values, self.difference, *self.interval)


@dataclass(frozen=True, slots=True)
class Flip:
    """Two systems that change places: who was better in the headline, and the first step where it is worse."""

    better: str
    worse: str
    before: Gap
    after: Gap

    @property
    def message(self) -> str:
        """The flip as a reader of the report must know it."""
        step = self.after.step if self.after.step.startswith("without") else f"with {self.after.step}"
        return (
            f"{self.better} beats {self.worse} in the headline P@1 ({self.before}), but loses to it {step} "
            f"({self.after}). {self._verdict}"
        )

    @property
    def _verdict(self) -> str:
        """Whether chance can explain the two differences."""
        if self.before.interval is None or self.after.interval is None:
            return "The ranking rests on the dictionary, not on the systems."
        if not self.before.beyond_chance and not self.after.beyond_chance:
            return "Neither difference is beyond chance, so this dictionary does not rank the two."
        which = "Only the first" if self.before.beyond_chance else "Only the second"
        both = self.before.beyond_chance and self.after.beyond_chance
        chance = "Both differences are" if both else f"{which} difference is"
        return f"{chance} beyond chance. The ranking rests on the dictionary, not on the systems."


def flips(waterfalls: Waterfalls) -> list[Flip]:
    """Every pair of systems that changes places on the way; the better one in the headline first."""
    found = []
    for pair in combinations(waterfalls, 2):
        start = _difference(waterfalls, *pair, 0)
        one, other = pair if start > 0 else pair[::-1]
        steps = range(1, len(waterfalls[one])) if abs(start) > 0 else ()
        first = next((i for i in steps if _difference(waterfalls, one, other, i) < 0), None)
        if first is not None:
            before, after = (_gap(waterfalls[one][i], waterfalls[other][i]) for i in (0, first))
            found.append(Flip(one, other, before, after))
    return found


def _difference(waterfalls: Waterfalls, one: str, other: str, step: int) -> float:
    """How much better one system is than the other at a step."""
    first, second = waterfalls[one][step]["value"], waterfalls[other][step]["value"]
    return float("nan") if first is None or second is None else float(first) - float(second)


def _gap(one: Mapping[str, Any], other: Mapping[str, Any]) -> Gap:
    sums = [[_counts(step.get(key, "")) for key in ("right", "counted")] for step in (one, other)]
    sizes = {len(counts) for pair in sums for counts in pair}
    interval = None
    # Words of one dictionary are drawn alike for both; without them, or with different ones, there is nothing to pair.
    if len(sizes) == 1 and sizes != {0}:
        interval = percentile_interval(drawn_rates(*sums[0]) - drawn_rates(*sums[1]))
    return Gap(str(one["step"]), (float(one["value"]), float(other["value"])), interval)


def _counts(signs: str) -> Array:
    return np.array([int(sign, 36) for sign in signs], dtype=np.float64)

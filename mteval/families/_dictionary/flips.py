"""Pairs of systems that change places on the way down the waterfall, and whether chance can explain it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from mteval.core.results import PairedTest, Report
from mteval.families._dictionary.waterfall import HEADLINE, METRIC, WATERFALL

Steps = Mapping[str, Mapping[str, float]]
Differences = Mapping[tuple[str, str], Mapping[str, tuple[float, float, float]]]


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


def flips(reports: Sequence[Report], tests: Sequence[PairedTest]) -> list[Flip]:
    """Every pair of systems that changes places on the way; the better one in the headline first."""
    steps = {str(report.system["name"]): values for report in reports if (values := _steps(report))}
    differences = {(test.a, test.b): test.differences for test in tests if test.metric == METRIC}
    found = []
    for pair in combinations(steps, 2):
        start = steps[pair[0]][HEADLINE] - steps[pair[1]][HEADLINE]
        one, other = pair if start > 0 else pair[::-1]
        later = [step for step in steps[one] if step != HEADLINE] if abs(start) > 0 else []
        first = next((step for step in later if steps[one][step] - steps[other][step] < 0), None)
        if first is not None:
            before, after = (_gap(step, one, other, steps, differences) for step in (HEADLINE, first))
            found.append(Flip(one, other, before, after))
    return found


def _steps(report: Report) -> dict[str, float]:
    """P@1 at each step; nothing for a report without the waterfall."""
    given = report.extras.get("waterfall", ())
    return {str(step["step"]): math.nan if step["value"] is None else float(step["value"]) for step in given}


def _gap(step: str, one: str, other: str, steps: Steps, differences: Differences) -> Gap:
    """Both values at a step, and the interval of their difference where the pair was resampled."""
    key, turned = WATERFALL.get(step, ""), (one, other) not in differences
    drawn = differences.get((other, one) if turned else (one, other), {}).get(key)
    interval = None
    if drawn is not None and not math.isnan(drawn[1]):
        interval = (-drawn[2], -drawn[1]) if turned else (drawn[1], drawn[2])
    return Gap(step, (steps[one][step], steps[other][step]), interval)

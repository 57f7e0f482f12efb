"""How often to draw for a p-value: enough for the correction of many pairs, more only where a pair is near the threshold.

Every pair starts with the same draws. Pairs whose corrected p-value is clearly on one side of alpha stop; the others are
drawn for again, twice as often each round, up to a limit. What is drawn depends on the seed and on counts alone, never on
the clock, so that the same seed gives the same digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass, field
from math import isnan, sqrt
from typing import TypeVar

import numpy as np

from mteval.statistics.resampling import blocks

Pair = tuple[int, int]
Draws = TypeVar("Draws", bound=Sized)
"""A block of drawn weights or coins, as many as it is long."""
Exceeding = Callable[[Draws, Sequence[Pair]], Sequence[int]]
"""For a block of draws and some pairs: how often each pair's draw is as extreme as what was observed."""
FEWEST_DRAWS, MOST_DRAWS = 1000, 100_000
START_WORK, MOST_WORK = 2_000_000_000, 4_000_000_000
"""Units times draws: a coin is thrown for each."""
SURE = 3.0
"""Standard errors of a drawn p-value from alpha at which a decision counts as made."""


@dataclass(frozen=True, slots=True)
class DrawPlan:
    """How many draws a test starts with, and how many it may come to where a decision needs more."""

    start: int
    most: int
    alpha: float = 0.05
    tests: int = 1
    """How many tests the p-value is corrected for, where that is more than the pairs drawn for together."""

    @classmethod
    def fixed(cls, draws: int) -> DrawPlan:
        """Exactly so many."""
        return cls(draws, draws)

    @classmethod
    def growing(cls, draws: int, units: int, tests: int = 1) -> DrawPlan:
        """So many or, of very many units, as many as take about two seconds; more for about ten where a pair needs them."""
        start = min(draws, max(FEWEST_DRAWS, START_WORK // max(units, 1)))
        return cls(start, max(start, min(MOST_DRAWS, MOST_WORK // max(units, 1))), tests=tests)


@dataclass(slots=True)
class Tally:
    """How often each pair was drawn for, and how often the draw was as extreme as what was observed."""

    drawn: dict[Pair, int] = field(default_factory=dict)
    extreme: dict[Pair, int] = field(default_factory=dict)

    def p_value(self, pair: Pair) -> float:
        """Ties and the observed difference itself counted: (extreme + 1) / (draws + 1)."""
        return (self.extreme[pair] + 1) / (self.drawn[pair] + 1)


def draw_until_decided(
    pairs: Sequence[Pair],
    exact: dict[Pair, float],
    weights: Callable[[int], Iterator[Draws]],
    exceeding: Exceeding[Draws],
    plan: DrawPlan,
) -> Tally:
    """Draw for every pair that has no exact p-value until Holm's correction over all pairs decides it, or the plan ends."""
    tally = Tally(dict.fromkeys(pairs, 0), dict.fromkeys(pairs, 0))
    active, wanted = list(pairs), plan.start
    while active and wanted > 0:
        for block in weights(wanted):
            for pair, count in zip(active, exceeding(block, active), strict=True):
                tally.extreme[pair] += count
                tally.drawn[pair] += len(block)
        drawn = max(tally.drawn[pair] for pair in active)
        active = [pair for pair in _undecided(pairs, exact, tally, plan) if pair in active]
        wanted = min(drawn, plan.most - drawn)
    return tally


def _undecided(pairs: Sequence[Pair], exact: dict[Pair, float], tally: Tally, plan: DrawPlan) -> list[Pair]:
    """Pairs whose corrected p-value might still fall on the other side of alpha."""
    known = {pair: p for pair, p in exact.items() if not isnan(p)}
    p_values = {**{pair: tally.p_value(pair) for pair in pairs}, **known}
    ordered = sorted(p_values, key=lambda pair: p_values[pair])
    tests = max(plan.tests, len(ordered))
    factor = {pair: tests - rank for rank, pair in enumerate(ordered)}
    undecided = []
    for pair in pairs:
        p, draws = tally.p_value(pair), tally.drawn[pair]
        error = SURE * sqrt(p * (1 - p) / draws)
        if (p - error) * factor[pair] < plan.alpha < (p + error) * factor[pair]:
            undecided.append(pair)
    return undecided


def stream(
    seed: int, draw: Callable[[np.random.Generator, int], Draws], width: int
) -> Callable[[int], Iterator[Draws]]:
    """Blocks of bounded memory from one generator; asking again goes on where it stopped."""
    generator = np.random.default_rng(seed)

    def weights(count: int) -> Iterator[Draws]:
        for rows in blocks(count, width):
            yield draw(generator, rows)

    return weights

"""Many comparisons at once: Holm's correction, rank clusters and rank ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment; NaN stays NaN and does not count as a test."""
    order = sorted((i for i, p in enumerate(p_values) if not isnan(p)), key=lambda i: p_values[i])
    adjusted = [float("nan")] * len(p_values)
    running = 0.0
    for rank, index in enumerate(order):
        running = max(running, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = running
    return adjusted


def rank_clusters(
    scores: Mapping[str, float],
    p_values: Mapping[frozenset[str], float],
    *,
    higher_is_better: bool,
    alpha: float = 0.05,
) -> tuple[tuple[str, ...], ...]:
    """Group systems as WMT does: a line is drawn where every system above is significantly better than every one below."""
    ranked = sorted(scores, key=lambda name: scores[name], reverse=higher_is_better)
    ranked = [name for name in ranked if not isnan(scores[name])]
    if not ranked:
        return ()

    def separated(above: Sequence[str], below: Sequence[str]) -> bool:
        return all(p_values.get(frozenset((one, other)), 1.0) < alpha for one in above for other in below)

    starts = [0, *(place for place in range(1, len(ranked)) if separated(ranked[:place], ranked[place:]))]
    return tuple(tuple(ranked[a:b]) for a, b in zip(starts, [*starts[1:], len(ranked)], strict=True))


def rank_ranges(
    scores: Mapping[str, float],
    p_values: Mapping[frozenset[str], float],
    *,
    higher_is_better: bool,
    alpha: float = 0.05,
) -> dict[str, tuple[int, int]]:
    """Each system's best and worst possible rank: 1 + systems significantly better … N − systems significantly worse."""
    ranked = [name for name in scores if not isnan(scores[name])]
    ranked.sort(key=lambda name: scores[name], reverse=higher_is_better)

    def apart(one: str, other: str) -> bool:
        return scores[one] != scores[other] and p_values.get(frozenset((one, other)), 1.0) < alpha

    ranges = {}
    for place, name in enumerate(ranked):
        above = sum(apart(name, other) for other in ranked[:place])
        below = sum(apart(name, other) for other in ranked[place + 1 :])
        ranges[name] = (1 + above, len(ranked) - below)
    return ranges

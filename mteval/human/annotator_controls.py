"""Finds each annotator's control ratings and has them judged.

Scores that were standardised before they were published (WMT's direct assessments) are of annotators who passed WMT's own
controls, judged on raw scores of all their language pairs. What is left of them here is too little to judge them again:
their control ratings are described, and nobody fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mteval.core.evidence import Rating
from mteval.human.ratings import CHECK, DEGRADED, REPEAT, STANDARDISED, Ratings, item_type
from mteval.statistics.controls import ControlPairs, ControlResult, judge_controls


def control_results(ratings: Ratings) -> dict[str, tuple[ControlResult, ...]]:
    """What the controls say of each annotator, per scale; scales without controls are left out."""
    found = {}
    for scale in ratings.scales:
        chosen = ratings.on(scale)
        if any(item_type(one) in (REPEAT, DEGRADED, CHECK) for one in chosen):
            results = judge_controls(control_pairs(chosen), _span(ratings, scale, chosen))
            found[scale] = results if judged_here(scale) else tuple(replace(one, failed=()) for one in results)
    return found


def judged_here(scale: str) -> bool:
    """Whether annotators can fail controls on a scale."""
    return scale != STANDARDISED


def _span(ratings: Ratings, scale: str, chosen: Sequence[Rating]) -> float:
    low, high = (ratings.ranges or {}).get(scale, (float("-inf"), float("inf")))
    if high - low < float("inf"):
        return high - low
    values = [one.value for one in chosen]
    return max(values) - min(values)


def control_pairs(ratings: Sequence[Rating]) -> dict[str, ControlPairs]:
    """Each annotator's control ratings beside their rating of the same translation; unpaired ones drop out."""
    first = {_shown(one): one.value for one in ratings if item_type(one) not in (REPEAT, DEGRADED, CHECK)}
    pairs: dict[str, tuple[list[tuple[float, float]], list[tuple[float, float]], list[tuple[float, float, float]]]] = {}
    for one in ratings:
        repeats, degraded, checks = pairs.setdefault(one.annotator, ([], [], []))
        kind, expected = item_type(one), one.detail.get("expected")
        original = first.get(_shown(one))
        if kind == CHECK and expected:
            checks.append((one.value, float(expected[0]), float(expected[1])))
        elif kind == REPEAT and original is not None:
            repeats.append((original, one.value))
        elif kind == DEGRADED and original is not None:
            degraded.append((original, one.value))
    return {name: ControlPairs(*given) for name, given in pairs.items()}


def _shown(one: Rating) -> tuple[str, ...]:
    """Who saw which translation in which task, damaged or not."""
    return one.annotator, one.item, one.system or "", str(one.detail.get("hit", ""))

"""Which annotators fail the control items mixed in among the others: repeats, degraded translations, checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mteval.statistics.signed_rank import signed_rank_p

# As WMT's direct assessment does in kind (Graham et al., 2016): damaged copies have to be rated significantly lower than the
# originals. The test, its alternative for few pairs and the other two limits are our own.
ALPHA = 0.05
REPEAT_TOLERANCE = 0.25  # of the scale's range: one step of 1–5
PASSED_CHECKS = 0.5
ENOUGH_PAIRS = 5


@dataclass(frozen=True, slots=True)
class ControlPairs:
    """One annotator's control ratings: (first, again), (original, degraded), and (value, low, high) of checks."""

    repeats: Sequence[tuple[float, float]] = ()
    degraded: Sequence[tuple[float, float]] = ()
    checks: Sequence[tuple[float, float, float]] = ()


@dataclass(frozen=True, slots=True)
class ControlResult:
    """What the controls say of one annotator; `failed` names the controls failed, NaN where there were none."""

    annotator: str
    repeats: int
    repeat_difference: float
    degraded: int
    degraded_drop: float
    degraded_p: float
    checks: int
    checks_passed: float
    failed: tuple[str, ...]


def judge_controls(pairs: Mapping[str, ControlPairs], span: float) -> tuple[ControlResult, ...]:
    """Judge every annotator; `span` is the scale's range, the measure of how far two ratings of one item may lie apart.

    Repeats fail where the two ratings lie apart by more than a quarter of the range on average. Degraded items fail where
    they are not rated lower than the originals (one-sided signed-rank test, p ≥ 0.05; with fewer than five pairs, where
    they are not lower on average). Checks fail where fewer than half lie within their range.
    """
    return tuple(_judge(annotator, given, span) for annotator, given in sorted(pairs.items()))


def _judge(annotator: str, given: ControlPairs, span: float) -> ControlResult:
    apart = _mean([abs(first - again) for first, again in given.repeats])
    drops = [original - degraded for original, degraded in given.degraded]
    p = signed_rank(drops)
    passed = _mean([float(low <= value <= high) for value, low, high in given.checks])
    failed = []
    if given.repeats and span > 0 and apart > REPEAT_TOLERANCE * span:
        failed.append("repeats")
    if drops and (p >= ALPHA if len(drops) >= ENOUGH_PAIRS else _mean(drops) <= 0):
        failed.append("degraded")
    if given.checks and passed < PASSED_CHECKS:
        failed.append("checks")
    return ControlResult(
        annotator,
        len(given.repeats),
        apart,
        len(drops),
        _mean(drops),
        p,
        len(given.checks),
        passed,
        tuple(failed),
    )


def signed_rank(differences: Sequence[float]) -> float:
    """One-sided p that the differences are above zero (Wilcoxon signed rank); 1 where all are zero, NaN for none."""
    return signed_rank_p(differences, sides=1, zeros="zsplit")


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")

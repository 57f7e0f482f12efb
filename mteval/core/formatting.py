"""Numbers and names as readers expect them, the same in every form of report."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mteval.core.results import Score


def number_text(value: float, decimals: int) -> str:
    """A number with so many decimals, a dash where there is none."""
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"


def signed_text(value: float, decimals: int) -> str:
    """A difference with its sign; a zero has none."""
    if math.isnan(value):
        return "–"
    # Adding zero takes the sign off a negative one.
    rounded = round(value, decimals) + 0.0
    return f"{rounded:+.{decimals}f}" if rounded else f"{rounded:.{decimals}f}"


def p_text(value: float) -> str:
    """A p-value as text."""
    if math.isnan(value):
        return "–"
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def key_text(score: Score, key: str) -> str:
    """One of a score's values as text; counts without decimals."""
    return number_text(score.values[key], 0 if key in score.scale.counts else score.scale.decimals)


def value_text(score: Score) -> str:
    """The headline value as text."""
    return key_text(score, score.headline)


def interval_text(score: Score) -> str:
    """The headline's interval as text, empty where there is none."""
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    decimals = score.scale.decimals
    return "" if math.isnan(low) else f"[{number_text(low, decimals)}, {number_text(high, decimals)}]"


def size_text(*scores: Score) -> str:
    """How many cases the headlines rest on; where some leave the denominator, how many of all.

    Several systems that differ in this are given one after the other.
    """
    return " / ".join(dict.fromkeys(map(_size_text, scores)))


def _size_text(score: Score) -> str:
    coverage = score.values.get(score.scale.coverage, math.nan)
    if math.isnan(coverage) or coverage == 1:
        return str(score.n)
    return f"{round(score.n * coverage)} of {score.n}"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Names without the beginning and end that all of them share, cut at a sign, where that leaves them distinct."""
    whole = {name: name for name in names}
    if len(names) < 2 or any(one != other and other.startswith(one) for one in names for other in names):
        return whole
    head = len(_shared_start(names, ".-_/"))
    tail = len(_shared_start([name[head:][::-1] for name in names], ".-_/"))
    short = {name: name[head : len(name) - tail] for name in names}
    return short if all(short.values()) and len(set(short.values())) == len(names) else whole


def _shared_start(names: Sequence[str], signs: str) -> str:
    first, last = min(names), max(names)
    length = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    shared = first[:length]
    return shared[: max(shared.rfind(sign) for sign in signs) + 1]

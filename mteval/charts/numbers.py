"""Which numbers of a report can be drawn: null and NaN stand where nothing was measured or resampled."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nan
from typing import TypeGuard

from mteval.core.formatting import number_text


def is_known(value: float | None) -> TypeGuard[float]:
    """Whether there is a finite number."""
    return value is not None and isfinite(value)


def known_interval(interval: Sequence[float | None] | None) -> tuple[float, float] | None:
    """The two bounds of an interval; None where nothing was resampled, so that either bound is missing."""
    bounds = [bound for bound in interval or () if is_known(bound)]
    return (bounds[0], bounds[1]) if len(bounds) == 2 else None


def decimal_text(value: float | None, decimals: int) -> str:
    """A number with so many decimals, a dash where there is none."""
    return number_text(value if is_known(value) else nan, decimals)


def brackets_text(interval: Sequence[float | None] | None, decimals: int) -> str:
    """An interval as `[low, high]`, empty where there is none."""
    known = known_interval(interval)
    return "[{}, {}]".format(*(number_text(bound, decimals) for bound in known)) if known else ""

"""Intervals of shares, computed outright."""

from __future__ import annotations

from math import sqrt


def wilson_interval(hits: float, n: float, z: float = 1.959963984540054) -> tuple[float, float]:
    """Wilson's score interval of a share (Wilson, 1927), 95 % unless told otherwise."""
    if not n:
        return (float("nan"), float("nan"))
    share, square = hits / n, z * z
    centre = (share + square / (2 * n)) / (1 + square / n)
    half = z * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return (max(0.0, centre - half), min(1.0, centre + half))

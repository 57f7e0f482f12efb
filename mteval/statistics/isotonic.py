"""Isotonic regression: the rising sequence nearest to values, by pooling neighbours that fall."""

from __future__ import annotations

from collections.abc import Sequence


def rising_means(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The weighted means of neighbouring values, pooled wherever they would not rise; one for each value, least squares."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        total, whole, number = value * weight, weight, 1
        while pools and pools[-1][0] * whole >= total * pools[-1][1]:
            before = pools.pop()
            total, whole, number = total + before[0], whole + before[1], number + before[2]
        pools.append((total, whole, number))
    return [total / whole for total, whole, number in pools for _ in range(number)]

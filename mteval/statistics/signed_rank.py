"""Wilcoxon's signed-rank test, exact for few differences whatever their ties, without trying every sign one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.statistics.rating_table import Array

FEW = 13
"""Up to so many differences the p-value is exact also with ties, as in scipy; beyond, scipy approximates it."""


def signed_rank_p(differences: Sequence[float] | Array, sides: int = 1, zeros: str = "wilcox") -> float:
    """The p-value that the differences lie above 0 (one-sided), or off 0; NaN for none, 1 where all are zero.

    `zeros` is "wilcox" (zeros drop out) or "zsplit" (their ranks are shared between both signs).
    """
    given = np.asarray(differences, dtype=np.float64)
    if not len(given):
        return float("nan")
    if not given.any():
        return 1.0
    if zeros == "wilcox":
        given = given[given != 0]
    if len(given) <= FEW:
        return _exact(given, sides)
    from scipy.stats import wilcoxon

    alternative = "greater" if sides == 1 else "two-sided"
    return float(wilcoxon(given, alternative=alternative, zero_method=zeros).pvalue)


def _exact(differences: Array, sides: int) -> float:
    """Count the sums of ranks that each choice of signs gives; doubled, mid-ranks are whole numbers."""
    sizes = np.abs(differences)
    doubled = (sizes[:, None] > sizes).sum(axis=1) * 2 + (sizes[:, None] == sizes).sum(axis=1) + 1
    ranks = doubled[differences != 0]
    counts = np.zeros(int(ranks.sum()) + 1)
    counts[0] = 1.0
    for rank in ranks:
        counts[rank:] += counts[: len(counts) - rank].copy()
    observed = int(doubled[differences > 0].sum())
    above = float(counts[observed:].sum() / counts.sum())
    if sides == 1:
        return above
    below = float(counts[: observed + 1].sum() / counts.sum())
    return min(1.0, 2 * min(above, below))

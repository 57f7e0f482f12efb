"""Soft pairwise accuracy: do metric and people trust each pair of systems to the same degree? (Thompson et al. 2024)

How sure a set of segment scores is that one system beats another is the p-value of a one-sided paired permutation test:
the share of random exchanges of the two systems' scores whose difference is as large as the one observed. Soft pairwise
accuracy is the mean over pairs of systems of 1 − |p of the people − p of the metric|. The p-value is the one that ever
more draws approach: a sum of gaps with random signs is nearly normal, and the squared gaps are its variance. So there is
no noise of the draw, p(a beats b) = 1 − p(b beats a), and the order of the systems does not matter.
"""

from __future__ import annotations

import numpy as np

from mteval.statistics.rating_table import Array


def pair_gaps(scores: Array) -> Array:
    """Differences of every pair of systems per segment (pairs, segments), 0 where either has no score."""
    first, second = np.triu_indices(len(scores), 1)
    return np.nan_to_num(scores[first] - scores[second])


def confidence(sums: Array, squares: Array) -> Array:
    """One-sided p-values from summed gaps and summed squared gaps; one half where all gaps are 0."""
    from scipy.special import ndtr

    spread = np.sqrt(np.maximum(squares, 0))
    return np.asarray(ndtr(np.divide(-sums, spread, out=np.zeros_like(sums), where=spread > 0)))


def soft_accuracy(human: Array, metric: Array, weights: Array) -> Array:
    """Soft pairwise accuracy of scores (systems, segments), segment j counting weights[r, j] times.

    Cells that either side lacks are left out, and so are systems without any; NaN for a single system or segment.
    """
    both = ~(np.isnan(human) | np.isnan(metric))
    known = both.any(axis=1)
    sides = [pair_gaps(np.where(both, side, np.nan)[known]) for side in (human, metric)]
    if not len(sides[0]) or human.shape[1] < 2:
        return np.full(len(weights), np.nan)
    people, machine = (confidence(weights @ gaps.T, weights @ (gaps**2).T) for gaps in sides)
    return np.asarray(1 - np.abs(people - machine).mean(axis=1))

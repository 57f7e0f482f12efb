"""Which items of a test set tell systems apart: values per item from scores (systems, items), NaN where there is none.

Zouhar et al. (2025), How to select datapoints for efficient human evaluation of NLG models? An item on which all systems
score the same says nothing of their order, so people should rate those on which scores vary, or outputs disagree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mteval.statistics.correlation import kendall_b, mid_ranks
from mteval.statistics.metric_base import Array
from mteval.statistics.soft_accuracy import confidence, pair_gaps


def variance(scores: Array) -> Array:
    """The variance of the systems' scores on each item."""
    return np.asarray(np.nan_to_num(_quiet(np.nanvar, scores)))


def consistency(scores: Array) -> Array:
    """How far each item orders the systems as all items do: Pearson's r of its scores with the systems' mean scores."""
    means = _quiet(np.nanmean, scores.T)[:, None]
    apart = means - means.mean()
    own = np.nan_to_num(scores - _quiet(np.nanmean, scores))
    spread = np.sqrt((own**2).sum(axis=0) * (apart**2).sum())
    return np.asarray(np.divide((own * apart).sum(axis=0), spread, out=np.zeros(scores.shape[1]), where=spread > 0))


def joined(*values: Array) -> Array:
    """The mean rank of each item by several values."""
    return np.asarray(np.mean([mid_ranks(one[None])[0] for one in values], axis=0))


def highest(values: Array, count: int) -> NDArray[np.int64]:
    """The items with the highest values, in their own order; of equals the first."""
    return np.sort(np.argsort(-values, kind="stable")[:count])


def ranking_kept(scores: Array, items: NDArray[np.int64]) -> tuple[float, float]:
    """How well some items rank the systems as all do: Kendall's τ-b of mean scores, and soft pairwise accuracy."""
    part = scores[:, items]
    known = ~np.isnan(part).all(axis=1)
    whole, part = scores[known], part[known]
    if len(whole) < 2:
        return float("nan"), float("nan")
    tau = kendall_b(_quiet(np.nanmean, whole.T)[None], _quiet(np.nanmean, part.T)[None])[0]
    sure = [confidence(gaps.sum(axis=1), (gaps**2).sum(axis=1)) for gaps in (pair_gaps(whole), pair_gaps(part))]
    return float(tau), float(1 - np.abs(sure[0] - sure[1]).mean())


def _quiet(function: object, scores: Array) -> Array:
    """Over the first axis, NaN and no warning where nothing is known."""
    known = ~np.isnan(scores).all(axis=0)
    found = np.full(scores.shape[1], np.nan)
    found[known] = function(scores[:, known], axis=0)  # type: ignore[operator]
    return found

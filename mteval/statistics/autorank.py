"""AutoRank: systems ranked by several metrics at once, as WMT25's preliminary ranking does.

Each metric is scaled by z = (x − median) / (max − 25th percentile) over the systems, so that weak outliers do not
squeeze the rest; the mean over metrics is mapped linearly, the best system to 1 and the worst to N, the number of
systems. Kocmi et al. (2025), *Preliminary Ranking of WMT25 General Machine Translation Systems*.
"""

from __future__ import annotations

import numpy as np

from mteval.statistics.rating_table import Array, divide


def autoranks(scores: Array) -> Array:
    """The AutoRank of each system from (systems, metrics); a metric on which all systems are equal decides nothing."""
    spread = scores.max(axis=0) - np.percentile(scores, 25, axis=0)
    scaled = divide(scores - np.median(scores, axis=0), np.broadcast_to(spread, scores.shape))
    z = np.where(np.isnan(scaled) & (spread == 0), 0.0, scaled).mean(axis=1)
    width = z.max() - z.min()
    if width == 0:
        return np.ones(len(z))
    return np.asarray(1 + (z.max() - z) / width * (len(z) - 1))

"""How likely a number of passes is by guessing, when each case has its own chance of passing."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

MOST_EXACT = 5000


def probability_of_at_most(passed: int, chances: Sequence[float]) -> float:
    """P(passes ≤ passed) when case i passes with probability chances[i]: the lower tail of the Poisson binomial.

    Exact, by adding one case at a time to the distribution; beyond 5000 cases by the normal distribution. Cases that share
    a word are not independent, so this is a test for gross errors (a wrong sign), not for small differences.
    """
    if len(chances) > MOST_EXACT:
        spread = math.sqrt(sum(chance * (1 - chance) for chance in chances))
        return 0.5 * math.erfc((sum(chances) - passed - 0.5) / max(spread, 1e-12) / math.sqrt(2))
    distribution = np.zeros(len(chances) + 1)
    distribution[0] = 1.0
    for count, chance in enumerate(chances, start=1):
        moved = distribution[:count] * chance
        distribution[:count] -= moved
        distribution[1 : count + 1] += moved
    return float(min(distribution[: passed + 1].sum(), 1.0))

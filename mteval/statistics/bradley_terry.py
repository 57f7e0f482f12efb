"""Bradley–Terry: one strength per contestant such that the odds of beating another are the ratio of the two strengths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROUNDS = 500
CLOSE = 1e-10


def bradley_terry(points: Array, prior: float = 0.5) -> Array:
    """Log-strengths (…, contestants), mean 0, from points[…, i, j] that i won against j (a tie is half a point each).

    Each pair that met gets `prior` points more on both sides, so that a contestant who won everything has a finite
    strength. Maximum likelihood by Hunter's MM algorithm (2004, MM algorithms for generalized Bradley–Terry models).
    """
    met = (points + np.swapaxes(points, -1, -2)) > 0
    won = np.where(met, points + prior, 0.0)
    contests = won + np.swapaxes(won, -1, -2)
    wins = won.sum(axis=-1)
    strength = np.ones_like(wins)
    for _ in range(ROUNDS):
        shares = contests / (strength[..., :, None] + strength[..., None, :])
        total = shares.sum(axis=-1)
        fresh = np.where(total > 0, wins / np.where(total > 0, total, 1.0), strength)
        fresh /= np.exp(np.log(fresh).mean(axis=-1, keepdims=True))
        moved = np.abs(np.log(fresh) - np.log(strength)).max(initial=0.0)
        strength = fresh
        if moved < CLOSE:
            break
    return np.asarray(np.log(strength))

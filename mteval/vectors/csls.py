"""CSLS without the full similarity matrix: neighbourhoods are bounded first and computed only where they can matter.

CSLS(x, y) = 2 cos(x, y) − r_T(x) − r_S(y), r being the mean of the k highest cosines over the whole other vocabulary.
r_S is the costly part. A clustered index of the sources, searched with few probes, gives a *lower* bound of r_S(y), so an
upper bound of CSLS; only targets that can still enter some query's best are settled exactly, a few rounds over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mteval.vectors.cluster_index import ClusterIndex
from mteval.vectors.similarity import (
    COSINE,
    SPARE,
    Best,
    Floats,
    Indices,
    LinearProduct,
    Vectors,
    cosines_of,
    decided,
    exact_best,
    ordered,
    shortlist,
)

SMALL = 20_000_000
HALF = 0.5
FEW_PROBES, MANY_PROBES = 3, 64
SHORTLIST = 64
SAMPLE = 600
TOLERANCE, TOLERATED, ENOUGH = 1e-3, 0.005, 1e-3
UNKNOWN, ROUGH, CLOSE, EXACT = range(4)


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Targets that may be among the best of some sources: their scores but for r_S(y), and the most any other could reach."""

    indices: Indices
    partial: Floats
    around: Floats
    rest: Floats


class Csls:
    """CSLS over one pair of vocabularies; what one question settled, the next need not.

    `_density` is r_S(y) where `_level` is EXACT, else a lower bound of it.
    """

    def __init__(self, source: Vectors, target: Vectors, k: int = 10, *, approximate: bool = False) -> None:
        self.source, self.target, self.k = source, target, min(k, len(source))
        self.approximate = approximate
        self._target_k = min(k, len(target))
        self._density: Floats = np.full(len(target), -1.0)
        self._level = np.full(len(target), UNKNOWN, dtype=np.int8)
        self._index: ClusterIndex | None = None
        self._scattered: float | None = None
        self._unsure = np.zeros(len(target), dtype=bool)
        if len(source) * len(target) <= SMALL:
            self.settle_all()

    @property
    def settled(self) -> bool:
        """Whether the density around every target is exact."""
        return bool((self._level == EXACT).all())

    @property
    def refined(self) -> int:
        """How many targets were settled exactly."""
        return int((self._level == EXACT).sum())

    def settle_all(self) -> None:
        """Compute the density around every target."""
        self._settle(np.flatnonzero(self._level != EXACT))

    def around(self, rows: Indices) -> Floats:
        """r_T of the given sources."""
        density: Floats = exact_best(self.source[rows], self.target, self._target_k).scores.mean(axis=1)
        return density

    def linear(self, rows: Indices) -> LinearProduct:
        """The score for the given sources, with the densities as far as they are known."""
        return LinearProduct(2.0, self.around(rows), self._density)

    def best(self, rows: Indices, k: int) -> Best:
        """The k best targets of each source by CSLS, ties by index."""
        k = min(k, len(self.target))
        if not self.approximate and len(rows) * k > HALF * len(self.target):
            self.settle_all()  # the best of so many rows are most targets: bounds would only cost
        if self.settled:
            return exact_best(self.source[rows], self.target, k, self.linear(rows))
        self._bound(np.flatnonzero(self._level == UNKNOWN), FEW_PROBES, ROUGH)
        found = np.empty((len(rows), k), dtype=np.int64)
        around = np.empty(len(rows))
        open_rows, size = np.arange(len(rows)), max(SHORTLIST, 4 * k, self._target_k + SPARE)
        while len(open_rows):
            candidates = self._candidates(rows[open_rows], size)
            indices, closed = self._closest(candidates, k) if self.approximate else self._settle_best(candidates, k)
            found[open_rows[closed]] = indices[closed]
            around[open_rows] = candidates.around
            open_rows, size = open_rows[~closed], 4 * size
        cosines = cosines_of(self.source[rows], self.target, found)
        return ordered(found, 2.0 * cosines - around[:, None] - self._density[found], k)

    def _candidates(self, rows: Indices, size: int) -> _Candidates:
        """The targets with the highest upper bounds; the same products give r_T."""
        points, score = self.source[rows], LinearProduct(2.0, None, self._density)
        penalties = [COSINE.reduced(len(self.target)), score.reduced(len(self.target))]
        near, rough = shortlist(points, self.target, size, penalties)
        around: Floats = decided(points, self.target, self._target_k, COSINE, near).scores.mean(axis=1)
        rest = 2.0 * (rough.scores[:, -1] + score.margin(points.shape[1])) - around
        if rough.indices.shape[1] == len(self.target):
            rest = np.full(len(rows), -np.inf)
        cosines = cosines_of(points, self.target, rough.indices)
        return _Candidates(rough.indices, 2.0 * cosines - around[:, None], around, rest)

    def _closest(self, candidates: _Candidates, k: int) -> tuple[Indices, NDArray[np.bool_]]:
        """The best by estimated densities: only the leading targets are estimated, until those that lead all are."""
        while True:
            upper = candidates.partial - self._density[candidates.indices]
            best = ordered(candidates.indices, upper, k).indices
            leading = np.unique(best)
            rough = leading[self._level[leading] < CLOSE]
            unsure = leading[self._unsure[leading] & (self._level[leading] < EXACT)]
            if self._many(rough):
                self._estimate(rough)
            elif len(rough) + len(unsure) > ENOUGH * len(upper):
                self._settle(np.concatenate([rough, unsure]))
            else:
                return best, np.ones(len(upper), dtype=bool)

    def _estimate(self, targets: Indices) -> None:
        """Bound densities with many probes, and note which targets are too far from every cluster to trust them."""
        if self._scattered is None:
            sample = np.random.default_rng(0).choice(targets, min(SAMPLE, len(targets)), replace=False)
            self._scattered = self._reliable_from(sample)
            targets = targets[self._level[targets] < CLOSE]
        self._unsure[targets] = self._bound(targets, MANY_PROBES, CLOSE) < self._scattered

    def _reliable_from(self, sample: Indices) -> float:
        """The least cosine with the nearest centroid from which on bounds are tight, but for a tolerated share."""
        nearest = self._bound(sample, MANY_PROBES, CLOSE)
        bounds = self._density[sample]
        self._settle(sample)
        order = np.argsort(-nearest)
        loose = np.cumsum((self._density[sample] - bounds > TOLERANCE)[order]) / np.arange(1, len(sample) + 1)
        fine = np.flatnonzero(loose <= TOLERATED)
        return float(nearest[order[fine[-1]]]) if len(fine) else np.inf

    def _settle_best(self, candidates: _Candidates, k: int) -> tuple[Indices, NDArray[np.bool_]]:
        """The exact best, and for which rows no target outside the candidates can be among them."""
        while True:
            upper = candidates.partial - self._density[candidates.indices]
            level = self._level[candidates.indices]
            known = np.where(level == EXACT, upper, -np.inf)
            least = -np.partition(-known, k - 1, axis=1)[:, k - 1]
            # Ties count as able to enter: the index decides them once they are settled.
            hopeful = (level < EXACT) & (upper >= least[:, None])
            if not hopeful.any():
                break
            self._refine(candidates, upper, hopeful, k)
        exact = np.where(level == EXACT, upper, -np.inf)
        return ordered(candidates.indices, exact, k).indices, candidates.rest < least

    def _refine(self, candidates: _Candidates, upper: Floats, hopeful: NDArray[np.bool_], k: int) -> None:
        """Raise the level of what stands in each row's first k places; the rest may fall behind by itself."""
        leading = np.zeros_like(hopeful)
        np.put_along_axis(leading, np.argsort(-upper, axis=1, kind="stable")[:, :k], True, axis=1)
        wanted = leading & hopeful
        if not wanted.any():
            wanted = hopeful
        targets = np.unique(candidates.indices[wanted])
        rough = targets[self._level[targets] < CLOSE]
        if self._many(rough):
            self._bound(rough, MANY_PROBES, CLOSE)
        else:
            self._settle(targets)

    def _many(self, targets: Indices) -> bool:
        """Whether there are so many targets that going through the clusters is quicker than settling them."""
        return len(targets) * len(self.source) > SMALL

    def _bound(self, targets: Indices, probes: int, level: int) -> Floats:
        """Bound the density of some targets from below; give their cosines with the nearest centroids."""
        if not len(targets):
            return np.empty(0)
        if self._index is None:
            self._index = ClusterIndex(self.source)
        points = self.target if len(targets) == len(self.target) else self.target[targets]
        found = self._index.neighbourhood(points, self.k, probes)
        self._density[targets] = np.maximum(self._density[targets], found.bound)
        self._level[targets] = level
        return found.nearest

    def _settle(self, targets: Indices) -> None:
        """Compute the density of some targets."""
        if len(targets):
            points = self.target if len(targets) == len(self.target) else self.target[targets]
            self._density[targets] = exact_best(points, self.source, self.k).scores.mean(axis=1)
            self._level[targets] = EXACT

"""Vectors grouped around centroids, so that the neighbours of a point can be looked for in few groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from mteval.vectors.similarity import Floats, Indices, Vectors, blocks, in_threads, one_blas_thread, shortlist

_ROUNDS = 4
_POINTS_PER_CLUSTER = 32
_ROWS = 65536
_UNIT_ROUNDOFF = 2.0**-24


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What a search in few clusters found of points' neighbourhoods.

    `bound` is at most the mean of the k highest cosines: what was not found counts as −1, and single precision's error is
    taken off. `nearest` is the cosine with the nearest centroid: far from all of them, neighbours are scattered.
    """

    bound: Floats
    nearest: Floats


class ClusterIndex:
    """An inverted file over unit vectors: spherical k-means on a sample, then the members of each cluster."""

    def __init__(self, vectors: Vectors, clusters: int = 0, seed: int = 0) -> None:
        count = clusters or max(1, int(2 * np.sqrt(len(vectors))))
        self.centroids = _centroids(vectors, min(count, len(vectors)), seed)
        nearest = _nearest(vectors, self.centroids)
        order = np.argsort(nearest, kind="stable")
        self._grouped = vectors[order]  # a copy, so that a cluster need not be gathered anew for every search
        self._edges = np.searchsorted(nearest[order], np.arange(len(self.centroids) + 1))

    def neighbourhood(self, points: Vectors, k: int, probes: int) -> Neighbourhood:
        """Look for each point's k nearest members in the clusters of its `probes` nearest centroids."""
        values = np.full((len(points), k), -1.0, dtype=np.float32)
        nearest = np.empty(len(points))
        for part in blocks(len(points), _ROWS):
            near = shortlist(points[part], self.centroids, probes, [np.zeros(len(self.centroids), dtype=np.float32)])[0]
            self._search(points[part], near.indices, values[part])
            nearest[part] = near.scores[:, 0]
        error = (points.shape[1] + 16) * _UNIT_ROUNDOFF
        return Neighbourhood(np.maximum(values.mean(axis=1, dtype=np.float64) - error, -1.0), nearest)

    def _search(self, points: Vectors, near: Indices, values: Vectors) -> None:
        """Merge the cosines with every probed cluster into the best; each processor takes its share of the points.

        The products are too small for a BLAS with several threads, so each worker has one of its own.
        """
        with one_blas_thread():
            in_threads(partial(self._search_part, points, near, values), len(points))

    def _search_part(self, points: Vectors, near: Indices, values: Vectors, part: slice) -> None:
        """Go through the clusters one by one: each is one small matrix product."""
        from mteval.vectors import _similarity_kernels as kernels

        own_points, own_values, probed = points[part], values[part], near[part]
        order = np.argsort(probed, axis=None, kind="stable")
        edges = np.searchsorted(probed.ravel()[order], np.arange(len(self.centroids) + 1))
        rows_of = order // probed.shape[1]
        for cluster in range(len(self.centroids)):
            members = self._grouped[self._edges[cluster] : self._edges[cluster + 1]]
            rows = rows_of[edges[cluster] : edges[cluster + 1]]
            if len(members) and len(rows):
                kernels.merge_values(own_points[rows] @ members.T, rows, own_values)


def _nearest(vectors: Vectors, centroids: Vectors) -> Indices:
    return shortlist(vectors, centroids, 1, [np.zeros(len(centroids), dtype=np.float32)])[0].indices[:, 0]


def _centroids(vectors: Vectors, count: int, seed: int) -> Vectors:
    """Spherical k-means on a sample; a cluster that loses all its points keeps its centroid."""
    rng = np.random.default_rng(seed)
    sample = vectors[np.sort(rng.choice(len(vectors), min(len(vectors), count * _POINTS_PER_CLUSTER), replace=False))]
    centroids = sample[rng.choice(len(sample), count, replace=False)].copy()
    for _ in range(_ROUNDS):
        nearest = _nearest(sample, centroids)
        order = np.argsort(nearest, kind="stable")
        present, starts = np.unique(nearest[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        lengths = np.linalg.norm(sums, axis=1, keepdims=True)
        centroids[present] = sums / np.where(lengths > 0, lengths, 1.0)
    return centroids

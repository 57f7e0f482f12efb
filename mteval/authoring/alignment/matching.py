"""Everyone's best match by CSLS in both directions, from all similarities or from a random part of them.

One product of the two vocabularies serves both directions. Which similarities are kept is a function of a key and the place,
asked only where a similarity would win its row or column, so no mask is drawn or stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mteval.authoring.alignment.problem import Indices, Vectors
from mteval.vectors.similarity import in_threads

NEIGHBOURS = 10
_NO_KEYS = np.zeros(2, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Matches:
    """The best target of each source and the best source of each target, and how near anyone's nearest is."""

    forward: Indices
    backward: Indices
    nearest: float
    """The mean over both sides of the highest cosine, before any penalty or dropping."""


class VectorMatcher:
    """Matches vocabularies of one size again and again, in room for one similarity matrix (4 bytes a pair of words)."""

    def __init__(self, sources: int, targets: int) -> None:
        from mteval.authoring.alignment import _matching_kernels
        from mteval.vectors import _similarity_kernels

        self._kernels: Any = _matching_kernels
        self._top_of_rows: Any = _similarity_kernels.merge_values
        self._similarity = np.empty((sources, targets), dtype=np.float32)

    def match(self, x: Vectors, z: Vectors, keep: float = 1.0, keys: np.ndarray = _NO_KEYS) -> Matches:
        """Best matches of unit vectors by CSLS, each similarity kept with probability `keep` (Artetxe et al., ACL 2018).

        As published, what is not kept counts as 0 after the penalty of CSLS is taken off; each direction draws by its key.
        """
        np.matmul(x, z.T, out=self._similarity)
        around_x, around_z = self._row_tops(), self._column_tops()
        limit = np.uint64(round(keep * 2**32))
        forward = self._forward(_penalty(around_z), keys[0], limit)
        backward = self._backward(_penalty(around_x), keys[1], limit)
        nearest = sum(float(tops[:, 0].mean(dtype=np.float64)) for tops in (around_x, around_z)) / 2
        return Matches(forward, backward, nearest)

    def _row_tops(self) -> Vectors:
        rows, columns = self._similarity.shape
        tops = np.full((rows, min(NEIGHBOURS, columns)), -np.inf, dtype=np.float32)
        everyone = np.arange(rows)
        in_threads(lambda part: self._top_of_rows(self._similarity[part], everyone, tops[part]), rows)
        return tops

    def _column_tops(self) -> Vectors:
        rows, columns = self._similarity.shape
        tops = np.full((columns, min(NEIGHBOURS, rows)), -np.inf, dtype=np.float32)
        least = np.full(columns, -np.inf, dtype=np.float32)
        top_of_columns = self._kernels.top_of_columns
        in_threads(lambda part: top_of_columns(self._similarity[:, part], least[part], tops[part]), columns)
        return tops

    def _forward(self, penalty: Vectors, key: np.uint64, limit: np.uint64) -> Indices:
        best = np.zeros(len(self._similarity), dtype=np.int64)

        def work(part: slice) -> None:
            self._kernels.best_of_rows(self._similarity[part], part.start, penalty, key, limit, best[part])

        in_threads(work, len(best))
        return best

    def _backward(self, penalty: Vectors, key: np.uint64, limit: np.uint64) -> Indices:
        columns = self._similarity.shape[1]
        best = np.zeros(columns, dtype=np.int64)

        def work(part: slice) -> None:
            similarity = self._similarity[:, part]
            self._kernels.best_of_columns(similarity, part.start, penalty, key, limit, best[part])

        in_threads(work, columns)
        return best


def _penalty(tops: Vectors) -> Vectors:
    """Half the mean similarity of the nearest neighbours."""
    halves: Vectors = (tops.mean(axis=1, dtype=np.float64) / 2).astype(np.float32)
    return halves

"""The linear algebra the methods share: normalisation, orthogonal maps, CSLS dictionaries, and how good a map looks."""

from __future__ import annotations

import numpy as np

from mteval.authoring.alignment.matching import VectorMatcher
from mteval.authoring.alignment.problem import Pairs, Vectors
from mteval.vectors.embeddings import unit_length
from mteval.vectors.similarity import Vectors as UnitVectors

MOST_FREQUENT = 15_000
CRITERION_WORDS = 10_000


def normalised(vectors: Vectors) -> Vectors:
    """Unit length, then mean zero, then unit length again (Artetxe et al., 2018)."""
    unit = unit_length(vectors)
    return unit_length(unit - unit.mean(axis=0, dtype=np.float64).astype(np.float32))


def orthogonal_map(source: Vectors, target: Vectors) -> Vectors:
    """The orthogonal W for which source · W is nearest to target, row by row (Schönemann, 1966)."""
    u, _, vt = np.linalg.svd(source.astype(np.float64).T @ target.astype(np.float64))
    w: Vectors = (u @ vt).astype(np.float32)
    return w


def mutual_pairs(source: UnitVectors, target: UnitVectors, most: int = MOST_FREQUENT) -> Pairs:
    """Frequent words that are each other's best translation by CSLS."""
    source, target = source[:most], target[:most]
    found = VectorMatcher(len(source), len(target)).match(source, target)
    rows = np.flatnonzero(found.backward[found.forward] == np.arange(len(source)))
    return Pairs(rows, found.forward[rows])


def criterion(source: UnitVectors, target: UnitVectors) -> float:
    """How good a map looks without a dictionary: the mean cosine of frequent words with their CSLS translations."""
    source, target = source[:CRITERION_WORDS], target[:MOST_FREQUENT]
    best = VectorMatcher(len(source), len(target)).match(source, target).forward
    return float(np.einsum("ij,ij->i", source, target[best]).mean())

"""The linear algebra the methods share: normalisation, orthogonal maps, dictionaries induced by CSLS."""

from __future__ import annotations

import numpy as np

from mteval.analysis.embeddings import unit_length
from mteval.analysis.similarity import Vectors as UnitVectors
from mteval.analysis.similarity import shortlist
from mteval.authoring.alignment.problem import Floats, Pairs, Vectors

NEIGHBOURS = 10
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


def density(vectors: UnitVectors, others: UnitVectors, k: int = NEIGHBOURS) -> Floats:
    """The mean of each vector's k highest cosines with the others."""
    k = min(k, len(others))
    found = shortlist(vectors, others, k, [np.zeros(len(others), dtype=np.float32)])[0]
    means: Floats = found.scores.mean(axis=1)
    return means


def translations(source: UnitVectors, target: UnitVectors) -> tuple[np.ndarray, np.ndarray]:
    """For each source its best target by CSLS, and for each target its best source."""
    around_source, around_target = density(source, target), density(target, source)
    forward = shortlist(source, target, 1, [(around_target / 2).astype(np.float32)])[0].indices[:, 0]
    backward = shortlist(target, source, 1, [(around_source / 2).astype(np.float32)])[0].indices[:, 0]
    return forward, backward


def mutual_pairs(source: UnitVectors, target: UnitVectors, most: int = MOST_FREQUENT) -> Pairs:
    """Frequent words that are each other's best translation by CSLS."""
    source, target = source[:most], target[:most]
    forward, backward = translations(source, target)
    rows = np.flatnonzero(backward[forward] == np.arange(len(source)))
    return Pairs(rows, forward[rows])


def criterion(source: UnitVectors, target: UnitVectors) -> float:
    """How good a map looks without a dictionary: the mean cosine of frequent words with their CSLS translations."""
    source = source[:CRITERION_WORDS]
    penalty = (density(target[:MOST_FREQUENT], source) / 2).astype(np.float32)
    best = shortlist(source, target[:MOST_FREQUENT], 1, [penalty])[0].indices[:, 0]
    return float(np.einsum("ij,ij->i", source, target[best]).mean())

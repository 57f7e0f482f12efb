"""VecMap supervised: whitening, an orthogonal map, re-weighting and de-whitening, each side in its own way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mteval.authoring.alignment.linear import normalised
from mteval.authoring.alignment.problem import AlignedVectors, Floats, Pairs, Problem, Vectors

_FLOOR = 1e-6


@dataclass(frozen=True, slots=True)
class Maps:
    """One matrix per side."""

    source: Floats
    target: Floats


def vecmap_supervised(problem: Problem) -> AlignedVectors:
    """The multi-step framework of Artetxe et al. (AAAI 2018), with symmetric re-weighting as in their ACL 2018 paper."""
    pairs = problem.training_pairs("vecmap-supervised")
    source, target = normalised(problem.source), normalised(problem.target)
    return mapped(source, target, weighted_maps(source, target, pairs))


def mapped(source: Vectors, target: Vectors, maps: Maps) -> AlignedVectors:
    """Both sides in the shared space."""
    return AlignedVectors((source @ maps.source).astype(np.float32), (target @ maps.target).astype(np.float32))


def weighted_maps(source: Vectors, target: Vectors, pairs: Pairs) -> Maps:
    """The maps learned from a dictionary: W = whiten · rotate · √(correlation) · de-whiten, for each side."""
    x, z = source[pairs.source].astype(np.float64), target[pairs.target].astype(np.float64)
    whiten_x, unwhiten_x = _whitening(x)
    whiten_z, unwhiten_z = _whitening(z)
    u, correlation, vt = np.linalg.svd((x @ whiten_x).T @ (z @ whiten_z))
    weight = np.sqrt(correlation)
    v = vt.T
    # De-whitening happens in the rotated space: the inverse whitening seen through the rotation.
    return Maps(
        (whiten_x @ u) * weight @ (u.T @ unwhiten_x @ u),
        (whiten_z @ v) * weight @ (v.T @ unwhiten_z @ v),
    )


def _whitening(vectors: Floats) -> tuple[Floats, Floats]:
    """The symmetric matrix that gives the dictionary's words unit covariance, and its inverse.

    Directions the dictionary says next to nothing about are left as they are rather than blown up.
    """
    values, basis = np.linalg.eigh(vectors.T @ vectors)
    root = np.sqrt(np.maximum(values, _FLOOR * max(float(values[-1]), _FLOOR)))
    return (basis / root) @ basis.T, (basis * root) @ basis.T

"""Whether a map found without a dictionary is any better than one drawn at random."""

from __future__ import annotations

import numpy as np

from mteval.authoring.alignment.linear import criterion
from mteval.authoring.alignment.problem import Vectors
from mteval.authoring.alignment.procrustes import refined

RANDOM_MAPS = 2
MARGIN = 0.02
DOUBTFUL = 0.75


def verdict(source: Vectors, target: Vectors, w: Vectors, seed: int) -> str:
    """Compare a map's unsupervised criterion with what random orthogonal maps reach by refinement.

    Any map makes some frequent words neighbours, and refinement makes the most of them: a criterion means little by itself.
    """
    rng = np.random.default_rng(seed)
    value = criterion(source @ w, target)
    chance = max(refined(source, target, random_map(rng, len(w))).value for _ in range(RANDOM_MAPS))
    said = f"criterion {value:.4f}; random maps refined on the same vectors reach {chance:.4f}"
    if value <= chance + MARGIN:
        return f"{said}: this map looks no better than chance. Try another --seed, more words or a dictionary"
    # Maps that are wrong but fit the shape of both clouds come this near; so do right ones of vectors that are hard to align.
    if 1 - value > DOUBTFUL * (1 - chance):
        return f"{said}: not far above chance, so check the map on a few known pairs before you trust it"
    return said


def random_map(rng: np.random.Generator, dimensions: int) -> Vectors:
    """An orthogonal matrix from anywhere."""
    w: Vectors = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))[0].astype(np.float32)
    return w

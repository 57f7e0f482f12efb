"""Whether a map found without a dictionary is any better than one drawn at random."""

from __future__ import annotations

import numpy as np

from mteval.authoring.alignment.linear import normalised
from mteval.authoring.alignment.problem import Vectors
from mteval.authoring.alignment.procrustes import refined

RANDOM_MAPS = 2
# What is left to the highest criterion, 1, as a share of what random maps leave. Right maps left 0 to 0.84 of it (most on small
# real vectors), wrong ones 0.68 to 0.92 (least on synthetic vectors of ten dimensions), so between the two nothing is sure.
NO_BETTER, DOUBTFUL = 0.9, 0.65


def verdict(source: Vectors, target: Vectors, w: Vectors, seed: int) -> str:
    """Refine a map and random orthogonal maps alike, and compare the unsupervised criterion they reach.

    Any map makes some frequent words neighbours, and refinement makes the most of them: a criterion means little by itself.
    Vectors are centred, or else the direction all words share would make every map look good.
    """
    rng = np.random.default_rng(seed)
    source, target = normalised(source), normalised(target)
    value = refined(source, target, w).value
    chance = max(refined(source, target, random_map(rng, len(w))).value for _ in range(RANDOM_MAPS))
    said = f"criterion {value:.4f} on centred vectors, where random maps reach {chance:.4f}"
    left = (1 - value) / max(1 - chance, 1e-9)
    if left > NO_BETTER:
        return f"{said}: this map looks no better than chance. Try another --seed, more words or a dictionary"
    if left > DOUBTFUL:
        return f"{said}: not far above chance, so check the map on a few known pairs before you trust it"
    return said


def random_map(rng: np.random.Generator, dimensions: int) -> Vectors:
    """An orthogonal matrix from anywhere."""
    w: Vectors = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))[0].astype(np.float32)
    return w

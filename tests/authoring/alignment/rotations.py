"""Vectors whose rotation is known, and how many words come out right."""

import numpy as np

from mteval.vectors.embeddings import unit_length
from mteval.vectors.retrieval import RETRIEVALS, Question, RetrievalSettings, Space


def rotated(words=600, dimensions=20, noise=0.05, seed=0, rotation=None):
    """Lumpy vectors and the same turned by a random rotation, with a little noise."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((30, dimensions)) * 1.5
    spread = np.linspace(1.5, 0.5, dimensions)
    source = (centres[rng.integers(0, 30, words)] + rng.standard_normal((words, dimensions))) * spread
    if rotation is None:
        rotation, _ = np.linalg.qr(rng.standard_normal((dimensions, dimensions)))
    target = source @ rotation + noise * rng.standard_normal((words, dimensions))
    return source.astype(np.float32), target.astype(np.float32)


def precision_at_1(aligned, retrieval="csls"):
    space = Space(unit_length(aligned.source), unit_length(aligned.target))
    rows = np.arange(len(space.source))
    found = RETRIEVALS[retrieval](space, RetrievalSettings()).ask(
        Question(rows, [[row] for row in rows], 1, all_ranks=False)
    )
    return np.mean(found.best.indices[:, 0] == rows)

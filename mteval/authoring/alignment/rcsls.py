"""RCSLS: the map that makes the CSLS of the dictionary's pairs as high as it gets (Joulin et al., EMNLP 2018)."""

from __future__ import annotations

import numpy as np

from mteval.authoring.alignment.linear import orthogonal_map
from mteval.authoring.alignment.matching import NEIGHBOURS
from mteval.authoring.alignment.problem import AlignedVectors, Pairs, Problem, Vectors
from mteval.vectors.embeddings import unit_length
from mteval.vectors.similarity import shortlist

ITERATIONS = 10
FIRST_RATE = 1.0
LEAST_RATE = 1e-4
NEGATIVES = 200_000


def rcsls(problem: Problem) -> AlignedVectors:
    """Start from the orthogonal map and descend; a step that does not help is taken back and made smaller."""
    pairs = problem.training_pairs("rcsls")
    source, target = unit_length(problem.source), unit_length(problem.target)
    w = orthogonal_map(source[pairs.source], target[pairs.target])
    rounds = ITERATIONS if problem.iterations is None else problem.iterations
    rate = FIRST_RATE
    loss, slope = loss_and_gradient(source, target, pairs, w)
    first = loss
    for done in range(rounds):
        step = w - np.float32(rate) * slope
        new_loss, new_slope = loss_and_gradient(source, target, pairs, step)
        if new_loss < loss:
            w, loss, slope = step, new_loss, new_slope
        else:
            rate /= 2
        problem.progress("rcsls", done + 1, rounds)
        if rate < LEAST_RATE:
            break
    return AlignedVectors(
        unit_length(source @ w), target, (f"loss {first:.4f} at the orthogonal map, {loss:.4f} at the end",)
    )


def loss_and_gradient(source: Vectors, target: Vectors, pairs: Pairs, w: Vectors) -> tuple[float, Vectors]:
    """The mean over pairs of −2 x·W·y + mean of x·W over y's neighbours of xW + mean of y over neighbours x'W of y.

    Neighbourhoods come from the whole vocabularies (frequent words at most) and are held fixed in the gradient.
    """
    x, y = source[pairs.source], target[pairs.target]
    moved = x @ w
    others = target[:NEGATIVES]
    everyone = source[:NEGATIVES]
    near_y = _mean_of_neighbours(moved, others, others)
    near_x = _mean_of_neighbours(y, everyone @ w, everyone)
    count = len(pairs)
    loss = float((-2 * moved * y + moved * near_y + (near_x @ w) * y).sum(dtype=np.float64)) / count
    slope = (-2 * (x.T @ y) + x.T @ near_y + near_x.T @ y) / np.float32(count)
    return loss, slope.astype(np.float32)


def _mean_of_neighbours(points: Vectors, keys: Vectors, values: Vectors) -> Vectors:
    """For each point, the mean of the values whose keys have the highest products with it."""
    k = min(NEIGHBOURS, len(keys))
    near = shortlist(points, keys, k, [np.zeros(len(keys), dtype=np.float32)])[0].indices
    means = np.zeros_like(points)
    for place in range(k):
        means += values[near[:, place]]
    return means / np.float32(k)

"""MUSE's supervised method: an orthogonal map from a dictionary, refined on the dictionary it induces itself."""

from __future__ import annotations

import numpy as np

from mteval.analysis.embeddings import unit_length
from mteval.authoring.alignment.linear import criterion, mutual_pairs, orthogonal_map
from mteval.authoring.alignment.problem import Aligned, Problem, Vectors

REFINEMENTS = 5


def procrustes(problem: Problem) -> Aligned:
    """Map by the training dictionary, then refine (Conneau et al., 2018, §3.2: the paper's MUSE-S)."""
    pairs = problem.training_pairs("procrustes")
    source, target = unit_length(problem.source), unit_length(problem.target)
    w = orthogonal_map(source[pairs.source], target[pairs.target])
    return refined(problem, source, target, w)


def refined(problem: Problem, source: Vectors, target: Vectors, w: Vectors) -> Aligned:
    """Learn the map again from mutual CSLS neighbours, a few times, and keep the best by the unsupervised criterion."""
    rounds = REFINEMENTS if problem.iterations is None else problem.iterations
    best, best_value = w, criterion(source @ w, target)
    values = [best_value]
    for done in range(rounds):
        pairs = mutual_pairs(source @ w, target)
        if not len(pairs):
            break
        w = orthogonal_map(source[pairs.source], target[pairs.target])
        values.append(criterion(source @ w, target))
        if values[-1] > best_value:
            best, best_value = w, values[-1]
        problem.progress("refinement", done + 1, rounds)
    note = f"criterion {values[0]:.4f} before refinement, {best_value:.4f} at its best of {len(values) - 1} rounds"
    return Aligned(np.asarray(source @ best), target, (note,))

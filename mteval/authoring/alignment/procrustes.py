"""MUSE's supervised method: an orthogonal map from a dictionary, refined on the dictionary it induces itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mteval.authoring.alignment.linear import criterion, mutual_pairs, orthogonal_map
from mteval.authoring.alignment.problem import AlignedVectors, Problem, Progress, Vectors, silent
from mteval.vectors.embeddings import unit_length

REFINEMENTS = 5


@dataclass(frozen=True, slots=True)
class Refinement:
    """The best map of a refinement, with the unsupervised criterion before and at its best."""

    map: Vectors
    before: float
    value: float
    rounds: int

    @property
    def note(self) -> str:
        """What to tell the user."""
        return f"criterion {self.before:.4f} before refinement, {self.value:.4f} at its best of {self.rounds} rounds"


def procrustes(problem: Problem) -> AlignedVectors:
    """Map by the training dictionary, then refine (Conneau et al., 2018, §3.2: the paper's MUSE-S)."""
    pairs = problem.training_pairs("procrustes")
    source, target = unit_length(problem.source), unit_length(problem.target)
    w = orthogonal_map(source[pairs.source], target[pairs.target])
    rounds = REFINEMENTS if problem.iterations is None else problem.iterations
    found = refined(source, target, w, rounds, problem.progress)
    return AlignedVectors(np.asarray(source @ found.map), target, (found.note,))


def refined(
    source: Vectors, target: Vectors, w: Vectors, rounds: int = REFINEMENTS, progress: Progress = silent
) -> Refinement:
    """Learn the map again from mutual CSLS neighbours, a few times, and keep the best by the unsupervised criterion."""
    before = criterion(source @ w, target)
    best, best_value, done = w, before, 0
    for done in range(1, rounds + 1):
        pairs = mutual_pairs(source @ w, target)
        if not len(pairs):
            break
        w = orthogonal_map(source[pairs.source], target[pairs.target])
        value = criterion(source @ w, target)
        if value > best_value:
            best, best_value = w, value
        progress("refinement", done, rounds)
    return Refinement(best, before, best_value, done)

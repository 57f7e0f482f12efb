"""VecMap unsupervised: a first dictionary from sorted similarities, then robust self-learning (Artetxe et al., ACL 2018)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mteval.authoring.alignment.linear import NEIGHBOURS, normalised, orthogonal_map
from mteval.authoring.alignment.problem import Aligned, Floats, Pairs, Problem, Vectors
from mteval.authoring.alignment.vecmap import mapped, weighted_maps

FIRST_WORDS = 4_000
LEARNING_WORDS = 20_000
FIRST_KEEP, KEEP_GROWTH = 0.1, 2.0
PATIENCE = 50
IMPROVEMENT = 1e-6
MOST_ITERATIONS = 1_000
_ROWS = 1_024


@dataclass(frozen=True, slots=True)
class _Induced:
    """A dictionary and the mean similarity of its best matches before any was dropped."""

    pairs: Pairs
    objective: float


def vecmap_unsupervised(problem: Problem) -> Aligned:
    """Map without a dictionary."""
    source, target = normalised(problem.source), normalised(problem.target)
    pairs, rounds = learn_dictionary(source, target, problem)
    found = mapped(source, target, weighted_maps(source, target, pairs))
    return Aligned(found.source, found.target, (f"{rounds} rounds of self-learning, {len(pairs)} pairs induced",))


def learn_dictionary(source: Vectors, target: Vectors, problem: Problem) -> tuple[Pairs, int]:
    """Self-learning with stochastic dictionaries: more of the similarities are kept each time progress stops."""
    rng = np.random.default_rng(problem.seed)
    x, z = source[:LEARNING_WORDS], target[:LEARNING_WORDS]
    pairs = first_dictionary(source, target)
    keep, best, last_better = FIRST_KEEP, -np.inf, 0
    most = problem.iterations or MOST_ITERATIONS
    for done in range(1, most + 1):
        w = orthogonal_map(x[pairs.source], z[pairs.target])
        induced = _induce(x @ w, z, keep, rng)
        pairs = induced.pairs
        if induced.objective >= best + IMPROVEMENT:
            best, last_better = induced.objective, done
        elif done - last_better > PATIENCE:
            if keep >= 1.0:
                break
            keep, last_better = min(1.0, KEEP_GROWTH * keep), done
        problem.progress("self-learning", done, most)
    return pairs, done


def first_dictionary(source: Vectors, target: Vectors) -> Pairs:
    """Match words whose similarities to all others, sorted, look alike: equivalent words have alike distributions."""
    count = min(FIRST_WORDS, len(source), len(target))
    x, z = _profile(source[:count]), _profile(target[:count])
    similarity = x @ z.T
    around_x, around_z = _density(similarity), _density(similarity.T)
    similarity -= (around_x[:, None] + around_z[None, :]).astype(np.float32) / 2
    everyone = np.arange(count)
    return Pairs(
        np.concatenate([everyone, similarity.argmax(axis=0)]), np.concatenate([similarity.argmax(axis=1), everyone])
    )


def _profile(vectors: Vectors) -> Vectors:
    """Each word's row of the square root of the similarity matrix, sorted and normalised."""
    u, values, _ = np.linalg.svd(vectors.astype(np.float64), full_matrices=False)
    similarity = ((u * values) @ u.T).astype(np.float32)
    similarity.sort(axis=1)
    return normalised(similarity)


def _density(similarity: Vectors) -> Floats:
    k = min(NEIGHBOURS, similarity.shape[1])
    top = np.partition(similarity, similarity.shape[1] - k, axis=1)[:, -k:]
    means: Floats = top.mean(axis=1, dtype=np.float64)
    return means


def _induce(x: Vectors, z: Vectors, keep: float, rng: np.random.Generator) -> _Induced:
    """The CSLS dictionary in both directions, each similarity kept with probability `keep` (else it counts as 0)."""
    around_z = np.concatenate([_density(z[i : i + _ROWS] @ x.T) for i in range(0, len(z), _ROWS)])
    forward, value_forward, around_x = _best(x, z, around_z, keep, rng)
    backward, value_backward, _ = _best(z, x, around_x, keep, rng)
    pairs = Pairs(np.concatenate([np.arange(len(x)), backward]), np.concatenate([forward, np.arange(len(z))]))
    return _Induced(pairs, (value_forward + value_backward) / 2)


def _best(
    rows: Vectors, columns: Vectors, around: Floats, keep: float, rng: np.random.Generator
) -> tuple[np.ndarray, float, Floats]:
    """The best column of each row after dropout, the mean of the best similarities before it, and the rows' densities."""
    best, density, total = [], [], 0.0
    for start in range(0, len(rows), _ROWS):
        similarity = rows[start : start + _ROWS] @ columns.T
        total += float(similarity.max(axis=1).sum())
        density.append(_density(similarity))
        similarity -= (around / 2).astype(np.float32)
        if keep < 1.0:
            similarity *= rng.random(similarity.shape, dtype=np.float32) < keep
        best.append(similarity.argmax(axis=1))
    return np.concatenate(best), total / len(rows), np.concatenate(density)

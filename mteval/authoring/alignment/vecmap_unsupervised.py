"""VecMap unsupervised: a first dictionary from sorted similarities, then robust self-learning (Artetxe et al., ACL 2018)."""

from __future__ import annotations

import numpy as np

from mteval.authoring.alignment.chance import verdict
from mteval.authoring.alignment.linear import normalised, orthogonal_map
from mteval.authoring.alignment.matching import Matches, VectorMatcher
from mteval.authoring.alignment.problem import AlignedVectors, Pairs, Problem, Vectors
from mteval.authoring.alignment.vecmap import mapped, weighted_maps

FIRST_WORDS = 4_000
LEARNING_WORDS = 20_000
FIRST_KEEP, KEEP_GROWTH = 0.1, 2.0
PATIENCE = 50
IMPROVEMENT = 1e-6
MOST_ITERATIONS = 1_000


def vecmap_unsupervised(problem: Problem) -> AlignedVectors:
    """Map without a dictionary."""
    source, target = normalised(problem.source), normalised(problem.target)
    pairs, rounds = learn_dictionary(source, target, problem)
    found = mapped(source, target, weighted_maps(source, target, pairs))
    w = orthogonal_map(source[pairs.source], target[pairs.target])
    learned = f"{rounds} rounds of self-learning, {len(pairs)} pairs induced"
    return AlignedVectors(found.source, found.target, (learned, verdict(source, target, w, problem.seed)))


def learn_dictionary(source: Vectors, target: Vectors, problem: Problem) -> tuple[Pairs, int]:
    """Self-learning with stochastic dictionaries: more of the similarities are kept each time progress stops."""
    words = problem.learning_words or LEARNING_WORDS
    x, z = source[:words], target[:words]
    rng, matcher = np.random.default_rng(problem.seed), VectorMatcher(len(x), len(z))
    pairs = first_dictionary(x, z)
    keep, best, last_better = FIRST_KEEP, -np.inf, 0
    most = problem.iterations or MOST_ITERATIONS
    for done in range(1, most + 1):
        w = orthogonal_map(x[pairs.source], z[pairs.target])
        found = matcher.match(x @ w, z, keep, rng.integers(0, 2**63, 2, dtype=np.uint64))
        pairs = _both_ways(found)
        if found.nearest >= best + IMPROVEMENT:
            best, last_better = found.nearest, done
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
    return _both_ways(VectorMatcher(count, count).match(x, z))


def _both_ways(found: Matches) -> Pairs:
    """Each source with its best target, and each target with its best source."""
    everyone = np.arange(len(found.forward)), np.arange(len(found.backward))
    return Pairs(np.concatenate([everyone[0], found.backward]), np.concatenate([found.forward, everyone[1]]))


def _profile(vectors: Vectors) -> Vectors:
    """Each word's row of the square root of the similarity matrix, sorted and normalised."""
    u, values, _ = np.linalg.svd(vectors.astype(np.float64), full_matrices=False)
    similarity = ((u * values) @ u.T).astype(np.float32)
    similarity.sort(axis=1)
    return normalised(similarity)

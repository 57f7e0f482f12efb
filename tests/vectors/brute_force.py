"""Retrievals written from their formulas, in double precision and with Python's sums."""

import numpy as np
import pytest

from mteval.core.queries import UNRANKED
from mteval.vectors.embeddings import unit_length
from mteval.vectors.retrieval import RETRIEVALS, Question, Space


def cosine(a, b):
    total = 0.0
    for x, y in zip(a.tolist(), b.tolist(), strict=True):
        total += x * y
    return total


def all_cosines(space):
    return [[cosine(x, y) for y in space.target] for x in space.source]


def density(values, k):
    return float(np.mean(sorted(values, reverse=True)[:k]))


def brute_scores(name, space, settings):
    """scores[x][y] by the formulas; for invnn the pair (minus rank, cosine)."""
    cos = all_cosines(space)
    n_s, n_t = len(space.source), len(space.target)
    columns = [[cos[i][j] for i in range(n_s)] for j in range(n_t)]
    if name == "nn":
        return cos
    if name == "csls":
        around_x = [density(row, settings.csls_k) for row in cos]
        around_y = [density(column, settings.csls_k) for column in columns]
        return [[2.0 * cos[i][j] - around_x[i] - around_y[j] for j in range(n_t)] for i in range(n_s)]
    if name == "invsoftmax":
        sums = [sum(np.exp(settings.temperature * value) for value in column) for column in columns]
        return [[np.exp(settings.temperature * cos[i][j]) / sums[j] for j in range(n_t)] for i in range(n_s)]
    ranks = [[1 + sum(other > cos[i][j] for other in columns[j]) for j in range(n_t)] for i in range(n_s)]
    return [[(-ranks[i][j], cos[i][j]) for j in range(n_t)] for i in range(n_s)]


def brute_order(scores):
    return sorted(range(len(scores)), key=lambda j: (scores[j], -j), reverse=True)


def differences(name, space, settings, all_ranks=True, k=5):
    """Where our answers and the brute force's differ: (source, what, ours, theirs)."""
    scores = brute_scores(name, space, settings)
    rows = np.arange(len(space.source))
    gold = [[j for j in range(len(space.target)) if (i + j) % 3 == 0] for i in rows]
    found = RETRIEVALS[name](space, settings).ask(Question(rows, gold, k, all_ranks))
    wrong = []
    for i in rows:
        order = brute_order(scores[i])
        ranks = [order.index(j) + 1 for j in gold[i]]
        expected = {
            "best": order[:k],
            "ranks": [rank if all_ranks or rank <= k else UNRANKED for rank in ranks],
        }
        ours = {"best": found.best.indices[i].tolist(), "ranks": found.gold_ranks[i]}
        if name in ("nn", "csls", "invsoftmax"):
            expected["scores"] = pytest.approx([scores[i][j] for j in order[:k]], rel=1e-12, abs=1e-12)
            ours["scores"] = found.best.scores[i].tolist()
        wrong += [(i, what, ours[what], theirs) for what, theirs in expected.items() if ours[what] != theirs]
    return wrong


def random_space(seed, n_s=40, n_t=50, dimensions=8):
    rng = np.random.default_rng(seed)
    shared = rng.standard_normal((max(n_s, n_t), dimensions))
    source = shared[:n_s] + 0.5 * rng.standard_normal((n_s, dimensions))
    target = shared[:n_t] + 0.5 * rng.standard_normal((n_t, dimensions))
    return Space(unit_length(source), unit_length(target))

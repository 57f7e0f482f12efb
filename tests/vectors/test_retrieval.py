"""Each retrieval against a brute force written here from its formula, in double precision and with Python's sums."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core.queries import UNRANKED
from mteval.vectors import csls as csls_module
from mteval.vectors.embeddings import unit_length
from mteval.vectors.retrieval import RETRIEVALS, Question, RetrievalSettings, Space


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


@pytest.mark.parametrize("name", sorted(RETRIEVALS))
@pytest.mark.parametrize("seed", range(3))
def test_retrieval_equals_brute_force(name, seed):
    assert differences(name, random_space(seed), RetrievalSettings(temperature=3.0)) == []


small_vectors = st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=14)


@settings(max_examples=60, deadline=None)
@given(small_vectors, small_vectors, st.sampled_from(["nn", "csls", "invnn"]), st.booleans())
def test_ties_go_to_the_earlier_word(source, target, name, all_ranks):
    # Tiny whole numbers make equal cosines, repeated words and zero vectors common.
    space = Space(unit_length(np.array(source, float)), unit_length(np.array(target, float)))
    assert differences(name, space, RetrievalSettings(csls_k=3), all_ranks=all_ranks) == []


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(30, 90), st.integers(30, 90), st.booleans(), st.sampled_from([0, 300]))
def test_fast_csls_equals_brute_force(seed, n_s, n_t, tied, small):
    rng = np.random.default_rng(seed)
    space = random_space(seed, n_s, n_t, 6)
    if tied:
        for matrix in (space.source, space.target):
            matrix[rng.integers(0, len(matrix), 12)] = matrix[rng.integers(0, len(matrix), 12)]
            matrix[rng.integers(0, len(matrix))] = 0.0
    with pytest.MonkeyPatch.context() as patch:
        # Few probes and short lists: bounds are loose, and lists must grow.
        forced = {"SMALL": small, "HALF": np.inf, "FEW_PROBES": 1, "MANY_PROBES": 2, "SHORTLIST": 1}
        for name, value in forced.items():
            patch.setattr(csls_module, name, value)
        assert differences("csls", space, RetrievalSettings(csls_k=4), all_ranks=False, k=3) == []


def numpy_csls(source, target, rows, k):
    """Brute force over the full matrix, in double precision."""
    cosines = source.astype(float) @ target.astype(float).T
    around_y = np.sort(cosines, axis=0)[-10:].mean(axis=0)
    around_x = np.sort(cosines, axis=1)[:, -10:].mean(axis=1)
    scores = 2 * cosines[rows] - around_x[rows, None] - around_y
    return np.argsort(-scores, axis=1, kind="stable")[:, :k]


@pytest.mark.parametrize(("probes", "seed"), [(64, 0), (64, 1), (2, 0), (2, 1)])
def test_approximate_csls_finds_nearly_the_same(monkeypatch, probes, seed):
    """Clustered vectors with hubs: nearly all of the best ten agree, and where few probes say little more is settled."""
    monkeypatch.setattr(csls_module, "SMALL", 0)
    monkeypatch.setattr(csls_module, "MANY_PROBES", probes)
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((60, 40))
    meaning = centres[rng.integers(0, 60, 3000)] + 1.5 * rng.standard_normal((3000, 40))
    meaning += rng.gamma(2.0, 0.2, (3000, 1)) * rng.standard_normal(40)
    source, target = (unit_length(meaning + 0.4 * rng.standard_normal(meaning.shape)) for _ in range(2))
    rows = np.arange(0, 3000, 10)
    index = csls_module.Csls(source, target, approximate=True)
    found = index.best(rows, 10).indices
    expected = numpy_csls(source, target, rows, 10)
    agreement = np.mean([len(set(one) & set(other)) / 10 for one, other in zip(found, expected, strict=True)])
    assert agreement >= 0.99
    assert index.refined < len(target)


def test_zero_vector_has_similarity_zero_to_all():
    space = Space(unit_length(np.zeros((3, 4))), unit_length(np.eye(4)))
    for name in RETRIEVALS:
        found = RETRIEVALS[name](space, RetrievalSettings()).ask(Question(np.arange(3), [[1], [0], [3]], 2))
        assert np.isfinite(found.best.scores).all()
        assert found.best.indices[0].tolist() == [0, 1]
        assert found.gold_ranks == [[2], [1], [4]]

"""Fast and approximate CSLS against brute force."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.vectors import csls as csls_module
from mteval.vectors.embeddings import unit_length
from mteval.vectors.retrieval import RetrievalSettings
from tests.vectors.brute_force import differences, random_space


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

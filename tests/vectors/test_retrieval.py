"""Each retrieval against brute force, also where words tie."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.vectors.embeddings import unit_length
from mteval.vectors.retrieval import RETRIEVALS, Question, RetrievalSettings, Space
from tests.vectors.brute_force import differences, random_space


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


def test_zero_vector_has_similarity_zero_to_all():
    space = Space(unit_length(np.zeros((3, 4))), unit_length(np.eye(4)))
    for name in RETRIEVALS:
        found = RETRIEVALS[name](space, RetrievalSettings()).ask(Question(np.arange(3), [[1], [0], [3]], 2))
        assert np.isfinite(found.best.scores).all()
        assert found.best.indices[0].tolist() == [0, 1]
        assert found.gold_ranks == [[2], [1], [4]]

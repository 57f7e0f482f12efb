"""What an alignment starts from."""

import numpy as np
import pytest

from mteval.authoring.alignment.problem import Pairs, Problem
from mteval.core.errors import UsageError


def test_both_sides_have_as_many_dimensions():
    with pytest.raises(UsageError, match="Source vectors have 3 dimensions and target vectors 4"):
        Problem(np.zeros((2, 3), dtype=np.float32), np.zeros((2, 4), dtype=np.float32))


def test_a_supervised_method_needs_pairs():
    vectors = np.zeros((2, 3), dtype=np.float32)
    pairs = Pairs(np.array([0]), np.array([1]))
    assert Problem(vectors, vectors, pairs).training_pairs("rcsls") is pairs
    for given in (None, Pairs(np.array([], dtype=int), np.array([], dtype=int))):
        with pytest.raises(UsageError, match=r"The method 'rcsls' learns from a dictionary\. Give one"):
            Problem(vectors, vectors, given).training_pairs("rcsls")

"""A map that is no better than chance says so."""

import numpy as np

from mteval.authoring.alignment.chance import verdict
from mteval.vectors.embeddings import unit_length


def test_a_map_that_is_no_better_than_chance_says_so():
    rng = np.random.default_rng(0)
    source, target = (unit_length(rng.standard_normal((500, 10))) for _ in range(2))
    assert "no better than chance" in verdict(source, target, np.eye(10, dtype=np.float32), 0)
    assert "chance" not in verdict(source, source, np.eye(10, dtype=np.float32), 0)

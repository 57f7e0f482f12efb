"""Matches from part of the similarities against brute force."""

import numpy as np
import pytest

from mteval.authoring.alignment.matching import VectorMatcher
from mteval.vectors.embeddings import unit_length


@pytest.mark.parametrize("keep", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("shift", [0.0, -2.0])
def test_matches_from_a_random_part_of_the_similarities_equal_brute_force(keep, shift):
    from mteval.authoring.alignment import _matching_kernels as kernels

    rng = np.random.default_rng(6)
    x, z = unit_length(rng.standard_normal((150, 5))), unit_length(rng.standard_normal((170, 5)))
    # With all similarities below zero, what is dropped (and counts as 0) wins.
    x, z = (np.hstack([side, np.full((len(side), 1), sign)]) for side, sign in ((x, 1.0), (z, shift)))
    keys = np.array([5, 6], dtype=np.uint64)
    found = VectorMatcher(150, 170).match(x.astype("f4"), z.astype("f4"), keep, keys)
    cosines = x.astype("f4") @ z.astype("f4").T
    kept = np.empty((2, 150, 170), dtype=bool)
    for side, key in enumerate(keys):
        kernels.mask(key, np.uint64(round(keep * 2**32)), kept[side])
    around_z, around_x = (np.sort(cosines, axis=axis).take(range(-10, 0), axis).mean(axis) / 2 for axis in (0, 1))
    assert kept.mean() == pytest.approx(keep, abs=0.01)
    assert (found.forward == np.where(kept[0], cosines - around_z, 0).argmax(axis=1)).all()
    assert (found.backward == np.where(kept[1], cosines - around_x[:, None], 0).argmax(axis=0)).all()
    assert found.nearest == pytest.approx((cosines.max(axis=1).mean() + cosines.max(axis=0).mean()) / 2)

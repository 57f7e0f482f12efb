from __future__ import annotations

import numpy as np
import pytest

from mteval.statistics.coins import coins, packed_coins


@pytest.mark.parametrize(("draws", "units"), [(32, 1), (32, 33), (64, 100), (5, 7), (1, 1)])
def test_coins_are_those_that_numpy_throws(draws, units):
    ours, theirs = np.random.default_rng(3), np.random.default_rng(3)
    for _ in range(3):
        wanted = theirs.integers(2, size=(draws, units), dtype=bool)
        assert (coins(ours, draws, units) == wanted).all()


@pytest.mark.parametrize(("draws", "units"), [(32, 1), (32, 33), (64, 100), (96, 64), (5, 7)])
def test_packed_coins_are_the_same_coins(draws, units):
    packed, plain = np.random.default_rng(3), np.random.default_rng(3)
    for _ in range(3):
        found = packed_coins(packed, draws, units)
        assert len(found) == draws
        assert (np.concatenate(list(found.unpacked())) == coins(plain, draws, units)).all()

from __future__ import annotations

import numpy as np
import pytest

from mteval.statistics.paired import _coins
from mteval.statistics.products import CASES, RowSums, weighted_sums
from mteval.statistics.resampling import _counts, bootstrap_weights


@pytest.mark.parametrize("largest", [9, 2**20, 2**40])
def test_sums_of_whole_numbers_are_exact_whatever_their_size(largest):
    draw = np.random.default_rng(1)
    rows = draw.integers(-largest, largest, size=(2 * CASES + 5, 3))
    weights = draw.integers(0, 9, size=(4, len(rows))).astype(np.uint16)
    # Python's whole numbers as the brute force.
    wanted = [[sum(int(w) * int(r) for w, r in zip(one, column, strict=True)) for column in rows.T] for one in weights]
    assert RowSums(rows.astype(np.float64)).under(weights).tolist() == wanted


def test_sums_of_shares_are_made_in_double_precision():
    rows = np.random.default_rng(2).random((CASES + 7, 2))
    weights = np.ones((1, len(rows)), dtype=np.uint16)
    assert RowSums(rows).under(weights) == pytest.approx(rows.sum(axis=0)[None], rel=1e-13)
    assert not RowSums(rows).whole


def test_rows_in_single_precision_are_summed_in_double():
    rows = np.full((3 * CASES, 1), 2**23 + 1, dtype=np.float32)
    assert weighted_sums(np.ones((1, len(rows))), rows).tolist() == [[float((2**23 + 1) * len(rows))]]


@pytest.mark.parametrize(("rows", "units"), [(32, 1), (32, 33), (64, 100), (5, 7), (1, 1)])
def test_coins_are_those_that_numpy_throws(rows, units):
    ours, theirs = np.random.default_rng(3), np.random.default_rng(3)
    for _ in range(3):
        wanted = theirs.integers(2, size=(rows, units), dtype=bool)
        assert (_coins(ours, rows, units) == wanted).all()


@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 2, 2, 2] * 20)])
def test_draws_one_by_one_are_those_of_whole_blocks(clusters):
    wanted = np.concatenate(list(bootstrap_weights(120, 100, 5, clusters)))
    assert (np.concatenate(list(_counts(120, 100, 5, clusters))) == wanted).all()

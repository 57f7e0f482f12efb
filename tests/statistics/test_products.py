from __future__ import annotations

import numpy as np
import pytest

from mteval.statistics import products
from mteval.statistics.coins import coins, packed_coins
from mteval.statistics.products import CASES, RowSums, weighted_sums
from mteval.statistics.resampling import _counts, bootstrap_weights


@pytest.mark.parametrize("many", [10, 1 << 16])
@pytest.mark.parametrize("largest", [9, 2**20, 2**40])
def test_sums_of_whole_numbers_are_exact_whatever_their_size(largest, many, monkeypatch):
    monkeypatch.setattr(products, "MANY", many)
    draw = np.random.default_rng(1)
    rows = draw.integers(-largest, largest, size=(2 * CASES + 5, 3))
    weights = draw.integers(0, 9, size=(4, len(rows))).astype(np.uint16)
    # Python's whole numbers as the brute force.
    wanted = [[sum(int(w) * int(r) for w, r in zip(one, column, strict=True)) for column in rows.T] for one in weights]
    tables = rows[:, :1].astype(np.float64), rows[:, 1:].astype(np.float64)
    assert RowSums(*tables).under(weights).tolist() == wanted


@pytest.mark.parametrize("largest", [9, 2**20])
@pytest.mark.parametrize("units", [8 * CASES, 2 * CASES + 5, 3])
def test_rows_that_packed_coins_keep_are_summed_as_those_that_coins_keep(units, largest):
    rows = np.random.default_rng(4).integers(-largest, largest, size=(units, 17)).astype(np.float32)
    packed = packed_coins(np.random.default_rng(5), 64, units)
    kept = coins(np.random.default_rng(5), 64, units)
    assert (np.concatenate(list(packed.unpacked())) == kept).all()
    assert (RowSums(rows).under(packed) == kept.astype(np.float64) @ rows.astype(np.float64)).all()


def test_sums_of_shares_are_made_in_double_precision():
    rows = np.random.default_rng(2).random((CASES + 7, 2))
    weights = np.ones((1, len(rows)), dtype=np.uint16)
    assert RowSums(rows).under(weights) == pytest.approx(rows.sum(axis=0)[None], rel=1e-13)
    assert not RowSums(rows).whole


def test_rows_in_single_precision_are_summed_in_double():
    rows = np.full((3 * CASES, 1), 2**23 + 1, dtype=np.float32)
    assert weighted_sums(np.ones((1, len(rows))), rows).tolist() == [[float((2**23 + 1) * len(rows))]]


@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 2, 2, 2] * 20)])
def test_draws_one_by_one_are_those_of_whole_blocks(clusters):
    wanted = np.concatenate(list(bootstrap_weights(120, 100, 5, clusters)))
    assert (np.concatenate(list(_counts(120, 100, 5, clusters))) == wanted).all()

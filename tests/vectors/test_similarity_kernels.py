"""The compiled passes over blocks of similarities against sorting and summing in Python."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.vectors import _similarity_kernels as kernels

CASES = st.tuples(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 40), st.integers(1, 6))


def coarse(seed, rows, columns):
    """Similarities with many ties."""
    return np.random.default_rng(seed).integers(-4, 5, (rows, columns)).astype(np.float32)


@settings(max_examples=80, deadline=None)
@given(CASES, st.integers(1, 39))
def test_the_best_of_two_blocks_are_those_of_the_whole_row_and_of_equals_the_first(case, cut):
    seed, rows, columns, kept = case
    block, penalty = coarse(seed, rows, columns), coarse(seed + 1, 1, columns)[0]
    values = np.full((rows, kept), -np.inf, dtype=np.float32)
    indices = np.full((rows, kept), -1, dtype=np.int64)
    for start, stop in ((0, min(cut, columns)), (min(cut, columns), columns)):
        part = np.ascontiguousarray(block[:, start:stop])
        kernels.merge_best(part, penalty[start:stop].copy(), start, values, indices)
    for i, row in enumerate(block - penalty):
        order = sorted(range(columns), key=lambda j, row=row: (-row[j], j))[:kept]
        assert indices[i, : len(order)].tolist() == order
        assert values[i, : len(order)].tolist() == [row[j] for j in order]
        assert (indices[i, len(order) :] == -1).all()


@settings(max_examples=60, deadline=None)
@given(CASES)
def test_values_are_merged_into_the_rows_they_belong_to(case):
    seed, rows, columns, kept = case
    block = coarse(seed, rows, columns)
    places = np.random.default_rng(seed).permutation(rows + 2)[:rows]
    values = np.full((rows + 2, kept), -np.inf, dtype=np.float32)
    kernels.merge_values(block, places, values)
    for i, place in enumerate(places):
        wanted = sorted(block[i], reverse=True)[:kept]
        assert values[place, : len(wanted)].tolist() == wanted
    untouched = sorted(set(range(rows + 2)) - set(places.tolist()))
    assert np.isneginf(values[untouched]).all()


def test_sums_are_in_double_precision_and_in_order_of_the_dimensions():
    draw = np.random.default_rng(2)
    rows, columns = (draw.standard_normal((size, 9)).astype(np.float32) for size in (4, 6))
    chosen = np.array([[0, 5, -1], [3, 3, 1], [2, 0, 4], [-1, 1, 5]])
    some, every = np.empty(chosen.shape), np.empty((4, 6))
    kernels.dots(rows, columns, chosen, some)
    kernels.all_dots(rows, np.ascontiguousarray(columns.T.astype(np.float64)), every)
    for i in range(4):
        for j in range(6):
            total = 0.0
            for a, b in zip(rows[i].tolist(), columns[j].tolist(), strict=True):
                total += a * b
            assert every[i, j] == total
    # A column there is not has no similarity.
    assert (some == np.where(chosen >= 0, np.take_along_axis(every, np.abs(chosen), axis=1), 0.0)).all()


@pytest.mark.parametrize("room", [0, 1, 50])
def test_columns_are_surely_above_or_near_or_neither(room):
    block, penalty = coarse(3, 3, 20), coarse(4, 1, 20)[0]
    owners = np.array([0, 2, 2])
    limits = np.array([[-1.0, 1.0], [0.0, 0.0], [-9.0, -8.5]], dtype=np.float32)
    above, near = np.zeros(3, dtype=np.int64), np.full((room, 2), -1, dtype=np.int64)
    found = kernels.unsure(block, penalty, owners, limits, above, near)
    scores = (block - penalty)[owners]
    assert above.tolist() == [int((row > high).sum()) for row, (_, high) in zip(scores, limits, strict=True)]
    wanted = [[g, j] for g, (low, high) in enumerate(limits) for j in range(20) if low <= scores[g, j] <= high]
    assert found == len(wanted)
    assert near[: len(wanted)].tolist() == wanted[:room]

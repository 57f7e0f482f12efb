"""Exact best columns against a full matrix in double precision, whatever the blocks; ties go to the earlier column."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.vectors import similarity
from mteval.vectors.embeddings import unit_length
from mteval.vectors.similarity import LinearProduct, all_cosines, cosines_of, exact_best, keep_best, ranks_of


def brute(rows, columns, score):
    """The score of every pair, each cosine summed from the first dimension to the last."""
    cosines = np.array([[sum(float(a) * float(b) for a, b in zip(x, y, strict=True)) for y in columns] for x in rows])
    scores = score.scale * cosines
    if score.shift is not None:
        scores = scores - score.shift[:, None]
    return scores if score.penalty is None else scores - score.penalty


def order(scores, k):
    return [sorted(range(len(row)), key=lambda j: (-row[j], j))[:k] for row in scores]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 60), st.integers(1, 12), st.booleans())
def test_the_best_are_those_of_the_full_matrix(seed, n_rows, n_columns, k, tied):
    rng = np.random.default_rng(seed)
    rows, columns = unit_length(rng.standard_normal((n_rows, 5))), unit_length(rng.standard_normal((n_columns, 5)))
    if tied:
        columns[n_columns // 2 :] = columns[0]
        rows[0] = 0.0
    score = LinearProduct(2.0, rng.random(n_rows), rng.random(n_columns)) if seed % 2 else LinearProduct()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "COLUMNS", 7)
        patch.setattr(similarity, "ROWS", 5)
        found = exact_best(rows, columns, k, score)
    expected = brute(rows, columns, score)
    wanted = order(expected, min(k, n_columns))
    assert found.indices.tolist() == wanted
    assert found.scores == pytest.approx(np.take_along_axis(expected, np.array(wanted), axis=1), abs=1e-12)


def test_nearly_equal_cosines_are_told_apart_in_double_precision():
    base = np.zeros((40, 3), dtype=np.float32)
    base[:, 0] = 1.0
    base[:, 1] = np.arange(40) * 1e-7  # below what a sum in single precision can order
    row = unit_length(np.array([[1.0, 1e-3, 0.0]]))
    assert exact_best(row, base, 3).indices.tolist() == order(brute(row, base, LinearProduct()), 3)


def test_some_and_all_cosines_are_the_same_numbers():
    rng = np.random.default_rng(1)
    rows, columns = unit_length(rng.standard_normal((70, 9))), unit_length(rng.standard_normal((90, 9)))
    every = all_cosines(rows, columns, precise=True)
    chosen = rng.integers(0, 90, (70, 4))
    assert (cosines_of(rows, columns, chosen) == np.take_along_axis(every, chosen, axis=1)).all()
    assert every == pytest.approx(brute(rows, columns, LinearProduct()), abs=1e-14)
    assert all_cosines(rows, columns, precise=False) == pytest.approx(every, abs=1e-6)


def test_the_best_so_far_are_kept_over_blocks():
    scores = np.array([[3.0, 1.0, 3.0, 2.0, 3.0]])
    found = None
    for start in (0, 2, 4):
        found = keep_best(found, scores[:, start : start + 2], start, 3)
    assert found.indices.tolist() == [[0, 2, 4]]


def test_ranks_of_given_columns():
    rng = np.random.default_rng(2)
    rows, columns = unit_length(rng.standard_normal((12, 4))), unit_length(rng.standard_normal((30, 4)))
    gold = [[int(j) for j in rng.choice(30, 2, replace=False)] for _ in rows]
    found = ranks_of(rows, columns, gold, LinearProduct())
    wanted = order(brute(rows, columns, LinearProduct()), 30)
    assert [list(one) for one in found] == [
        [row.index(j) + 1 for j in own] for row, own in zip(wanted, gold, strict=True)
    ]

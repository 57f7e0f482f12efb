"""Reliability of ratings: analysis of variance written out, least squares by numpy, hand counts."""

import numpy as np
import pytest
from scipy.stats import rankdata

from mteval.statistics import rating_table
from mteval.statistics.rating_table import RatingTable
from mteval.statistics.reliability import ICC_KEYS, intraclass_correlations, kendall_w, tendencies

NAN = np.nan


def table(rows):
    values = np.array(rows, dtype=float)
    return RatingTable(values, tuple(map(str, range(len(values)))), tuple(f"r{i}" for i in range(values.shape[1])))


def icc(rows):
    made = table(rows)
    return dict(zip(ICC_KEYS, intraclass_correlations(made, made.unit_weights())[0], strict=True))


@pytest.fixture
def ragged():
    draw = np.random.default_rng(5)
    values = np.clip(draw.integers(1, 6, size=(40, 1)) + draw.integers(-1, 2, size=(40, 4)), 1, 5).astype(float)
    values[draw.random(values.shape) < 0.3] = np.nan
    return values


def two_way(values):
    """Mean squares of items, annotators and error, by their definitions."""
    n, k = values.shape
    grand, items, people = values.mean(), values.mean(axis=1), values.mean(axis=0)
    rows, columns = k * ((items - grand) ** 2).sum(), n * ((people - grand) ** 2).sum()
    rest = ((values - items[:, None] - people[None] + grand) ** 2).sum()
    return rows / (n - 1), columns / (k - 1), rest / ((n - 1) * (k - 1))


def test_two_way_coefficients_are_over_the_items_everybody_rated(ragged):
    complete = ragged[~np.isnan(ragged).any(axis=1)]
    n, k = complete.shape
    items, people, error = two_way(complete)
    found = icc(ragged)
    assert found["icc2_1"] == pytest.approx((items - error) / (items + (k - 1) * error + k * (people - error) / n))
    assert found["icc3_1"] == pytest.approx((items - error) / (items + (k - 1) * error))
    assert found["icc2_k"] == pytest.approx((items - error) / (items + (people - error) / n))
    assert found["icc3_k"] == pytest.approx((items - error) / items)


def test_one_way_coefficients_are_over_the_items_two_people_rated(ragged):
    groups = [row[~np.isnan(row)] for row in ragged if (~np.isnan(row)).sum() >= 2]
    grand = np.concatenate(groups).mean()
    between = sum(len(g) * (g.mean() - grand) ** 2 for g in groups) / (len(groups) - 1)
    within = sum(((g - g.mean()) ** 2).sum() for g in groups) / sum(len(g) - 1 for g in groups)
    assert icc(ragged)["icc1_k"] == pytest.approx((between - within) / between)


def test_two_items_and_two_annotators_are_enough():
    # Rows sum to 3 and 9: mean squares of items 9, annotators 0, error 1.
    found = icc([[1, 2], [5, 4]])
    assert (found["icc3_1"], found["icc3_k"]) == (pytest.approx(8 / 10), pytest.approx(8 / 9))
    assert found["icc2_1"] == pytest.approx(8 / (9 + 1 - 1))


@pytest.mark.parametrize("rows", [[[1, 2], [3, NAN], [NAN, 4]], [[1], [2], [3]], [[1, 2]]])
def test_two_way_coefficients_need_two_items_and_two_annotators(rows):
    found = icc(rows)
    assert all(np.isnan(found[key]) for key in ("icc2_1", "icc3_1", "icc2_k", "icc3_k"))


def test_one_way_coefficients_need_an_item_with_two_ratings():
    found = icc([[1, NAN], [NAN, 2], [3, NAN]])
    assert np.isnan(list(found.values())).all()


def test_one_shared_item_has_no_spread_between_items():
    assert np.isnan(icc([[1, 2], [3, NAN]])["icc1"])


def test_every_resample_has_its_own_value(ragged):
    made = table(ragged)
    weights = np.random.default_rng(2).integers(0, 3, size=(4, len(ragged))).astype(float)
    found = intraclass_correlations(made, weights)
    assert found.shape == (4, len(ICC_KEYS))
    for row, values in zip(weights, found, strict=True):
        assert list(icc(np.repeat(ragged, row.astype(int), axis=0)).values()) == pytest.approx(list(values))


def test_concordance_is_over_the_items_everybody_rated(ragged):
    complete = ragged[~np.isnan(ragged).any(axis=1)]
    ranks = np.column_stack([rankdata(column) for column in complete.T])
    sums = ranks.sum(axis=1)
    alike = sum(((column - column.mean()) ** 2).sum() for column in ranks.T)
    expected = ((sums - sums.mean()) ** 2).sum() / (ranks.shape[1] * alike)
    made = table(ragged)
    assert kendall_w(made, made.unit_weights())[0] == pytest.approx(expected)


def test_concordance_of_weighted_items_is_that_of_repeated_ones(ragged, monkeypatch):
    weights = np.random.default_rng(2).integers(0, 3, size=(5, len(ragged))).astype(float)
    found = kendall_w(table(ragged), weights)
    for row, value in zip(weights, found, strict=True):
        repeated = table(np.repeat(ragged, row.astype(int), axis=0))
        assert kendall_w(repeated, repeated.unit_weights())[0] == pytest.approx(value)
    monkeypatch.setattr(rating_table, "CHUNK_CELLS", 1)  # one resample at a time
    assert kendall_w(table(ragged), weights) == pytest.approx(found)


@pytest.mark.parametrize("rows", [[[1], [2]], [[1, 2]], [[1, 2], [3, NAN]]])
def test_concordance_needs_two_items_and_two_annotators(rows):
    made = table(rows)
    assert np.isnan(kendall_w(made, made.unit_weights())).all()


def test_two_annotators_who_rank_two_items_against_each_other_do_not_agree_at_all():
    made = table([[1, 2], [2, 1]])
    assert kendall_w(made, made.unit_weights())[0] == 0


def test_an_annotator_beside_the_others():
    # r0 gives 1, 4, 5; the others' means on those items are 3, 4 and none.
    found = tendencies(table([[1, 2, 4], [4, 4, NAN], [5, NAN, NAN]]))[0]
    assert (found.annotator, found.ratings, found.shared) == ("r0", 3, 2)
    assert found.mean == pytest.approx(10 / 3)
    assert found.bias == pytest.approx(((1 - 3) + (4 - 4)) / 2)
    everything = [1, 2, 4, 4, 4, 5]
    assert found.spread == pytest.approx(np.std([1, 4, 5], ddof=1) / np.std(everything, ddof=1))


def test_an_annotator_who_shares_no_item_has_neither_bias_nor_severity():
    found = tendencies(table([[1, 2, NAN], [2, 2, NAN], [NAN, NAN, 5]]))
    alone = found[2]
    assert (alone.ratings, alone.shared, alone.mean) == (1, 0, 5)
    assert np.isnan([alone.bias, alone.severity, alone.spread]).all()
    assert not np.isnan([found[0].bias, found[0].severity, found[0].spread]).any()


def test_an_annotator_without_ratings_has_no_mean():
    found = tendencies(table([[1, NAN], [2, NAN]]))[1]
    assert (found.ratings, found.shared) == (0, 0)
    assert np.isnan([found.mean, found.bias, found.severity, found.spread]).all()


def test_one_rating_has_no_spread():
    (found,) = tendencies(table([[3]]))
    assert found.mean == 3
    assert np.isnan([found.bias, found.severity, found.spread]).all()


def test_ratings_that_are_all_alike_have_no_spread():
    assert np.isnan([one.spread for one in tendencies(table([[3, 3], [3, 3]]))]).all()


def test_two_ratings_have_a_spread():
    assert tendencies(table([[1, NAN], [2, 2]]))[0].spread == pytest.approx(
        np.std([1, 2], ddof=1) / np.std([1, 2, 2], ddof=1)
    )


def test_severity_is_the_annotators_effect_by_least_squares(ragged):
    """numpy's least squares on indicators of items and annotators; severity is minus the annotator's effect, centred."""
    rows, columns = np.nonzero(~np.isnan(ragged))
    design = np.hstack([rows[:, None] == np.arange(len(ragged)), columns[:, None] == np.arange(4)]).astype(float)
    solution = np.linalg.lstsq(design, ragged[rows, columns], rcond=None)[0][len(ragged) :]
    expected = solution.mean() - solution
    assert [one.severity for one in tendencies(table(ragged))] == pytest.approx(list(expected), abs=1e-9)

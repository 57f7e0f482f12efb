"""Tables of ratings, small enough to read off."""

import numpy as np
import pytest

from mteval.statistics import rating_table
from mteval.statistics.rating_table import RatingTable, category_counts, chunks, divide

NAN = np.nan
RATINGS = [("i2", "bob", 4.0), ("i1", "ann", 1.0), ("i2", "ann", 5.0), ("i3", "cy", 4.0), ("i2", "cy", 4.0)]


@pytest.fixture
def table():
    return RatingTable.collect(RATINGS)


def test_items_come_in_order_of_appearance_and_annotators_by_name(table):
    assert table.items == ("i2", "i1", "i3")
    assert table.annotators == ("ann", "bob", "cy")
    assert table.values.tolist() == pytest.approx(np.array([[5, 4, 4], [1, NAN, NAN], [NAN, NAN, 4]]), nan_ok=True)


def test_which_cells_and_items_are_rated(table):
    assert table.rated.tolist() == [[True] * 3, [True, False, False], [False, False, True]]
    assert table.shared.tolist() == [True, False, False]
    assert table.complete.tolist() == [True, False, False]


def test_two_ratings_make_an_item_shared_but_not_complete():
    table = RatingTable.collect([("i", "ann", 1.0), ("i", "bob", 2.0), ("j", "cy", 3.0)])
    assert table.shared.tolist() == [True, False]
    assert table.complete.tolist() == [False, False]


def test_some_annotators_of_a_table(table):
    part = table.columns(["cy", "ann"])
    assert part.annotators == ("cy", "ann")
    assert part.items == table.items
    assert part.values.tolist() == pytest.approx(np.array([[4, 5], [NAN, 1], [4, NAN]]), nan_ok=True)


def test_every_item_weighs_one(table):
    assert table.unit_weights().tolist() == [[1, 1, 1]]


def test_values_are_numbered_in_order_and_holes_have_no_number(table):
    categories, codes = table.coded()
    assert categories.tolist() == [1, 4, 5]
    assert codes.tolist() == [[2, 1, 1], [0, -1, -1], [-1, -1, 1]]


def test_how_many_annotators_gave_each_value(table):
    assert category_counts(table).tolist() == [[0, 2, 1], [1, 0, 0], [0, 1, 0]]


def test_an_empty_table():
    table = RatingTable.collect([])
    assert (table.values.shape, table.items, table.annotators) == ((0, 0), (), ())
    assert category_counts(table).shape == (0, 0)


def test_pieces_cover_all_resamples_and_stay_within_bounds(monkeypatch):
    monkeypatch.setattr(rating_table, "CHUNK_CELLS", 20)
    assert list(chunks(10, 5)) == [slice(0, 4), slice(4, 8), slice(8, 10)]
    assert list(chunks(3, 100)) == [slice(0, 1), slice(1, 2), slice(2, 3)]
    assert list(chunks(8, 5)) == [slice(0, 4), slice(4, 8)]
    assert list(chunks(7, 0)) == [slice(0, 7)]
    assert list(chunks(0, 5)) == []


def test_dividing_by_nothing_or_by_rounding_noise_is_not_a_number():
    found = divide(np.array([1.0, 1.0, 1.0, -1.0, 0.0]), np.array([4.0, 0.0, 1e-13, -2.0, 0.0]))
    assert found == pytest.approx([0.25, NAN, NAN, 0.5, NAN], nan_ok=True)


def test_a_small_denominator_is_still_one():
    assert divide(np.array([1e-9]), np.array([2e-9])) == pytest.approx([0.5])

"""Ratings whatever their file: ranges, kinds of items, which of several counts, and means per translation."""

from pathlib import Path

import pytest

from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Rating
from mteval.human.ratings import Ratings, human_scores, parse_ranges, plain_type, settle

PATH = Path("r.csv")


def test_ranges_are_read_scale_by_scale():
    assert parse_ranges("Adequacy:0-100,mqm:-25-0") == {"adequacy": (0, 100), "mqm": (-25, 0)}
    assert parse_ranges("") == {}
    with pytest.raises(UsageError, match="SCALE:LOW-HIGH"):
        parse_ranges("adequacy")


def test_the_last_of_several_ratings_counts_and_controls_are_apart():
    rows = [
        (2, Rating("1", "ann", "adequacy", 2.0, "A")),
        (3, Rating("1", "ann", "adequacy", 1.0, "A", {"type": "degraded"})),
        (4, Rating("1", "ann", "adequacy", 5.0, "A")),
    ]
    found = settle(PATH, rows)
    assert [one.value for one in found.records] == [1.0, 5.0]
    assert [(finding.code, finding.count) for finding in found.findings] == [("duplicate-rating", 1)]
    assert found.ranges == {"adequacy": (1.0, 5.0)}


@pytest.mark.parametrize(
    ("value", "problem"),
    [(6.0, "line 7: the adequacy rating 6 is not between 1 and 5"), (float("inf"), "not a finite number")],
)
def test_ratings_outside_their_scale_are_refused(value, problem):
    with pytest.raises(DataError, match=problem):
        settle(PATH, [(7, Rating("1", "ann", "adequacy", value))])


def test_the_users_range_wins():
    row = (1, Rating("1", "ann", "adequacy", 77.0))
    assert settle(PATH, [row], "adequacy:0-100").ranges == {"adequacy": (0, 100)}


@pytest.mark.parametrize(
    ("name", "kind"), [("TGT", "target"), (" CHK ", "repeat"), ("BAD", "degraded"), ("", "target")]
)
def test_kinds_of_items_by_their_other_names(name, kind):
    assert plain_type(name, PATH, 1) == kind


def test_an_unknown_kind_is_refused():
    with pytest.raises(DataError, match="line 3: unknown item type 'odd'"):
        plain_type("odd", PATH, 3)


def test_means_per_translation_leave_controls_out():
    ratings = [
        Rating("1", "ann", "adequacy", 4.0, "A"),
        Rating("1", "bob", "adequacy", 1.0, "A"),
        Rating("1", "bob", "adequacy", 5.0, "A", {"type": "repeat"}),
        Rating("1", "ann", "adequacy", 2.0),
    ]
    assert human_scores(ratings) == {("A", "1"): 2.5, ("", "1"): 2.0}
    found = Ratings(PATH, tuple(ratings))
    assert (found.scales, found.systems) == (("adequacy",), ("A", ""))

"""Charts and the matrix of suites: where bars stand, who comes first."""

import math
from dataclasses import replace

import pytest

from mteval.core.results import Ranks
from mteval.renderers._html.leaderboard import SuiteHeadline, chart, matrix_verdict, overview, round_ticks, suite_matrix
from mteval.renderers._presentation import standings
from tests.renderers.reading import one_metric, renamed


def standing(*values, p=0.01, higher=True):
    results = one_metric(*values, p=p, higher=higher)
    (found,) = standings("s", results.reports, results)
    return found


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (14.1, 29.9, ["15", "20", "25"]),
        (0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (-0.012, 0.021, ["-0.01", "0.00", "0.01", "0.02"]),
    ],
)
def test_ticks_are_round_numbers_within_the_axis(low, high, expected):
    ticks = round_ticks(low, high)
    assert [text for _, text in ticks] == expected
    assert all(low <= tick <= high + 1e-9 for tick, _ in ticks)


def test_systems_without_a_value_have_no_bar_and_come_last():
    found = chart(standing(1.0, math.nan, 3.0))
    assert [row.name for row in found.rows] == ["c", "a", "b"]
    assert found.rows[2].bar is None
    assert found.rows[0].bar.at > found.rows[1].bar.at


def test_a_line_parts_neighbours_that_the_test_tells_apart():
    assert [row.line_below for row in chart(standing(3.0, 2.0, 1.0)).rows] == [True, True, False]
    assert [row.line_below for row in chart(standing(3.0, 2.0, 1.0, p=0.5)).rows] == [False, False, False]
    assert [row.beats for row in chart(standing(3.0, 2.0, 1.0, higher=False)).rows] == ["2 of 2", "1 of 2", "0 of 2"]


def test_systems_on_most_suites_come_first_then_those_of_the_best_mean_rank():
    columns = [
        SuiteHeadline("one", "suite-1", False, standing(1.0, 2.0, 3.0)),
        SuiteHeadline("two", "suite-2", False, standing(1.0, 2.0, 3.0, higher=False)),
        SuiteHeadline("three", "suite-3", True, standing(5.0, 4.0)),
    ]
    assert suite_matrix(columns).systems == ("a", "b", "c")
    assert suite_matrix(columns[:1]).systems == ("c", "b", "a")


def headline(name, *values, p=0.01, names="abc"):
    """A suite on which systems have the given values."""
    results = renamed(one_metric(*values, p=p), *names[: len(values)])
    order = sorted(names[: len(values)], key=lambda one: -values[names.index(one)])
    ranges = {one: (place, place) if p < 0.05 else (1, len(values)) for place, one in enumerate(order, start=1)}
    results = replace(results, ranks=(Ranks("s", "m", tuple((one,) for one in order), 0.5, "m", ranges),))
    (found,) = standings("s", results.reports, results)
    return SuiteHeadline(name, f"suite-{name}", False, found)


def test_suites_that_share_no_system_stand_apart():
    columns = [
        headline("1", 1.0, 2.0),
        headline("2", 1.0, 2.0, names="xy"),
        headline("3", 3.0, 2.0, names="bc"),
        headline("4", 5.0, 6.0, names="cd"),
    ]
    found = overview(columns)
    assert [[column.name for column in matrix.columns] for matrix in found.matrices] == [["1", "3", "4"]]
    assert [column.name for column in found.apart] == ["2"]


def test_the_overview_says_on_how_many_suites_the_first_system_leads():
    columns = [headline("1", 3.0, 2.0, 1.0), headline("2", 3.0, 2.0, 1.0), headline("3", 3.0, 2.0, 1.0, p=0.5)]
    called = {"a": "A", "b": "B", "c": "C"}
    said = matrix_verdict(suite_matrix(columns), called)
    assert said == (
        "A is significantly better than all others on 2 of 3 suites and may be first on 1 more; B may be first on 1, C on 1."
    )
    said = matrix_verdict(suite_matrix(columns[:1]), called)
    assert said == "A is significantly better than all others on 1 of 1 suite."

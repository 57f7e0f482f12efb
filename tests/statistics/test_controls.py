"""Annotators judged by control items; p-values by counting all signs."""

import itertools
import math

import pytest
from scipy.stats import rankdata

from mteval.statistics.controls import ControlPairs, judge_controls, signed_rank

SPAN = 4.0  # a scale from 1 to 5


def judged(span=SPAN, **pairs):
    (result,) = judge_controls({"ann": ControlPairs(**pairs)}, span)
    return result


def test_an_annotator_without_controls_fails_none():
    found = judged()
    assert found.failed == ()
    assert (found.repeats, found.degraded, found.checks) == (0, 0, 0)
    assert all(
        math.isnan(one) for one in (found.repeat_difference, found.degraded_drop, found.degraded_p, found.checks_passed)
    )


def test_annotators_come_in_order_of_their_names():
    found = judge_controls({"bob": ControlPairs(), "ann": ControlPairs(repeats=[(1, 1)])}, SPAN)
    assert [(one.annotator, one.repeats) for one in found] == [("ann", 1), ("bob", 0)]


@pytest.mark.parametrize(
    ("first", "second", "difference"), [((3, 3), (2, 2), 0), ((3, 1), (2, 3), 1.5), ((1, 2), (4, 4), 0.5)]
)
def test_repeats_lie_apart_by_the_mean_of_their_differences(first, second, difference):
    found = judged(repeats=[first, second])
    assert (found.repeats, found.repeat_difference) == (2, difference)


def test_repeats_may_lie_apart_by_a_quarter_of_the_range():
    assert judged(repeats=[(1, 2), (5, 4)]).failed == ()
    assert judged(repeats=[(1, 2), (5, 4), (1, 3)]).failed == ("repeats",)


def test_a_scale_without_a_range_cannot_be_failed_on():
    assert judged(span=0.0, repeats=[(1, 2)]).failed == ()


@pytest.mark.parametrize("degraded", [[(4, 2), (5, 3)], [(4, 3), (3, 3), (2, 2), (5, 5)]])
def test_few_degraded_items_need_only_be_rated_lower_on_average(degraded):
    found = judged(degraded=degraded)
    assert found.failed == ()
    assert found.degraded_drop == sum(a - b for a, b in degraded) / len(degraded)
    assert found.degraded == len(degraded)


@pytest.mark.parametrize("degraded", [[(4, 4)], [(3, 4), (4, 3)], [(2, 3), (3, 3)]])
def test_degraded_items_rated_no_lower_fail(degraded):
    assert judged(degraded=degraded).failed == ("degraded",)


def test_five_degraded_items_need_a_test():
    """All five lower: p = 1/32. Four lower and the last higher by most: not significant, though the mean drop is positive."""
    sure = judged(degraded=[(5, 1), (5, 2), (5, 3), (5, 4), (5.5, 5)])
    assert sure.degraded_p == pytest.approx(1 / 32)
    assert sure.failed == ()
    unsure = judged(degraded=[(2, 1), (2.1, 1), (2.2, 1), (2.3, 1), (1, 4)])
    assert unsure.degraded_drop > 0
    assert unsure.failed == ("degraded",)


@pytest.mark.parametrize(
    ("values", "failed"), [((3, 9), ()), ((0, 9), ("checks",)), ((1, 5), ()), ((9, 9, 2), ("checks",))]
)
def test_checks_fail_where_fewer_than_half_lie_within_their_range(values, failed):
    found = judged(checks=[(value, 1, 5) for value in values])
    assert found.failed == failed
    assert found.checks_passed == pytest.approx(sum(1 <= value <= 5 for value in values) / len(values))
    assert found.checks == len(values)


def test_every_failed_control_is_named():
    found = judged(repeats=[(1, 5)], degraded=[(1, 5)], checks=[(1, 4, 5)])
    assert found.failed == ("repeats", "degraded", "checks")


def test_the_p_value_is_the_share_of_signs_that_do_as_well():
    differences = [0.5, 1.0, -1.5, 2.0, 2.5, 3.0]
    ranks = rankdata([abs(one) for one in differences])
    observed = sum(rank for rank, one in zip(ranks, differences, strict=True) if one > 0)
    totals = [sum(itertools.compress(ranks, signs)) for signs in itertools.product((0, 1), repeat=6)]
    assert signed_rank(differences) == pytest.approx(sum(total >= observed for total in totals) / 64)


def test_zeros_take_part_in_the_ranking():
    """Three zeros share the ranks 1 to 3; the others have 4 … 8, of which those of 4, 5 and 6 sum to 21."""
    totals = [sum(itertools.compress((4, 5, 6, 7, 8), signs)) for signs in itertools.product((0, 1), repeat=5)]
    expected = sum(total >= 21 for total in totals) / 32
    assert signed_rank([0, 0, 0, -1, -2, 4, 5, 6]) == pytest.approx(expected)


def test_no_difference_at_all_is_not_significant():
    assert signed_rank([0, 0, 0]) == 1.0
    assert math.isnan(signed_rank([]))

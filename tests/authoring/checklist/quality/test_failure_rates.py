"""Failure rates of two CheckLists compared, by hand and by scipy."""

from __future__ import annotations

import math

import pytest
from scipy import stats

from mteval.authoring.checklist.quality.failure_rates import compare_rates, mean_over, mean_rate

OURS = {"Vocabulary": 0.5, "Negation": 0.25, "Temporal": 1.0, "Own": 0.9, "Nothing": math.nan}
VERIFIED = {"Temporal": 0.75, "Vocabulary": 0.25, "Negation": 0.5, "Nothing": 0.5, "Theirs": 0.1}


def test_only_capabilities_that_both_have_a_rate_for_count():
    found = compare_rates(OURS, VERIFIED)
    assert found.capabilities == ("Vocabulary", "Negation", "Temporal")
    # Means 1.75/3 and 1.5/3; differences .25, −.25 and .25.
    assert found.difference == found.shift == pytest.approx(0.25 / 3)
    assert found.by_capability == pytest.approx(0.25)
    ours, theirs = [0.5, 0.25, 1.0], [0.25, 0.5, 0.75]
    assert found.pearson == pytest.approx(stats.pearsonr(ours, theirs).statistic)
    assert found.spearman == pytest.approx(stats.spearmanr(ours, theirs).statistic)


def test_the_shift_has_a_sign_and_the_difference_has_none():
    found = compare_rates(VERIFIED, OURS)
    assert found.shift == pytest.approx(-0.25 / 3)
    assert found.difference == pytest.approx(0.25 / 3)


def test_one_capability_has_no_correlation_and_none_has_nothing():
    one = compare_rates({"a": 0.5}, {"a": 0.25})
    assert (one.difference, math.isnan(one.pearson), math.isnan(one.spearman)) == (0.25, True, True)
    nothing = compare_rates({"a": 0.5}, {"b": 0.25})
    assert nothing.capabilities == ()
    assert all(map(math.isnan, (nothing.difference, nothing.by_capability, nothing.shift, nothing.pearson)))


def test_means_leave_out_what_has_no_rate():
    assert mean_rate(OURS) == pytest.approx((0.5 + 0.25 + 1.0 + 0.9) / 4)
    assert mean_over([0.5, math.nan, 1.0]) == 0.75
    assert math.isnan(mean_rate({}))
    assert math.isnan(mean_over([math.nan]))

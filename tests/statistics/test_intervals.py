"""The oracles are scipy's intervals of a share, its Student quantiles, and coverage by simulation."""

from math import isnan, nan, sqrt

import numpy as np
import pytest
from scipy.stats import beta, binomtest, norm, t

from mteval.core.results import Scale
from mteval.statistics.intervals import Estimate, interval, quantile, standard_error, student, wilson

SHARE = Scale(4, counts=("cases",), low=0, high=1, shares=("share",))
LEVELS = pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99])


@LEVELS
@pytest.mark.parametrize(("hits", "cases"), [(0, 1), (0, 20), (20, 20), (7, 12), (499, 500), (250, 1000)])
def test_wilsons_interval_is_scipys(hits, cases, level):
    expected = binomtest(hits, cases).proportion_ci(level, "wilson")
    assert wilson(hits / cases, cases, level) == pytest.approx((expected.low, expected.high), abs=1e-12)


@LEVELS
def test_a_share_of_independent_cases_has_wilsons_interval_whatever_its_resamples(level):
    expected = binomtest(7, 12).proportion_ci(level, "wilson")
    for error in (nan, 0.0, 0.3):
        found = interval(Estimate(7 / 12, error, 12, 12), "share", SHARE, level)
        assert found == pytest.approx((expected.low, expected.high))


def test_all_passed_and_all_failed_have_an_interval():
    """Eight of eight: a percentile interval would have no width."""
    expected = binomtest(8, 8).proportion_ci(0.95, "wilson")
    assert interval(Estimate(1.0, 0.0, 8, 8), "share", SHARE, 0.95) == pytest.approx((expected.low, 1))


@pytest.mark.parametrize("units", [4, 10, 30, 49, 50, 51, 90, 1000])
@LEVELS
def test_quantiles_are_students_with_two_degrees_lost_below_fifty(units, level):
    degrees = units - 3 if units < 50 else units - 1
    assert quantile(level, units) == pytest.approx(t.ppf((1 + level) / 2, degrees), abs=2e-4)


def test_at_least_one_degree_of_freedom_is_left():
    assert quantile(0.95, 3) == pytest.approx(t.ppf(0.975, 1))
    assert quantile(0.95, 10**7) == pytest.approx(norm.ppf(0.975), abs=1e-6)


def test_the_standard_error_makes_good_what_resamples_of_few_units_miss():
    drawn = np.array([1.0, 4.0, np.nan, 2.0, 2.5])
    known = drawn[~np.isnan(drawn)]
    assert standard_error(drawn, 5) == pytest.approx(known.std(ddof=1) * sqrt(5 / 4))
    assert all(
        isnan(one) for one in (standard_error(drawn, 1), standard_error(drawn[:1], 5), standard_error(drawn[2:3], 5))
    )


def test_the_bootstrap_error_of_a_mean_becomes_the_usual_one():
    """A resampled mean spreads by √((m−1)/m) · s/√m; with the factor it is the textbook's s/√m."""
    values = np.random.default_rng(0).normal(size=8)
    drawn = np.array([np.random.default_rng(i).choice(values, 8).mean() for i in range(20_000)])
    assert standard_error(drawn, 8) == pytest.approx(values.std(ddof=1) / sqrt(8), rel=0.02)


@LEVELS
@pytest.mark.parametrize("units", [3, 12, 200])
def test_other_values_have_students_interval(units, level):
    degrees = max(units - 3, 1) if units < 50 else units - 1
    half = t.ppf((1 + level) / 2, degrees) * 1.5
    found = student(Estimate(40.0, 1.5, units, units), level)
    assert found == pytest.approx((40 - half, 40 + half), abs=1e-3)
    assert interval(Estimate(40.0, 1.5, units, units), "bleu", Scale(2), level) == found


def test_no_bound_lies_beyond_those_of_the_scale():
    assert student(Estimate(1.0, 5.0, 20, 20), 0.95, Scale(2, low=0))[0] == 0
    assert student(Estimate(99.0, 5.0, 20, 20), 0.95, Scale(2, high=100))[1] == 100
    assert student(Estimate(1.0, 5.0, 20, 20), 0.95)[0] < 0
    assert (
        interval(Estimate(3.0, 5.0, 20, 20), "cases", SHARE, 0.95)[0] == 0
    )  # counts may exceed one, not fall below zero
    assert interval(Estimate(3.0, 5.0, 20, 20), "cases", SHARE, 0.95)[1] > 3


def korn_graubard(value, error, units, cases, level):
    """Clopper and Pearson's interval on the effective number of cases, with Student's quantile for the units."""
    degrees = units - 3 if units < 50 else units - 1
    effective = value * (1 - value) / error**2 * (norm.ppf((1 + level) / 2) / t.ppf((1 + level) / 2, degrees)) ** 2
    effective = min(effective, cases)
    hits, tail = value * effective, (1 - level) / 2
    return beta.ppf(tail, hits, effective - hits + 1), beta.ppf(1 - tail, hits + 1, effective - hits)


@LEVELS
@pytest.mark.parametrize(
    ("value", "error", "units", "cases"), [(0.6, 0.1, 10, 80), (0.95, 0.02, 30, 90), (0.3, 0.05, 70, 700)]
)
def test_a_share_of_clustered_cases_has_korn_and_graubards_interval(value, error, units, cases, level):
    found = interval(Estimate(value, error, units, cases), "share", SHARE, level)
    assert found == pytest.approx(korn_graubard(value, error, units, cases, level), abs=1e-5)


def test_clusters_that_spread_less_than_cases_do_not_make_more_of_them():
    """Clopper and Pearson's interval of the cases is the narrowest."""
    expected = binomtest(30, 60).proportion_ci(0.95, "exact")
    found = interval(Estimate(0.5, 0.001, 20, 60), "share", SHARE, 0.95)
    assert found == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("value", "hits"), [(1.0, 12), (0.0, 0)])
def test_clusters_that_all_passed_or_failed_count_one_each(value, hits):
    expected = binomtest(hits, 12).proportion_ci(0.95, "exact")
    found = interval(Estimate(value, 0.0, 12, 100), "share", SHARE, 0.95)
    assert found == pytest.approx((expected.low, expected.high))


def test_a_mean_of_shares_stays_between_zero_and_one():
    """A macro average of independent cases: Wilson's interval of as many cases as spread alike."""
    degrees = 17
    effective = 0.9 * 0.1 / 0.06**2 * (norm.ppf(0.975) / t.ppf(0.975, degrees)) ** 2
    z = norm.ppf(0.975)
    centre = (0.9 + z**2 / (2 * effective)) / (1 + z**2 / effective)
    half = z * sqrt(0.9 * 0.1 / effective + z**2 / (4 * effective**2)) / (1 + z**2 / effective)
    found = interval(Estimate(0.9, 0.06, 20, 20), "macro", SHARE, 0.95)
    assert found == pytest.approx((centre - half, centre + half))
    assert 0 < found[0] < 0.9 < found[1] < 1


@pytest.mark.parametrize(
    ("found", "key"),
    [
        (Estimate(nan, 0.1, 20, 20), "share"),
        (Estimate(nan, 0.1, 20, 20), "macro"),
        (Estimate(0.5, nan, 20, 40), "share"),
        (Estimate(0.5, 0.1, 2, 40), "share"),
        (Estimate(0.5, 0.1, 2, 2), "macro"),
        (Estimate(0.5, 0.0, 20, 40), "share"),
        (Estimate(3.0, 0.0, 20, 20), "cases"),
        (Estimate(nan, nan, 0, 0), "share"),
    ],
)
def test_where_nothing_honest_can_be_said_there_is_no_interval(found, key):
    assert all(map(isnan, interval(found, key, SHARE, 0.95)))


@pytest.mark.parametrize(
    "found", [Estimate(40, 1.5, 2, 2), Estimate(40, 0, 9, 9), Estimate(40, 1e-13, 9, 9), Estimate(40, nan, 9, 9)]
)
def test_two_units_and_equal_ones_have_no_students_interval(found):
    assert all(map(isnan, student(found, 0.95)))


def test_an_interval_of_few_clusters_covers_what_it_claims():
    """2 000 samples of eight clusters of unequal size: the share of intervals that hold the truth is near or above 95 %."""
    draw = np.random.default_rng(5)
    covered = 0
    for _ in range(2000):
        sizes, rates = draw.integers(2, 12, 8), draw.beta(4, 2, 8)
        hits = draw.binomial(sizes, rates)
        share = hits.sum() / sizes.sum()
        resamples = draw.integers(0, 8, (200, 8))
        drawn = hits[resamples].sum(axis=1) / sizes[resamples].sum(axis=1)
        low, high = interval(Estimate(share, standard_error(drawn, 8), 8, int(sizes.sum())), "share", SHARE, 0.95)
        covered += low <= 4 / 6 <= high
    assert covered / 2000 > 0.94

"""Every pair of systems tested: contract of the tests, Holm's correction, rank clusters, and what so few draws cannot show."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest, norm

from mteval.core.errors import UsageError
from mteval.core.results import PairedTest
from mteval.evaluation.pairs import too_few_draws
from mteval.evaluation.settings import Settings
from tests.evaluation.small_suites import (
    codes,
    contrast_suite,
    drawn_means,
    interval,
    run_contrasts,
    run_texts,
    text_suite,
)

WORDS = [f"word {i % 12}" for i in range(48)]
DRAW = np.random.default_rng(4)
GOOD, FAIR, POOR = (list(map(bool, DRAW.random(48) < share)) for share in (0.95, 0.6, 0.1))
TESTS = pytest.mark.parametrize("test", ["bootstrap", "permutation", "mcnemar"])


def settings(test, **own):
    return Settings(test=test, **{"resamples": 300, "trials": 300, "seed": 5, **own})


def compared(test, suite=None, own=None, **systems):
    return run_contrasts(suite or contrast_suite(WORDS), settings(test, **(own or {})), **systems)


@TESTS
def test_every_pair_is_tested_in_the_order_of_the_systems(test):
    results = compared(test, a=GOOD, b=FAIR, c=POOR)
    assert [(one.a, one.b) for one in results.comparisons] == [("a", "b"), ("a", "c"), ("b", "c")]
    shares = {"a": np.mean(GOOD), "b": np.mean(FAIR), "c": np.mean(POOR)}
    for one in results.comparisons:
        assert one.difference == pytest.approx(shares[one.a] - shares[one.b])
        assert (one.suite, one.metric, one.spec, one.test, one.n) == ("contrasts", "accuracy", "accuracy", test, 48)
        assert 0 < one.p_value <= one.p_adjusted <= 1


@TESTS
def test_changing_the_order_of_the_systems_only_turns_the_sign(test):
    (one,), (other,) = compared(test, a=GOOD, b=FAIR).comparisons, compared(test, b=FAIR, a=GOOD).comparisons
    assert (other.a, other.b) == ("b", "a")
    assert other.difference == -one.difference
    assert other.p_value == one.p_value


@TESTS
def test_a_system_against_itself_does_not_differ(test):
    (one,) = compared(test, a=FAIR, b=FAIR).comparisons
    assert (one.difference, one.p_value) == (0, 1)


@TESTS
def test_p_values_are_corrected_by_holms_rule(test):
    multitest = pytest.importorskip("statsmodels.stats.multitest", reason="statsmodels is the oracle")
    found = compared(test, a=GOOD, b=FAIR, c=POOR).comparisons
    expected = multitest.multipletests([one.p_value for one in found], method="holm")[1]
    assert [one.p_adjusted for one in found] == pytest.approx(list(expected))


@TESTS
def test_systems_are_ranked_in_clusters(test):
    """GOOD and its copy cannot be told apart; POOR is far below."""
    (ranks,) = compared(test, poor=POOR, copy=GOOD, good=GOOD).ranks
    assert ranks.clusters == (("copy", "good"), ("poor",))
    assert (ranks.suite, ranks.metric, ranks.spec) == ("contrasts", "accuracy", "accuracy")


def test_lower_is_better_turns_the_ranking():
    references = [f"the {a} {b} sat here today" for a in ("old", "red", "big") for b in ("dog", "cat", "hen", "cow")]
    worse = [line.replace("sat here today", "x y z") for line in references]
    for metric, expected in (("ter", (("same",), ("worse",))), ("chrf", (("same",), ("worse",)))):
        (ranks,) = run_texts(
            text_suite(references), metric, settings("permutation"), worse=worse, same=references
        ).ranks
        assert ranks.clusters == expected


def test_ranks_rest_on_corrected_p_values():
    """10 to 2 of 12 discordant cases is p = 0.039 alone, and 0.077 as one of two such tests."""
    first = [True] * 10 + [False] * 2 + [True] * 20
    second = [False] * 10 + [True] * 2 + [True] * 20
    suite = contrast_suite([f"w{i}" for i in range(32)])
    (alone,) = compared("mcnemar", suite, a=first, b=second).ranks
    assert alone.clusters == (("a",), ("b",))
    (three,) = compared("mcnemar", suite, a=first, b=second, c=second).ranks
    assert three.clusters == (("a", "b", "c"),)


def test_each_metric_has_its_own_test():
    """Accuracy prefers McNemar's, which is exact; chrF the bootstrap."""
    assert compared("auto", a=GOOD, b=POOR).comparisons[0].test == "mcnemar"
    assert run_texts(text_suite(["a b c"] * 3), "chrf", settings("auto"), a=["a b"] * 3, b=["c"] * 3).comparisons[
        0
    ].test == ("bootstrap")


def test_without_a_test_nothing_is_compared():
    results = compared("none", a=GOOD, b=POOR)
    assert (results.comparisons, results.ranks) == ((), ())


def test_one_system_has_no_pair():
    results = compared("bootstrap", a=GOOD)
    assert (results.comparisons, results.ranks) == ((), ())


CLUSTERS = [f"w{i // 8}" for i in range(80)]
ALIKE = [i // 8 in (0, 1, 2, 3, 4, 5, 6) for i in range(80)]
OTHER = [i // 8 in (0, 1, 2, 7) for i in range(80)]


@pytest.mark.parametrize("test", ["bootstrap", "permutation"])
def test_tests_respect_the_clusters_intervals_respect(test):
    """Eight cases of each word come out alike, so there are ten observations and not eighty."""
    clustered = compared(test, contrast_suite(CLUSTERS), a=ALIKE, b=OTHER).comparisons[0]
    plain = compared(test, replace(contrast_suite(CLUSTERS), cluster=None), a=ALIKE, b=OTHER).comparisons[0]
    assert clustered.p_value > 5 * plain.p_value


def test_mcnemar_is_a_binomial_test_of_the_cases_both_systems_decided():
    first, second = [True, True, True, False, None, True], [False, False, True, True, True, None]
    (one,) = compared("mcnemar", contrast_suite([*"abcdef"]), a=first, b=second).comparisons
    assert one.n == 4
    assert one.p_value == pytest.approx(binomtest(2, 3).pvalue)
    assert one.difference == pytest.approx(3 / 4 - 2 / 4)


def test_mcnemar_without_common_cases_says_nothing():
    results = compared("mcnemar", contrast_suite([*"ab"]), a=[True, None], b=[None, True])
    (one,) = results.comparisons
    assert one.n == 0
    assert math.isnan(one.p_value)
    assert math.isnan(one.difference)
    assert results.ranks == ()


def test_mcnemar_needs_decisions():
    with pytest.raises(UsageError, match="McNemar's test needs decided cases, which 'chrf' does not count"):
        run_texts(text_suite(["a b"]), "chrf", settings("mcnemar"), a=["a"], b=["b"])


def test_differences_have_the_interval_of_their_resamples():
    suite = contrast_suite(WORDS)
    (one,) = compared("bootstrap", suite, a=GOOD, b=POOR).comparisons
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, POOR)]
    value, low, high = one.differences["accuracy"]
    assert value == one.difference
    assert (low, high) == pytest.approx(interval(drawn[0] - drawn[1]))
    assert set(one.differences) == {"accuracy", "pairwise", "macro", "chance"}  # counts are no differences of quality
    assert one.differences["chance"] == (0, 0, 0)


def test_the_level_of_the_differences_is_that_of_the_settings():
    (one,) = compared("bootstrap", own={"level": 0.5}, a=GOOD, b=POOR).comparisons
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, POOR)]
    assert one.differences["accuracy"][1:] == pytest.approx(interval(drawn[0] - drawn[1], 0.5))


def test_without_resamples_there_is_a_difference_and_no_p_value():
    results = compared("bootstrap", own={"resamples": 0}, a=GOOD, b=POOR)
    (one,) = results.comparisons
    assert one.difference == pytest.approx(np.mean(GOOD) - np.mean(POOR))
    assert math.isnan(one.p_value)
    assert all(map(math.isnan, one.differences["accuracy"][1:]))
    assert results.ranks == ()


def test_mcnemar_needs_no_resamples():
    results = compared("mcnemar", own={"resamples": 0}, a=GOOD, b=POOR)
    assert results.comparisons[0].p_value < 0.001
    assert results.ranks[0].clusters == (("a",), ("b",))
    assert math.isnan(results.ranks[0].detectable)


def test_the_detectable_difference_follows_from_the_middle_spread():
    """80 % power at 5 %: (z₀.₉₇₅ + z₀.₈) standard errors of the difference."""
    (ranks,) = compared("bootstrap", a=GOOD, b=FAIR, c=POOR).ranks
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, FAIR, POOR)]
    spreads = [np.std(drawn[a] - drawn[b]) for a, b in ((0, 1), (0, 2), (1, 2))]
    assert ranks.detectable == pytest.approx(np.median(spreads) * (norm.ppf(0.975) + norm.ppf(0.8)))


def paired(a, b, p=0.5, test="bootstrap", spec="m", suite="s"):
    return PairedTest(suite, "m", a, b, 0.1, p, p, test, spec=spec)


def told(tests, **own):
    return [(one.code, one.count, one.message) for one in too_few_draws(tests, Settings(**own))]


def test_so_few_draws_that_no_p_value_can_be_small_are_told():
    """One pair and 19 resamples: the smallest p is 1/20, which is not below 0.05; 20 give 1/21."""
    ((code, count, message),) = told([paired("a", "b")], resamples=19)
    assert (code, count) == ("too-few-resamples", 1)
    assert message.startswith("With 19 resamples, Holm's correction for 1 pairs of systems")
    assert message.endswith("Use --resamples 20 or more.")
    assert told([paired("a", "b")], resamples=20) == []


def test_more_pairs_need_more_draws():
    tests = [paired("a", "b"), paired("a", "c"), paired("b", "c")]
    ((_, count, message),) = told(tests, resamples=59)
    assert count == 3
    assert "Use --resamples 60 or more." in message
    assert told(tests, resamples=60) == []


def test_pairs_are_counted_per_suite_metric_and_test():
    tests = [paired("a", "b", spec="m"), paired("a", "b", spec="n"), paired("a", "b", suite="t")]
    assert told(tests, resamples=20) == []


def test_permutations_are_counted_by_their_trials():
    assert told([paired("a", "b", test="permutation")], resamples=5, trials=20) == []
    assert len(told([paired("a", "b", test="permutation")], resamples=500, trials=19)) == 1


def test_an_exact_test_and_one_that_was_not_made_need_no_draws():
    assert told([paired("a", "b", test="mcnemar")], resamples=0) == []
    assert told([paired("a", "b", p=math.nan)], resamples=1) == []
    assert told([], resamples=1) == []


def test_a_run_says_where_its_draws_are_too_few():
    results = compared("bootstrap", own={"resamples": 15}, a=GOOD, b=POOR)
    assert [codes(report).get("too-few-resamples") for report in results.reports] == [1, 1]


@pytest.mark.xfail(
    strict=True, raises=ValueError, reason="paired._additive_differences: the sums of two systems have different strata"
)
def test_a_sense_that_only_one_system_answered_does_not_stop_a_permutation_test():
    (one,) = compared(
        "permutation", contrast_suite([*"aabb"]), a=[True, False, True, True], b=[True, True, None, None]
    ).comparisons
    assert 0 < one.p_value <= 1

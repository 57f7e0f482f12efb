"""Every pair of systems tested: contract of the tests, Holm's correction, ranks, and what few cases or draws cannot show."""

import math
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest, t

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
    student_interval,
    text_suite,
)

WORDS = [f"word {i % 12}" for i in range(48)]
DRAW = np.random.default_rng(4)
GOOD, FAIR, POOR = (list(map(bool, DRAW.random(48) < share)) for share in (0.95, 0.6, 0.1))
SOME_TESTS = ("bootstrap", "permutation", "mcnemar")
TESTS = pytest.mark.parametrize("test", SOME_TESTS)


def settings(test, **own):
    return Settings(test=test, **{"resamples": 300, "trials": 300, "grow": False, "seed": 5, **own})


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
    assert ranks.ranges == {"copy": (1, 2), "good": (1, 2), "poor": (3, 3)}
    assert (ranks.suite, ranks.metric, ranks.spec) == ("contrasts", "accuracy", "accuracy")


def test_lower_is_better_turns_the_ranking():
    references = [f"the {a} {b} sat here today" for a in ("old", "red", "big") for b in ("dog", "cat", "hen", "cow")]
    worse = [line.replace("sat here today", "x y z") for line in references]
    for metric, expected in (("ter", (("same",), ("worse",))), ("chrf", (("same",), ("worse",)))):
        (ranks,) = run_texts(
            text_suite(references), metric, settings("permutation"), worse=worse, same=references
        ).ranks
        assert ranks.clusters == expected
        assert ranks.ranges == {"same": (1, 1), "worse": (2, 2)}


def test_ranks_rest_on_corrected_p_values():
    """10 to 2 of 12 discordant cases is p = 0.039 alone, and 0.077 as one of two such tests."""
    first = [True] * 10 + [False] * 2 + [True] * 20
    second = [False] * 10 + [True] * 2 + [True] * 20
    suite = contrast_suite([f"w{i}" for i in range(32)])
    (alone,) = compared("mcnemar", suite, a=first, b=second).ranks
    assert alone.clusters == (("a",), ("b",))
    (three,) = compared("mcnemar", suite, a=first, b=second, c=second).ranks
    assert three.clusters == (("a", "b", "c"),)
    assert three.ranges == {"a": (1, 3), "b": (1, 3), "c": (1, 3)}


def test_unless_told_otherwise_every_metric_is_tested_by_permutation():
    """Of decided cases it is a binomial test of the discordant; of three segments all 2² ways are tried."""
    suite = replace(contrast_suite(WORDS), cluster=None)
    (one,) = compared("auto", suite, a=GOOD, b=POOR).comparisons
    only = sum(x and not y for x, y in zip(GOOD, POOR, strict=True))
    discordant = sum(x != y for x, y in zip(GOOD, POOR, strict=True))
    assert (one.test, one.draws) == ("permutation", 0)
    assert one.p_value == pytest.approx(binomtest(only, discordant).pvalue)
    texts = run_texts(text_suite(["a b c"] * 3), "chrf", settings("auto"), a=["a b"] * 3, b=["c"] * 3)
    assert [(one.test, one.draws, one.p_value) for one in texts.comparisons] == [("permutation", 0, 2 / 8)]


LINES = [f"line {i} of a text that is translated" for i in range(500)]
WRONG = [line.replace("translated", "translate") for line in LINES]


@pytest.mark.parametrize("metric", ["bleu", "chrf", "ter"])
def test_one_of_500_lines_improved_is_no_evidence(metric):
    improved = [*WRONG[:17], LINES[17], *WRONG[18:]]
    results = run_texts(text_suite(LINES), metric, settings("auto"), a=improved, b=WRONG)
    (one,) = results.comparisons
    assert (one.p_value, one.draws) == (1, 0)
    assert results.ranks[0].ranges == {"a": (1, 2), "b": (1, 2)}


def test_105_pairs_reach_significance_by_growing_draws():
    """Every segment of fifteen systems is worse than that of the one before; 1/1001 is no evidence for 105 pairs."""
    references = [" ".join(f"word{i}{j}" for j in range(16)) for i in range(40)]
    systems = {f"s{k}": [" ".join(["x"] * k + line.split()[k:]) for line in references] for k in range(15)}
    few = settings("auto", resamples=20, trials=1000)
    fixed = run_texts(text_suite(references), "chrf", few, **systems)
    assert len(fixed.comparisons) == 105
    assert min(test.p_adjusted for test in fixed.comparisons) >= 0.05
    assert codes(fixed.reports[0])["too-few-resamples"] == 105
    grown = run_texts(text_suite(references), "chrf", replace(few, grow=True), **systems)
    assert max(test.p_adjusted for test in grown.comparisons) < 0.05
    assert grown.ranks[0].clusters == tuple((name,) for name in systems)
    assert grown.ranks[0].ranges == {name: (place, place) for place, name in enumerate(systems, 1)}
    assert "too-few-resamples" not in codes(grown.reports[0])


FIVE, SIX = [f"w{i % 5}" for i in range(30)], [f"w{i % 6}" for i in range(30)]


@pytest.mark.parametrize("words", [[f"w{i % 2}" for i in range(30)], FIVE])
@pytest.mark.parametrize("test", ["auto", *SOME_TESTS, "sacrebleu-bootstrap", "sacrebleu-permutation"])
def test_with_fewer_than_six_clusters_nothing_is_ranked(words, test):
    """All cases differ; a test that is not exact gives no p-value, an exact one 2 / 2^clusters."""
    results = compared(test, contrast_suite(words), a=[True] * 30, b=[False] * 30)
    (one,) = results.comparisons
    count = len(set(words))
    assert results.ranks == ()
    assert codes(results.reports[0])["too-few-cases"] == count
    assert one.difference == 1
    if test in ("auto", "permutation", "mcnemar"):
        assert one.p_value == pytest.approx(2 / 2**count)
    else:
        assert math.isnan(one.p_value)


def test_six_clusters_are_enough():
    results = compared("auto", contrast_suite(SIX), a=[True] * 30, b=[False] * 30)
    assert results.comparisons[0].p_value == pytest.approx(2 / 2**6)
    assert results.ranks[0].ranges == {"a": (1, 1), "b": (2, 2)}
    assert "too-few-cases" not in codes(results.reports[0])


def test_too_few_cases_are_told_of_pairs_only():
    plain = replace(contrast_suite([*"abcde"]), cluster=None)
    pair = compared("auto", plain, a=GOOD, b=POOR).reports[1].findings
    (message,) = [finding.message for finding in pair if finding.code == "too-few-cases"]
    assert message.startswith("Only 5 cases count, and no test can tell systems apart by fewer than 6")
    of_clusters = compared("auto", contrast_suite(FIVE), a=GOOD, b=POOR).reports[0].findings
    assert any(finding.message.startswith("Only 5 clusters of cases count") for finding in of_clusters)
    assert "too-few-cases" not in codes(compared("auto", plain, a=GOOD).reports[0])


def test_cases_that_count_for_nobody_are_not_counted():
    results = compared("auto", contrast_suite([*"abcdefgh"]), a=[True] * 5 + [None] * 3, b=[False] * 5 + [None] * 3)
    assert codes(results.reports[0])["too-few-cases"] == 5


def test_without_a_test_nothing_is_compared():
    results = compared("none", a=GOOD, b=POOR)
    assert (results.comparisons, results.ranks) == ((), ())


def test_one_system_has_no_pair():
    results = compared("bootstrap", a=GOOD)
    assert (results.comparisons, results.ranks) == ((), ())


CLUSTERS = [f"w{i // 8}" for i in range(80)]
ALIKE = [i // 8 in (0, 1, 2, 3, 4, 5, 6) for i in range(80)]
OTHER = [i // 8 in (0, 1, 2, 7) for i in range(80)]


@TESTS
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


@pytest.mark.parametrize("level", [0.5, 0.95])
def test_differences_have_students_interval_of_their_clusters(level):
    (one,) = compared("bootstrap", own={"level": level}, a=GOOD, b=POOR).comparisons
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, POOR)]
    value, low, high = one.differences["accuracy"]
    assert value == one.difference
    assert (low, high) == pytest.approx(student_interval(value, drawn[0] - drawn[1], 12, level))
    assert set(one.differences) == {"accuracy", "pairwise", "macro", "chance"}  # counts are no differences of quality
    assert one.differences["chance"] == (0, pytest.approx(math.nan, nan_ok=True), pytest.approx(math.nan, nan_ok=True))


def test_with_sacrebleus_tests_differences_have_percentile_intervals():
    (one,) = compared("sacrebleu-bootstrap", a=GOOD, b=POOR).comparisons
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, POOR)]
    assert one.differences["accuracy"][1:] == pytest.approx(interval(drawn[0] - drawn[1]))


@pytest.mark.parametrize("test", ["auto", "bootstrap"])
def test_without_draws_there_is_a_difference_and_no_p_value(test):
    results = compared(test, own={"resamples": 0, "trials": 0}, a=GOOD, b=POOR)
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
    """80 % power at 5 % shared by three pairs: t quantiles of twelve clusters, two degrees of freedom fewer than usual."""
    (ranks,) = compared("bootstrap", a=GOOD, b=FAIR, c=POOR).ranks
    drawn = [drawn_means(side, WORDS, 300, 5) for side in (GOOD, FAIR, POOR)]
    spreads = [np.std(drawn[a] - drawn[b], ddof=1) * math.sqrt(12 / 11) for a, b in ((0, 1), (0, 2), (1, 2))]
    expected = np.median(spreads) * (t.ppf(1 - 0.05 / 6, 9) + t.ppf(0.8, 9))
    assert ranks.detectable == pytest.approx(expected)


def paired(a, b, draws, p=0.5, spec="m", suite="s"):
    return PairedTest(suite, "m", a, b, 0.1, p, p, "bootstrap", spec=spec, draws=draws)


def told(*tests):
    return [(one.code, one.count, one.message) for one in too_few_draws(tests)]


def test_so_few_draws_that_no_p_value_can_be_small_are_told():
    """One pair and 19 draws: the smallest p is 1/20, which is not below 0.05; 20 give 1/21."""
    ((code, count, message),) = told(paired("a", "b", 19))
    assert (code, count) == ("too-few-resamples", 1)
    assert message.startswith("With 19 draws, Holm's correction for 1 pairs of systems leaves no p-value below 0.05")
    assert message.endswith("Leave --resamples out, or give 20 or more.")
    assert told(paired("a", "b", 20)) == []


def test_more_pairs_need_more_draws():
    ((_, count, message),) = told(paired("a", "b", 59), paired("a", "c", 59), paired("b", "c", 59))
    assert count == 3
    assert message.endswith("or give 60 or more.")
    assert told(paired("a", "b", 60), paired("a", "c", 60), paired("b", "c", 60)) == []


def test_pairs_are_counted_per_suite_and_metric():
    assert told(paired("a", "b", 20), paired("a", "b", 20, spec="n"), paired("a", "b", 20, suite="t")) == []


def test_a_pair_that_is_significant_all_the_same_is_not_stuck():
    assert told(paired("a", "b", 19, p=0.01)) == []


def test_an_exact_test_and_one_that_was_not_made_need_no_draws():
    assert told(paired("a", "b", 0)) == []
    assert told(paired("a", "b", 1, p=math.nan)) == []
    assert told() == []


def test_a_run_says_where_its_draws_are_too_few():
    results = compared("bootstrap", own={"trials": 15}, a=GOOD, b=POOR)
    assert [codes(report).get("too-few-resamples") for report in results.reports] == [1, 1]


@pytest.mark.parametrize("test", ["permutation", "sacrebleu-permutation"])
def test_a_sense_that_only_one_system_answered_does_not_stop_a_permutation_test(test):
    words = [*"aabbccddeeffgg"]
    first, second = [True, False] * 7, [True, True] * 6 + [None, None]
    (one,) = compared(test, contrast_suite(words), a=first, b=second).comparisons
    assert 0 < one.p_value <= 1
    assert one.difference == pytest.approx(0.5 - 1)

"""The oracles are exact enumerations in the test, a loop over numpy's own draws, and scipy's binomial and permutation tests."""

import itertools
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binomtest, permutation_test

from mteval.core.evidence import Comparison, Outcome, Skipped, Verdict
from mteval.core.protocols import Statistics
from mteval.core.registry import metrics
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.draws import DrawPlan
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.paired import (
    Swaps,
    all_pairs,
    bootstrap_test,
    both_counted,
    mcnemar,
    permutation,
    same_strata,
    sign_flip_p,
    unit_numbers,
)
from mteval.statistics.resampling import Observation, Resampling
from tests.statistics.test_resampling import Mean, observed


def exact_p(first, second, clusters=None):
    """All ways to exchange units, by a loop: the share in which the means differ at least as much."""
    labels = np.arange(len(first)) if clusters is None else clusters
    difference, extreme, ways = abs(np.mean(first) - np.mean(second)), 0, 0
    for swapped in itertools.product((False, True), repeat=int(labels.max()) + 1):
        turned = np.array(swapped)[labels]
        a, b = np.where(turned, second, first), np.where(turned, first, second)
        extreme += abs(a.mean() - b.mean()) >= difference - 1e-12
        ways += 1
    return extreme / ways


def verdicts(passed, strata=None):
    """Accuracy of cases that passed, failed, or (None) were skipped."""
    metric = metrics.find("accuracy")()
    names = strata or [None] * len(passed)
    outcomes = {True: Outcome.PASSED, False: Outcome.FAILED}
    evidence = [
        Skipped("unanswered") if one is None else Verdict(outcomes[one], stratum=name)
        for one, name in zip(passed, names, strict=True)
    ]
    return Observation(metric, metric.observe(evidence))


DRAW = np.random.default_rng(1)
TEN = DRAW.normal(0.5, 1, 10), DRAW.normal(0, 1, 10)


@pytest.mark.parametrize("clusters", [None, np.array([0, 0, 1, 2, 2, 2, 3, 4, 5, 6])])
def test_few_units_are_exchanged_in_all_ways(clusters):
    found = permutation([observed(one) for one in TEN], DrawPlan.fixed(512), 1, clusters)[0]
    assert found.draws == 0
    assert found.p_value == pytest.approx(exact_p(*TEN, clusters))


def test_the_exact_p_value_is_scipys():
    expected = permutation_test(
        TEN, lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis), permutation_type="samples", vectorized=True
    )
    assert expected.null_distribution.size == 2**10  # every way
    found = permutation([observed(one) for one in TEN], DrawPlan.fixed(512), 1)[0]
    assert found.p_value == pytest.approx(expected.pvalue)


def test_one_draw_fewer_than_ways_and_they_are_drawn():
    systems = [observed(one) for one in TEN]
    drawn = permutation(systems, DrawPlan.fixed(511), 1)[0]
    assert drawn.draws == 511
    many = permutation([observed(one) for one in (TEN[0], TEN[1])], DrawPlan.fixed(500), 3)[0].p_value
    assert many == pytest.approx(exact_p(*TEN), abs=3 * sqrt(exact_p(*TEN) / 500))


def test_only_differing_units_are_counted_as_ways():
    """A thousand units of which eight differ have 2⁷ ways, as exchanging equals changes nothing."""
    first = np.zeros(1000)
    second = first.copy()
    second[::125] = [1, 2, 3, 4, -1, 2, 3, 1]
    found = permutation([observed(first), observed(second)], DrawPlan.fixed(128), 1)[0]
    assert found.draws == 0
    assert found.p_value == pytest.approx(exact_p(first[::125], second[::125]))


def test_one_of_500_lines_improved_is_no_evidence():
    """The one exchange there is leaves the same absolute difference; sacrebleu's rule says p = .0001."""
    first = np.full(500, 50.0)
    second = first.copy()
    second[17] = 80.0
    assert permutation([observed(first), observed(second)], DrawPlan.fixed(10_000), 1)[0].p_value == 1


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 8])
def test_as_many_lines_improved_as_a_coin_must_fall_alike(count):
    """All of n lines better: two of the 2ⁿ ways are as extreme."""
    improved = np.zeros(200)
    improved[:count] = 1.0
    found = permutation([observed(improved), observed(np.zeros(200))], DrawPlan.fixed(1000), 1)[0]
    assert found.p_value == pytest.approx(2 / 2**count)


def test_drawn_p_values_count_ties_and_the_observed_difference():
    """Coins by numpy's generator of the same seed, differences by a loop."""
    draw = np.random.default_rng(4)
    first, second = draw.integers(0, 3, 30).astype(float), draw.integers(0, 3, 30).astype(float)
    found = permutation([observed(first), observed(second)], DrawPlan.fixed(320), 9)[0]
    keep = np.random.default_rng(9).integers(2, size=(320, 30), dtype=bool)
    drawn = [abs((np.where(row, 1, -1) * (first - second)).mean()) for row in keep]
    extreme = sum(one >= abs((first - second).mean()) - 1e-12 for one in drawn)
    assert any(abs(one - abs((first - second).mean())) < 1e-12 for one in drawn)  # there are ties
    assert found.p_value == (extreme + 1) / 321


def test_one_cluster_is_exchanged_as_a_whole_and_shows_nothing():
    a, b = observed(np.array([1.0, 1.0, 1.0, 0.0])), observed(np.zeros(4))
    assert permutation([a, b], DrawPlan.fixed(999), 1, np.zeros(4, dtype=np.int64))[0].p_value == 1


@pytest.mark.parametrize(("only_a", "only_b"), [(10, 2), (3, 3), (0, 7), (40, 25), (0, 0), (300, 360)])
def test_a_share_of_the_same_decided_cases_is_a_binomial_test(only_a, only_b):
    a = [True] * only_a + [False] * only_b + [True] * 5 + [None]
    b = [False] * only_a + [True] * only_b + [True] * 5 + [None]
    found = permutation([verdicts(a), verdicts(b)], DrawPlan.fixed(10), 1)[0]
    expected = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert found.p_value == pytest.approx(expected)
    assert (found.draws, found.n) == (0, only_a + only_b + 5)


def test_a_share_by_clusters_is_exact_however_many_there_are():
    """Twelve clusters, enumerated; ten draws would not do."""
    draw = np.random.default_rng(8)
    first, second = draw.random(40) < 0.8, draw.random(40) < 0.5
    clusters = np.concatenate([np.arange(12), draw.integers(0, 12, 28)])
    found = permutation([verdicts(first.tolist()), verdicts(second.tolist())], DrawPlan.fixed(10), 1, clusters)[0]
    assert found.draws == 0
    assert found.p_value == pytest.approx(exact_p(first.astype(float), second.astype(float), clusters))


def test_other_decided_cases_are_exchanged_as_they_are():
    """Where systems skipped different cases, an exchange moves the gap too; all 2⁶ ways by a loop."""
    a, b = [True, True, None, True, True, False], [False, None, True, False, True, True]
    found = permutation([verdicts(a), verdicts(b)], DrawPlan.fixed(64), 1)[0]

    def share(cases):
        decided = [one for one in cases if one is not None]
        return np.mean(decided) if decided else np.nan

    observed_difference, extreme, ways = abs(share(a) - share(b)), 0, 0
    for swapped in itertools.product((False, True), repeat=6):
        first = [y if turn else x for x, y, turn in zip(a, b, swapped, strict=True)]
        second = [x if turn else y for x, y, turn in zip(a, b, swapped, strict=True)]
        extreme += abs(share(first) - share(second)) >= observed_difference - 1e-12
        ways += 1
    assert found.p_value == pytest.approx(extreme / ways)


@pytest.mark.parametrize(
    "net", [[1, 1, -1], [3, 2, -1, 0, 5], [2, 2, 2, -4], [0, 0], [], [7], [1] * 9 + [-1] * 3, [-6, 1, 1, 1, 1, 1]]
)
def test_sums_of_random_signs_are_enumerated(net):
    values = np.array(net, dtype=np.int64)
    sums = [abs(int(np.dot(signs, values))) for signs in itertools.product((1, -1), repeat=len(net))]
    expected = np.mean([one >= abs(values.sum()) for one in sums])
    assert sign_flip_p(values) == pytest.approx(expected)
    assert sign_flip_p(-values) == pytest.approx(expected)


@pytest.mark.parametrize(("only_a", "only_b"), [(10, 2), (3, 3), (0, 7), (40, 25), (0, 0)])
def test_mcnemar_is_a_binomial_test_of_the_discordant(only_a, only_b):
    a = verdicts([True] * only_a + [False] * only_b + [True] * 5)
    b = verdicts([False] * only_a + [True] * only_b + [True] * 5)
    (found,) = mcnemar([a, b])
    expected = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert found.p_value == pytest.approx(expected)
    assert (found.test, found.draws, found.n) == ("mcnemar", 0, only_a + only_b + 5)


def test_mcnemar_by_hand():
    """Three cases only the first got right, one only the second: 2 · (1 + 4) / 2⁴."""
    a = verdicts([True, True, True, False, True, False])
    b = verdicts([False, False, False, True, True, False])
    assert [mcnemar(pair)[0].p_value for pair in ([a, b], [b, a])] == pytest.approx([10 / 16] * 2)


def test_mcnemar_throws_one_coin_per_cluster():
    """Clusters lead by 3, 2 and −1: of the eight signs, |±3±2±1| ≥ 4 holds for 3+2+1, 3+2−1 and their opposites."""
    a = verdicts([True, True, True, True, True, False])
    b = verdicts([False, False, False, False, False, True])
    (found,) = mcnemar([a, b], np.array([0, 0, 0, 1, 1, 2]))
    assert found.p_value == pytest.approx(4 / 8)
    assert mcnemar([a, b])[0].p_value == pytest.approx(binomtest(1, 6).pvalue)


def test_mcnemar_leaves_out_what_one_of_two_left_undecided():
    a, b = verdicts([True, True, None, True, False]), verdicts([False, None, True, True, True])
    (found,) = mcnemar([a, b])
    assert found.n == 3
    assert found.value == pytest.approx(2 / 3 - 2 / 3)
    nothing = mcnemar([verdicts([True, None]), verdicts([None, True])])[0]
    assert nothing.n == 0
    assert np.isnan([nothing.value, nothing.p_value]).all()


def test_mcnemar_needs_decisions():
    assert mcnemar([observed(np.arange(3.0)), observed(np.arange(3.0))]) is None


class AnyMean(Mean):
    """The same mean, but not known to be additive: it takes the general way."""


@pytest.mark.parametrize("clusters", [None, np.arange(40) // 3])
def test_general_and_additive_permutation_agree(monkeypatch, clusters):
    generator = np.random.default_rng(3)
    systems = [observed(generator.normal(loc, 1, 40)) for loc in (0, 0.4, 0.8)]
    additive = permutation(systems, DrawPlan.fixed(500), 7, clusters)
    monkeypatch.setattr("mteval.statistics.paired.AdditiveMetric", AnyMean)
    general = permutation(systems, DrawPlan.fixed(500), 7, clusters)
    assert [one.p_value for one in additive] == [one.p_value for one in general]


def resampled(clusters=None, seed=7):
    return Resampling(200, seed, clusters=clusters)


def test_a_bootstrap_is_centred_two_sided_and_widened():
    """By a loop over numpy's own draws: strays from the observed difference, times √(m/(m−1))."""
    draw = np.random.default_rng(2)
    first, second = draw.normal(0.4, 1, 12), draw.normal(0, 1, 12)
    found = bootstrap_test([observed(first), observed(second)], resampled(), DrawPlan.fixed(200))[0]
    difference = (first - second).mean()
    draws = np.random.default_rng(7).choice(12, size=(200, 12), replace=True)
    strays = [abs((first - second)[row].mean() - difference) * sqrt(12 / 11) for row in draws]
    assert found.p_value == (sum(stray >= abs(difference) for stray in strays) + 1) / 201
    assert (found.test, found.draws, found.n) == ("bootstrap", 200, 12)


def test_a_bootstrap_of_clusters_draws_and_widens_by_them():
    draw = np.random.default_rng(2)
    clusters = np.arange(24) // 4
    change = np.repeat(draw.normal(0.5, 1, 6), 4) + draw.normal(0, 0.1, 24)
    found = bootstrap_test([observed(change), observed(np.zeros(24))], resampled(clusters), DrawPlan.fixed(200))[0]
    draws = np.random.default_rng(7).choice(6, size=(200, 6), replace=True)
    means = [np.concatenate([change[clusters == one] for one in row]).mean() for row in draws]
    strays = [abs(one - change.mean()) * sqrt(6 / 5) for one in means]
    assert found.p_value == (sum(stray >= abs(change.mean()) for stray in strays) + 1) / 201


def differences(kind, systems, clusters=None, draws=200):
    if kind == "bootstrap":
        return bootstrap_test(systems, resampled(clusters), DrawPlan.fixed(draws))
    return permutation(systems, DrawPlan.fixed(draws), 7, clusters)


KINDS = pytest.mark.parametrize("kind", ["bootstrap", "permutation"])


@KINDS
def test_a_system_against_itself_has_no_difference(kind):
    one = observed(np.random.default_rng(0).normal(size=30))
    found = differences(kind, [one, one])[0]
    assert (found.value, found.p_value) == (0, 1)


def test_pairs_come_in_the_order_of_the_systems():
    assert all_pairs(3) == [(0, 1), (0, 2), (1, 2)]
    assert all_pairs(1) == []


def test_units_are_cases_or_clusters():
    assert unit_numbers(3, None).tolist() == [0, 1, 2]
    assert unit_numbers(3, np.array([0, 0, 1])).tolist() == [0, 0, 1]


@pytest.fixture
def three():
    """Three systems on 40 cases."""
    draw = np.random.default_rng(3)
    return [observed(draw.normal(mean, 1, 40)) for mean in (0.5, 0.2, 0.0)]


@KINDS
def test_every_pair_of_systems_is_tested(kind, three):
    found = differences(kind, three)
    means = [one.value()[0] for one in three]
    assert [(one.a, one.b) for one in found] == [(0, 1), (0, 2), (1, 2)]
    assert [one.value for one in found] == pytest.approx([means[a] - means[b] for a, b in ((0, 1), (0, 2), (1, 2))])
    assert {(one.test, one.n, one.draws) for one in found} == {(kind, 40, 200)}
    assert all(0 < one.p_value <= 1 for one in found)


@KINDS
def test_changing_the_order_of_two_systems_only_turns_the_sign(kind, three):
    (one,), (other,) = differences(kind, three[:2]), differences(kind, three[1::-1])
    assert other.value == -one.value
    assert other.p_value == one.p_value


@KINDS
def test_a_pair_is_tested_alike_whoever_else_is_there(kind, three):
    assert differences(kind, three)[0] == differences(kind, three[:2])[0]


@KINDS
def test_a_larger_difference_is_less_probable(kind):
    draw = np.random.default_rng(0)
    base = draw.normal(size=40)
    ps = [
        differences(kind, [observed(base + draw.normal(shift, 1, 40)), observed(base)])[0].p_value
        for shift in (0, 0.4, 2)
    ]
    assert ps == sorted(ps, reverse=True)
    assert ps[0] > ps[2]
    assert ps[2] < 0.05


@KINDS
def test_clusters_that_agree_leave_less_evidence(kind):
    """Ten cases of each of eight clusters are copies of one: eight observations, not eighty."""
    draw = np.random.default_rng(1)
    first, second = (np.repeat(draw.normal(shift, 1, 8), 10) for shift in (0.4, 0))
    systems, clusters = [observed(first), observed(second)], np.repeat(np.arange(8), 10)
    plain, clustered = differences(kind, systems)[0], differences(kind, systems, clusters)[0]
    assert clustered.p_value > 2 * plain.p_value


@KINDS
def test_a_test_of_clusters_of_one_case_is_the_test_of_cases(kind, three):
    (plain,), (clustered,) = differences(kind, three[:2]), differences(kind, three[:2], np.arange(40))
    assert clustered.p_value == plain.p_value


@KINDS
def test_clusters_of_copies_are_tested_as_their_originals(kind, three):
    """Copying every case five times into a cluster of its own changes nothing."""
    copies = [observed(np.repeat(one.statistics.rows[:, 0], 5)) for one in three[:2]]
    plain, clustered = differences(kind, three[:2])[0], differences(kind, copies, np.repeat(np.arange(40), 5))[0]
    assert clustered.p_value == plain.p_value


@KINDS
def test_cases_count_where_both_systems_have_them(kind):
    first, second = (observed(np.array(values)) for values in ([1.0, 2, 3, 4], [1.0, 1, 2, 2]))
    part = Observation(second.metric, Statistics(second.statistics.rows, np.array([True, False, True, True])))
    assert differences(kind, [first, part])[0].n == both_counted(first, part) == 3


@KINDS
def test_without_draws_there_is_no_p_value(kind, three):
    two = three[:2]
    found = differences(kind, two, draws=0)[0]
    assert found.value == pytest.approx(two[0].value()[0] - two[1].value()[0])
    assert np.isnan(found.p_value)


@KINDS
def test_a_score_that_is_not_a_number_is_not_tested(kind, three):
    nothing = Observation(three[0].metric, Statistics(np.zeros((40, 2)), np.zeros(40, bool)))
    found = differences(kind, [three[0], nothing])[0]
    assert np.isnan([found.value, found.p_value]).all()


@KINDS
def test_a_system_without_a_score_does_not_stop_the_others(kind, three):
    nothing = Observation(three[0].metric, Statistics(np.zeros((40, 2)), np.zeros(40, bool)))
    found = differences(kind, [three[0], nothing, three[1]])
    assert found[1].p_value == differences(kind, three[:2])[0].p_value
    assert np.isnan([found[0].p_value, found[2].p_value]).all()


@KINDS
def test_no_systems_and_no_cases_are_no_tests(kind):
    assert differences(kind, []) == []
    nothing = observed(np.zeros(0))
    assert np.isnan(differences(kind, [nothing, nothing])[0].p_value)


def test_text_metrics_are_permuted_as_a_loop_over_corpora_would():
    """Six segments of chrF: every one of the 2⁶ mixed corpora scored by sacrebleu."""
    import sacrebleu

    references = [f"the {a} {b} sat on the hill" for a in ("old", "red") for b in ("dog", "cat", "hen")]
    first = [line.replace("sat", "lay") if i % 2 else line for i, line in enumerate(references)]
    second = [line.replace("hill", "mountain") if i != 3 else line for i, line in enumerate(references)]
    metric = metrics.find("chrf")()
    systems = [
        Observation(metric, metric.observe([Comparison(a, (b,)) for a, b in zip(texts, references, strict=True)]))
        for texts in (first, second)
    ]

    def difference(turned):
        a = [y if turn else x for x, y, turn in zip(first, second, turned, strict=True)]
        b = [x if turn else y for x, y, turn in zip(first, second, turned, strict=True)]
        return abs(sacrebleu.corpus_chrf(a, [references]).score - sacrebleu.corpus_chrf(b, [references]).score)

    ways = [difference(turned) for turned in itertools.product((False, True), repeat=6)]
    expected = np.mean([one >= ways[0] - 1e-9 for one in ways])
    assert permutation(systems, DrawPlan.fixed(64), 1)[0].p_value == pytest.approx(expected)


class Macro(AdditiveMetric):
    """The mean over strata of their means."""

    keys = ("macro", "cases")
    stratified = True

    def observe(self, evidence):
        raise NotImplementedError

    def combine(self, sums):
        with np.errstate(invalid="ignore"):
            means = sums[..., :-1, 0] / sums[..., :-1, 1]
        return np.stack([means.mean(axis=-1), sums[..., 1].sum(axis=-1)], axis=-1)


class MacroOfAnyKind(MetricBase):
    """The same, by a loop, not known to be additive."""

    keys = ("macro", "cases")

    def observe(self, evidence):
        raise NotImplementedError

    def estimate(self, statistics, weights):
        rows, count = statistics.rows, len(statistics.strata_names)
        means = [
            (weights[:, own] @ rows[own, 0]) / (weights[:, own] @ rows[own, 1])
            for own in (statistics.strata == stratum for stratum in range(count))
        ]
        return np.column_stack([np.mean(means, axis=0), weights @ rows[:, 1]])


def test_a_macro_average_is_permuted_alike_whether_additive_or_not():
    draw = np.random.default_rng(2)
    strata = np.arange(24) % 3
    tables = [
        Statistics(np.column_stack([draw.normal(m, 1, 24), np.ones(24)]), np.ones(24, bool), strata, ("a", "b", "c"))
        for m in (0, 0.5)
    ]
    additive, general = (
        permutation([Observation(kind(), one) for one in tables], DrawPlan.fixed(300), 5)
        for kind in (Macro, MacroOfAnyKind)
    )
    assert general[0].p_value == additive[0].p_value


def test_clusters_of_very_many_cases_are_summed_without_loss():
    """Rows of very many cases are kept in single precision, which holds no odd number beyond 2**24."""
    draw = np.random.default_rng(1)
    first = draw.integers(2000, 4000, size=60_000)
    second = first - draw.integers(9, size=60_000)
    wide = (observed(first), observed(second))
    narrow = [
        Observation(one.metric, Statistics(one.statistics.rows.astype(np.float32), one.statistics.counted))
        for one in wide
    ]
    clusters = np.repeat(np.arange(6), 10_000)
    # The first is better in each of the six clusters: of 64 exchanges none and all are as extreme.
    for systems in (wide, narrow):
        assert permutation(systems, DrawPlan(1000, 1000), 1, clusters)[0].p_value == 2 / 64


@pytest.mark.parametrize("kind", [Macro, MacroOfAnyKind])
def test_strata_are_matched_by_name(kind):
    """The second system has the same strata under other numbers."""
    draw = np.random.default_rng(2)
    first, second = (np.column_stack([draw.normal(m, 1, 12), np.ones(12)]) for m in (0, 0.5))
    strata, counted = np.arange(12) % 3 % 2, np.ones(12, bool)
    a = Observation(kind(), Statistics(first, counted, strata, ("x", "y")))
    same = Observation(kind(), Statistics(second, counted, strata, ("x", "y")))
    turned = Observation(kind(), Statistics(second, counted, 1 - strata, ("y", "x")))
    keep = np.random.default_rng(0).integers(2, size=(50, 12)).astype(float)
    drawn = [Swaps([a, other], None).differences(keep, [(0, 1)])[0] for other in (turned, same)]
    assert drawn[0] == pytest.approx(drawn[1])


def test_strata_that_one_system_lacks_are_numbered_alike():
    a, b = verdicts([True, False, True], ["s", "t", "u"]), verdicts([None, True, None], ["s", "t", "u"])
    first, second = (one.statistics for one in same_strata([a, b]))
    assert first.strata_names == second.strata_names == ("s", "t", "u")
    assert (first.strata.tolist(), second.strata.tolist()) == ([0, 1, 2], [-1, 1, -1])

"""The oracles are sacrebleu's paired tests, an exact enumeration, and scipy's binomial test."""

import itertools

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.significance import PairedTest as SacrebleuTest
from scipy.stats import binomtest

from mteval.core.evidence import Comparison
from mteval.core.protocols import Statistics
from mteval.core.registry import metrics
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.paired import all_pairs, bootstrap_difference, mcnemar, p_value, paired_bootstrap, permutation
from mteval.statistics.resampling import Observation, bootstrap
from tests.statistics.test_resampling import TEXT, Mean, observed

REFERENCES = TEXT * 3
FIRST = [line.replace("runs", "walks") if i % 4 else line for i, line in enumerate(REFERENCES)]
SECOND = [line.replace("hill", "hills") if i % 3 else line for i, line in enumerate(REFERENCES)]


def bleu_and_chrf(translations):
    evidence = [Comparison(text, (reference,)) for text, reference in zip(translations, REFERENCES, strict=True)]
    opened = [metrics.find("bleu")(), metrics.find("chrf")()]
    return [Observation(metric, metric.observe(evidence)) for metric in opened]


def sacrebleu_p_values(kind, samples):
    test = SacrebleuTest([("a", FIRST), ("b", SECOND)], {"bleu": BLEU(), "chrf": CHRF()}, [REFERENCES], kind, samples)
    scores = test()[1]
    return [scores[name][1].p_value for name in scores if name != "System"]


def test_bootstrap_p_values_are_sacrebleus():
    pairs = list(zip(bleu_and_chrf(FIRST), bleu_and_chrf(SECOND), strict=True))
    ours = [paired_bootstrap(pair, bootstrap(pair, 300))[0].p_value for pair in pairs]
    assert ours == pytest.approx(sacrebleu_p_values("bs", 300), abs=1e-9)


def test_randomisation_p_values_are_sacrebleus():
    pairs = list(zip(bleu_and_chrf(FIRST), bleu_and_chrf(SECOND), strict=True))
    ours = [permutation(pair, 320, 12345)[0].p_value for pair in pairs]
    assert ours == pytest.approx(sacrebleu_p_values("ar", 320), abs=1e-9)


class AnyMean(Mean):
    """The same mean, but not known to be additive: it takes the general way."""


def test_general_and_additive_permutation_agree(monkeypatch):
    generator = np.random.default_rng(3)
    a, b, c = (observed(generator.normal(loc, 1, 40)) for loc in (0, 0.4, 0.8))
    additive = permutation([a, b, c], 500, 7)
    monkeypatch.setattr("mteval.statistics.paired.AdditiveMetric", AnyMean)
    general = permutation([a, b, c], 500, 7)
    assert [one.p_value for one in additive] == [one.p_value for one in general]


def test_permutation_approaches_the_exact_test():
    generator = np.random.default_rng(1)
    first, second = generator.normal(0.5, 1, 10), generator.normal(0, 1, 10)
    difference = abs((first - second).mean())
    signs = np.array(list(itertools.product((1, -1), repeat=10)))
    exact = (np.abs((signs * (first - second)).mean(axis=1)) >= difference - 1e-12).mean()
    assert permutation([observed(first), observed(second)], 20_000, 3)[0].p_value == pytest.approx(exact, abs=0.01)


def test_permutation_by_cluster_swaps_whole_clusters():
    a, b = observed(np.array([1.0, 1.0, 1.0, 0.0])), observed(np.array([0.0, 0.0, 0.0, 0.0]))
    one_cluster = permutation([a, b], 999, 1, np.zeros(4, dtype=np.int64))[0]
    assert one_cluster.p_value == pytest.approx(
        1 / 1000
    )  # every swap leaves the same absolute difference: none is larger
    assert permutation([a, b], 999, 1)[0].p_value < 0.01


@pytest.mark.parametrize(("only_a", "only_b"), [(10, 2), (3, 3), (0, 7), (40, 25), (0, 0)])
def test_mcnemar_is_a_binomial_test_of_the_discordant(only_a, only_b):
    a = np.array([True] * only_a + [False] * only_b + [True] * 5)
    b = np.array([False] * only_a + [True] * only_b + [True] * 5)
    expected = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(a, b) == pytest.approx(expected)


def test_a_system_against_itself_has_no_difference():
    one = observed(np.random.default_rng(0).normal(size=30))
    found = paired_bootstrap([one, one], bootstrap([one, one], 100))[0]
    assert found.value == 0
    assert found.p_value == 1  # sacrebleu's strict inequality would say 1/101, the surest difference there is


def test_skipped_cases_do_not_count():
    rows = np.column_stack([[1.0, 0.0, 0.0], [1.0, 0.0, 1.0]])
    one = Observation(Mean(), Statistics(rows, np.array([True, False, True])))
    assert paired_bootstrap([one, one], bootstrap([one, one], 10))[0].n == 2


def test_two_copies_of_one_system_do_not_differ():
    same = np.array([1.0, 2.0, 3.0])
    assert bootstrap_difference(same, same, 0.0) == 1.0
    assert p_value(np.zeros(1000), 0.0) == 1.0


def test_pairs_come_in_the_order_of_the_systems():
    assert all_pairs(3) == [(0, 1), (0, 2), (1, 2)]
    assert all_pairs(1) == []


@pytest.fixture
def three():
    """Three systems on 40 cases."""
    draw = np.random.default_rng(3)
    return [observed(draw.normal(mean, 1, 40)) for mean in (0.5, 0.2, 0.0)]


def differences(kind, systems, clusters=None):
    if kind == "bootstrap":
        return paired_bootstrap(systems, bootstrap(systems, 200, 7, clusters))
    return permutation(systems, 200, 7, clusters)


KINDS = pytest.mark.parametrize("kind", ["bootstrap", "permutation"])


@KINDS
def test_every_pair_of_systems_is_tested(kind, three):
    found = differences(kind, three)
    means = [one.value()[0] for one in three]
    assert [(one.a, one.b) for one in found] == [(0, 1), (0, 2), (1, 2)]
    assert [one.value for one in found] == pytest.approx([means[a] - means[b] for a, b in ((0, 1), (0, 2), (1, 2))])
    assert {(one.test, one.n) for one in found} == {(kind, 40)}
    assert all(0 < one.p_value <= 1 for one in found)


@KINDS
def test_changing_the_order_of_two_systems_only_turns_the_sign(kind, three):
    (one,), (other,) = differences(kind, three[:2]), differences(kind, three[1::-1])
    assert other.value == -one.value
    assert other.p_value == one.p_value


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
    assert clustered.spread > 2 * plain.spread


@KINDS
def test_a_test_of_clusters_of_one_case_is_the_test_of_cases(kind, three):
    (plain,), (clustered,) = differences(kind, three[:2]), differences(kind, three[:2], np.arange(40))
    assert clustered.p_value == plain.p_value
    assert clustered.spread == pytest.approx(plain.spread)


@KINDS
def test_clusters_of_copies_are_tested_as_their_originals(kind, three):
    """Copying every case five times into a cluster of its own changes nothing."""
    copies = [observed(np.repeat(one.statistics.rows[:, 0], 5)) for one in three[:2]]
    plain, clustered = differences(kind, three[:2])[0], differences(kind, copies, np.repeat(np.arange(40), 5))[0]
    assert clustered.p_value == plain.p_value
    assert clustered.spread == pytest.approx(plain.spread)


@KINDS
def test_cases_count_where_both_systems_have_them(kind):
    first, second = (observed(np.array(values)) for values in ([1.0, 2, 3, 4], [1.0, 1, 2, 2]))
    part = Statistics(second.statistics.rows, np.array([True, False, True, True]))
    assert differences(kind, [first, Observation(second.metric, part)])[0].n == 3


@KINDS
def test_without_draws_there_is_no_p_value(kind, three):
    two = three[:2]
    found = paired_bootstrap(two, bootstrap(two, 0)) if kind == "bootstrap" else permutation(two, 0, 1)
    assert found[0].value == pytest.approx(two[0].value()[0] - two[1].value()[0])
    assert np.isnan([found[0].p_value, found[0].spread]).all()


@KINDS
def test_a_score_that_is_not_a_number_is_not_tested(kind, three):
    nothing = Observation(three[0].metric, Statistics(np.zeros((40, 2)), np.zeros(40, bool)))
    found = differences(kind, [three[0], nothing])[0]
    assert np.isnan([found.value, found.p_value]).all()


def test_the_spread_is_that_of_the_drawn_differences(three):
    drawn = bootstrap(three, 200)
    found = paired_bootstrap(three, drawn)
    assert found[1].spread == pytest.approx(np.std(drawn[0][:, 0] - drawn[2][:, 0]))
    # Swapping all rows at random, the difference of means has a variance of Σd²/n².
    rows = [one.statistics.rows[:, 0] for one in three]
    spread = np.sqrt(((rows[0] - rows[2]) ** 2).sum()) / 40
    assert permutation(three, 4000, 1)[1].spread == pytest.approx(spread, rel=0.05)


def test_no_systems_and_no_cases_are_no_tests():
    assert permutation([], 10, 1) == []
    nothing = observed(np.zeros(0))
    assert np.isnan(permutation([nothing, nothing], 10, 1)[0].p_value)


def test_p_value_by_hand():
    """Two of nine draws lie beyond the difference, a tie does not: (2 + 1) / (9 + 1)."""
    null = np.array([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.6, 0.7])
    assert p_value(null, 0.5) == p_value(null, -0.5) == pytest.approx(0.3)
    assert np.isnan(p_value(null, float("nan")))


def test_bootstrap_p_value_by_hand():
    """Absolute differences 1, 3, 2, 6 are −2, 0, −1 and 3 beside their mean 3: one lies beyond 2, none beyond 3."""
    a, b = np.array([1.0, 0, 5, 8, np.nan]), np.array([0.0, 3, 3, 2, 1])
    assert bootstrap_difference(a, b, 2.0) == pytest.approx(2 / 5)
    assert bootstrap_difference(a, b, 3.0) == pytest.approx(1 / 5)
    assert np.isnan(bootstrap_difference(np.array([np.nan]), np.array([1.0]), 1.0))


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
        permutation([Observation(kind(), one) for one in tables], 300, 5) for kind in (Macro, MacroOfAnyKind)
    )
    assert general[0].p_value == additive[0].p_value
    assert general[0].spread == pytest.approx(additive[0].spread)


def test_mcnemar_by_hand():
    """Three cases only the first got right, one only the second: 2 · (1 + 4) / 2⁴."""
    a = np.array([True, True, True, False, True, False])
    b = np.array([False, False, False, True, True, False])
    assert mcnemar(a, b) == mcnemar(b, a) == pytest.approx(10 / 16)


@pytest.mark.xfail(strict=True, reason="permutation lines strata up by number, though each system numbers its own")
def test_strata_are_matched_by_name():
    """The second system has the same numbers under other numbers of their strata."""
    draw = np.random.default_rng(2)
    first, second = (np.column_stack([draw.normal(m, 1, 12), np.ones(12)]) for m in (0, 0.5))
    strata, counted = np.arange(12) % 3 % 2, np.ones(12, bool)
    a = Observation(Macro(), Statistics(first, counted, strata, ("x", "y")))
    same = Observation(Macro(), Statistics(second, counted, strata, ("x", "y")))
    turned = Observation(Macro(), Statistics(second, counted, 1 - strata, ("y", "x")))
    assert permutation([a, turned], 300, 5)[0].spread == pytest.approx(permutation([a, same], 300, 5)[0].spread)

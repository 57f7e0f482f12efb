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
from mteval.statistics.paired import bootstrap_difference, mcnemar, p_value, paired_bootstrap, permutation
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

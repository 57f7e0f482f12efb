"""The tests by name: how often each draws, which need a minimum of cases, and what each says of itself."""

import math
import re

import numpy as np
import pytest
import sacrebleu.significance
from sacrebleu.metrics import CHRF
from scipy.stats import binomtest

from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison, Outcome, Verdict
from mteval.core.registry import metrics
from mteval.evaluation.paired_tests import DEFAULT, MINIMUM_UNITS, PAIRED_TESTS, Trial, run_test
from mteval.evaluation.settings import Settings
from mteval.statistics.draws import DrawPlan
from mteval.statistics.resampling import Observation

REFERENCES = [f"the {a} {b} sat on the hill" for a in ("old", "red", "big") for b in ("dog", "cat", "hen", "cow")]
FIRST = [line.replace("sat", "lay") if i % 3 else line for i, line in enumerate(REFERENCES)]
SECOND = [line.replace("hill", "mountain") if i % 4 else line for i, line in enumerate(REFERENCES)]


def trial(metric, evidence, settings, units=None, tests=1, clusters=None):
    opened = metrics.find(metric)()
    observed = [Observation(opened, opened.observe(one)) for one in evidence]
    resampling = settings.resampling(clusters)
    return Trial(
        metric, observed, resampling.estimates(observed), resampling, settings, units or len(evidence[0]), tests
    )


def texts(settings, size=12, **own):
    evidence = [
        [Comparison(text, (line,)) for text, line in zip(side[:size], REFERENCES, strict=False)]
        for side in (FIRST, SECOND)
    ]
    return trial("chrf", evidence, settings, **own)


def decided(first, second, settings, **own):
    outcomes = {True: Outcome.PASSED, False: Outcome.FAILED}
    return trial("accuracy", [[Verdict(outcomes[one]) for one in side] for side in (first, second)], settings, **own)


def test_draws_grow_unless_told_not_to():
    assert texts(Settings(trials=500), tests=7).plan == DrawPlan.growing(500, 12, 7)
    assert texts(Settings(trials=500, grow=False), tests=7).plan == DrawPlan.fixed(500)


@pytest.mark.parametrize("name", PAIRED_TESTS)
def test_below_the_minimum_only_exact_tests_give_a_p_value(name):
    settings = Settings(test=name, resamples=100, trials=100)
    few = decided([True] * 5, [False] * 5, settings)
    enough = decided([True] * 6, [False] * 6, settings)
    (found,), (other,) = run_test(name, few), run_test(name, enough)
    assert found.value == other.value == 1
    assert not math.isnan(other.p_value)
    assert math.isnan(found.p_value) is not PAIRED_TESTS[name].exact


def test_the_minimum_is_where_an_exact_test_can_reject():
    assert (
        binomtest(MINIMUM_UNITS, MINIMUM_UNITS).pvalue < 0.05 <= binomtest(MINIMUM_UNITS - 1, MINIMUM_UNITS - 1).pvalue
    )


@pytest.mark.parametrize(("name", "kind"), [("sacrebleu-bootstrap", "bs"), ("sacrebleu-permutation", "ar")])
def test_sacrebleus_tests_are_its_own(name, kind):
    settings = Settings(test=name, resamples=500, trials=500, grow=False)
    named = [("a", FIRST), ("b", SECOND)]
    peer = sacrebleu.significance.PairedTest(named, {"chrf": CHRF()}, [REFERENCES], kind, 500)()[1]
    (expected,) = [found[1].p_value for key, found in peer.items() if key != "System"]
    (ours,) = run_test(name, texts(settings))
    assert ours.p_value == pytest.approx(expected)
    assert (ours.test, ours.draws) == (name, 500)


@pytest.mark.parametrize("name", ["permutation", "mcnemar"])
def test_decided_cases_are_a_binomial_test(name):
    first, second = [True] * 9 + [False] * 5, [False] * 7 + [True] * 4 + [False] * 3
    (found,) = run_test(name, decided(first, second, Settings(test=name)))
    assert found.p_value == pytest.approx(binomtest(7, 9).pvalue)
    assert found.draws == 0


@pytest.mark.parametrize(
    "name", ["permutation", "bootstrap", "mcnemar", "sacrebleu-permutation", "sacrebleu-bootstrap"]
)
def test_every_test_takes_clusters_as_its_units(name):
    """Ten cases of each of eight words are copies of one: of the words only, three to one are little evidence."""
    words = [1, 1, 1, 1, 1, 0, 1, 0], [0, 1, 0, 1, 0, 1, 1, 0]
    first, second = (np.repeat(np.array(one, bool), 10).tolist() for one in words)
    settings = Settings(test=name, resamples=400, trials=400, grow=False)
    plain = run_test(name, decided(first, second, settings))[0]
    clustered = run_test(name, decided(first, second, settings, units=8, clusters=np.repeat(np.arange(8), 10)))[0]
    assert clustered.p_value > 5 * plain.p_value


def test_mcnemar_needs_decisions():
    with pytest.raises(UsageError, match=r"which 'chrf' does not count\. Use --test permutation"):
        run_test("mcnemar", texts(Settings(test="mcnemar")))


def test_the_default_is_the_first_test():
    assert next(iter(PAIRED_TESTS)) == DEFAULT == Settings().chosen_test


def test_what_rejects_too_often_says_how_often():
    for name in ("bootstrap", "sacrebleu-bootstrap", "sacrebleu-permutation"):
        assert re.search(r"rejects .*true nulls", PAIRED_TESTS[name].explanation)
        assert re.search(r"measured|nominal \.05", PAIRED_TESTS[name].explanation)
    for name in ("sacrebleu-bootstrap", "sacrebleu-permutation"):
        assert PAIRED_TESTS[name].explanation.endswith("Do not decide by it.")

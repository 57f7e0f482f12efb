"""The oracle is sacrebleu's own PairedTest, with its seed."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest as SacrebleuTest

from mteval.core.evidence import Comparison
from mteval.core.protocols import Statistics
from mteval.core.registry import metrics
from mteval.statistics.resampling import Observation, bootstrap
from mteval.statistics.sacrebleu_tests import coins, p_value, sacrebleu_bootstrap, sacrebleu_permutation
from tests.statistics.test_resampling import TEXT, observed

REFERENCES = TEXT * 3
FIRST = [line.replace("runs", "walks") if i % 4 else line for i, line in enumerate(REFERENCES)]
SECOND = [line.replace("hill", "hills") if i % 3 else line for i, line in enumerate(REFERENCES)]
THIRD = [line.replace("over", "under") if i % 5 == 0 else line for i, line in enumerate(FIRST)]
PEERS = {"bleu": BLEU(), "chrf": CHRF(), "chrf?word_order=2": CHRF(word_order=2), "ter": TER()}
OPENED = {"bleu": {}, "chrf": {}, "chrf?word_order=2": {"word_order": "2"}, "ter": {}}
EVERY_METRIC = pytest.mark.parametrize("name", PEERS)


def systems(name, *texts):
    metric = metrics.find(name.partition("?")[0])(**OPENED[name])
    evidence = [[Comparison(*pair) for pair in zip(one, zip(REFERENCES), strict=True)] for one in texts]
    return [Observation(metric, metric.observe(one)) for one in evidence]


def theirs(name, kind, samples, *texts):
    """sacrebleu's p-values of every system against the first."""
    named = [(f"system {place}", one) for place, one in enumerate(texts)]
    scores = SacrebleuTest(named, {name: PEERS[name]}, [REFERENCES], kind, samples)()[1]
    return [one.p_value for key, found in scores.items() if key != "System" for one in found[1:]]


@EVERY_METRIC
def test_bootstrap_p_values_are_sacrebleus(name):
    ours = systems(name, FIRST, SECOND, THIRD)
    found = sacrebleu_bootstrap(ours, bootstrap(ours, 1000))
    assert [one.p_value for one in found[:2]] == pytest.approx(
        theirs(name, "bs", 1000, FIRST, SECOND, THIRD), abs=1e-12
    )
    assert {(one.test, one.draws, one.n) for one in found} == {("sacrebleu-bootstrap", 1000, 60)}


@EVERY_METRIC
def test_randomisation_p_values_are_sacrebleus(name):
    found = sacrebleu_permutation(systems(name, FIRST, SECOND, THIRD), 1000, 12345)
    assert [one.p_value for one in found[:2]] == pytest.approx(
        theirs(name, "ar", 1000, FIRST, SECOND, THIRD), abs=1e-12
    )
    assert {(one.test, one.draws, one.n) for one in found} == {("sacrebleu-permutation", 1000, 60)}


def test_one_improved_line_looks_significant_to_sacrebleu():
    """What its strict inequality does to ties; our own test says 1."""
    improved = [*REFERENCES[:1], *FIRST[1:]]
    once = [*SECOND[:1], *FIRST[1:]]
    (peer,) = theirs("chrf", "ar", 1000, once, improved)
    (ours,) = sacrebleu_permutation(systems("chrf", once, improved), 1000, 12345)
    assert ours.p_value == pytest.approx(peer)
    assert ours.p_value < 0.05


def test_p_value_by_hand():
    """Two of nine draws lie beyond the difference, a tie does not: (2 + 1) / (9 + 1)."""
    null = np.array([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.6, 0.7])
    assert p_value(null, 0.5) == p_value(null, -0.5) == pytest.approx(0.3)
    assert np.isnan(p_value(null, float("nan")))
    assert np.isnan(p_value(np.array([]), 0.5))


def test_bootstrap_p_value_by_hand():
    """Absolute differences 1, 3, 2, 6 are −2, 0, −1 and 3 beside their mean 3: one lies beyond 2, none beyond 3."""
    drawn = [np.array([[1.0], [0], [5], [8], [np.nan]]), np.array([[0.0], [3], [3], [2], [1]])]
    for difference, expected in ((2.0, 2 / 5), (3.0, 1 / 5)):
        (found,) = sacrebleu_bootstrap([observed(np.full(4, difference)), observed(np.zeros(4))], drawn)
        assert (found.p_value, found.draws) == (pytest.approx(expected), 4)


def test_one_coin_is_thrown_per_cluster():
    draw = np.random.default_rng(0)
    change, clusters = draw.normal(0.3, 1, 30), np.arange(30) // 3
    (found,) = sacrebleu_permutation([observed(change), observed(np.zeros(30))], 320, 12345, clusters)
    keep = np.random.default_rng(12345).integers(2, size=(320, 10), dtype=bool)
    drawn = [abs((np.where(row, 1, -1)[clusters] * change).mean()) for row in keep]
    assert found.p_value == (sum(one > abs(change.mean()) + 1e-12 for one in drawn) + 1) / 321


def test_coins_are_one_stream_whatever_the_block_size(monkeypatch):
    whole = np.random.default_rng(5).integers(2, size=(100, 7), dtype=bool)
    monkeypatch.setattr("mteval.statistics.resampling.BLOCK_BYTES", 1)
    assert (np.concatenate(list(coins(7, 100, 5, 7))) == whole).all()


def test_nothing_to_test_is_not_tested():
    nothing = observed(np.zeros(0))
    assert sacrebleu_permutation([], 10, 1) == sacrebleu_bootstrap([], []) == []
    assert np.isnan(sacrebleu_permutation([nothing, nothing], 10, 1)[0].p_value)
    one = observed(np.arange(4.0))
    missing = Observation(one.metric, Statistics(np.zeros((4, 2)), np.zeros(4, bool)))
    pair = [one, missing]
    assert np.isnan(sacrebleu_bootstrap(pair, bootstrap(pair, 10))[0].p_value)
    assert np.isnan(sacrebleu_permutation(pair, 10, 1)[0].p_value)

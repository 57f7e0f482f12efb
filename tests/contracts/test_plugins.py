"""Every registered plugin keeps its kind's promises; a new one is covered the moment its file exists."""

import inspect
import sys
from pathlib import Path

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import MtevalError
from mteval.core.evidence import Comparison, Outcome, Ranking, Rating, Skipped, Verdict
from mteval.core.queries import Query

NEEDS_A_MODEL = ("comet", "bertscore", "metricx", "gemba-da", "gemba-mqm", "gemba-esa", "judge", "judge-pairwise")
TEXTS = [("the cat sat on the mat", "a cat sat on a mat"), ("we go home", "we went home"), ("rain falls", "snow falls")]


def evidence_of(kind):
    """Six cases of one kind of evidence, the last one skipped."""
    makers = {
        Comparison: lambda i: Comparison(TEXTS[i % 3][0], (TEXTS[i % 3][1],)),
        Verdict: lambda i: Verdict(Outcome.PASSED if i % 2 else Outcome.FAILED, i % 2, 1, 0.5, f"stratum {i % 2}"),
        Ranking: lambda i: Ranking(True, (i + 1,)),
        Rating: lambda i: Rating(
            f"item {i // 2}", f"annotator {i % 2}", "adequacy", float(1 + i % 5), f"system {i % 2}"
        ),
    }
    return [*(makers[kind](i) for i in range(5)), Skipped("too long")]


def opened_metrics():
    for name in registry.metrics.names():
        if name not in NEEDS_A_MODEL:
            yield pytest.param(name, id=name)


@pytest.fixture
def metric(request):
    return registry.metrics.find(request.param)()


all_metrics = pytest.mark.parametrize("metric", list(opened_metrics()), indirect=True)


@all_metrics
def test_metric_says_which_evidence_it_reads(metric):
    assert metric.evidence in (Comparison, Verdict, Ranking, Rating)
    assert metric.keys
    assert isinstance(metric.higher_is_better, bool)


@all_metrics
def test_metric_counts_what_it_scored(metric):
    statistics = metric.observe(evidence_of(metric.evidence))
    assert len(statistics.rows) == len(statistics.counted) == 6
    assert not statistics.counted[-1]
    assert not statistics.rows[-1].any()
    assert metric.signature


@all_metrics
def test_weights_of_one_are_the_score_and_weights_multiply_cases(metric):
    evidence = evidence_of(metric.evidence)
    twice = metric.observe([*evidence, *evidence])
    statistics = metric.observe(evidence)
    once = metric.estimate(statistics, np.ones((1, 6)))
    assert once.shape == (1, len(metric.keys))
    if metric.evidence is not Rating:  # ratings of one item twice are not two items
        doubled = metric.estimate(statistics, np.full((1, 6), 2.0))
        assert doubled == pytest.approx(metric.estimate(twice, np.ones((1, 12))), nan_ok=True)


@all_metrics
def test_score_over_nothing_is_not_a_number(metric):
    headline = metric.estimate(metric.observe(evidence_of(metric.evidence)), np.zeros((1, 6)))[0, 0]
    assert np.isnan(headline)


@all_metrics
def test_many_weightings_at_once_equal_one_by_one(metric):
    statistics = metric.observe(evidence_of(metric.evidence))
    weights = np.random.default_rng(1).integers(0, 3, size=(8, 6)).astype(float)
    together = metric.estimate(statistics, weights)
    alone = np.concatenate([metric.estimate(statistics, row[None, :]) for row in weights])
    assert together == pytest.approx(alone, nan_ok=True)


@pytest.mark.parametrize("kind", sorted(registry.KINDS))
def test_every_plugin_loads_under_its_file_name_and_explains_itself(kind):
    for name in registry.KINDS[kind].names():
        plugin = registry.KINDS[kind].find(name)
        assert plugin.name == name
        assert inspect.getdoc(plugin)
        assert inspect.getdoc(sys.modules[plugin.__module__])


@all_metrics
def test_unknown_option_of_a_metric_is_refused(metric):
    with pytest.raises(MtevalError):
        type(metric)(no_such_option="1")


@pytest.mark.parametrize("name", registry.families.names())
def test_unknown_option_of_a_family_is_refused(name):
    family = registry.families.find(name)
    assert family.metrics
    assert all(metric in registry.metrics.names() for metric in family.metrics)
    with pytest.raises(MtevalError):
        family({"no-such-option": "1"})


@pytest.mark.parametrize("name", registry.formats.names())
def test_format_feeds_a_family_there_is(name):
    plugin = registry.formats.find(name)
    assert plugin.family in registry.families.names()
    assert callable(plugin.read)
    assert callable(plugin.write)
    assert plugin().recognise(b"\x00\x01nonsense", Path("x")) is False


@pytest.mark.parametrize("name", registry.systems.names())
def test_system_says_what_it_answers(name):
    plugin = registry.systems.find(name)
    assert plugin.answers
    assert all(kind in Query.__args__ for kind in plugin.answers)
    with pytest.raises(MtevalError):
        plugin("there is no such thing", {"no_such_option": "1"})

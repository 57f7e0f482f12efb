"""The failure rate is the mean over capabilities; counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.errors import UnknownNameError
from mteval.core.evidence import Outcome, Skipped, Verdict


def verdicts(**outcomes):
    signs = {"+": Outcome.PASSED, "-": Outcome.FAILED, "?": Outcome.UNDECIDED}
    return [Verdict(signs[sign], stratum=name) for name, row in outcomes.items() for sign in row]


def values(evidence):
    metric = registry.metrics.find("failure-rate")()
    statistics = metric.observe(evidence)
    numbers = metric.estimate(statistics, np.ones((1, len(evidence))))[0]
    return dict(zip(metric.keys, numbers, strict=True)), statistics


def test_the_mean_is_over_capabilities():
    found, _ = values(verdicts(Negation="---+", Vocabulary="-+++++++"))
    assert found["failure_rate"] == pytest.approx((3 / 4 + 1 / 8) / 2)
    assert found["micro"] == pytest.approx(4 / 12)
    assert (found["failed"], found["decided"]) == (4, 12)


def test_variants_count_as_instances_but_not_as_test_cases():
    found, statistics = values([*verdicts(Robustness="-??+??"), Skipped("too long")])
    assert found["decided"] == 2
    assert statistics.counted.sum() == 6


def test_a_capability_without_decided_cases_does_not_count():
    found, _ = values(verdicts(Negation="-+", Empty="??"))
    assert found["failure_rate"] == pytest.approx(0.5)


def test_nothing_decided_is_no_number():
    found, _ = values([Skipped("gone")])
    assert np.isnan(found["failure_rate"])
    assert np.isnan(found["micro"])


def test_per_case_is_one_for_a_failure():
    metric = registry.metrics.find("failure-rate")()
    statistics = metric.observe(verdicts(A="-+?"))
    assert np.array_equal(metric.per_case(statistics), [1.0, 0.0, np.nan], equal_nan=True)


def test_options_are_refused():
    with pytest.raises(UnknownNameError):
        registry.metrics.find("failure-rate")(macro="no")

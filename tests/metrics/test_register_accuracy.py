"""Shares by hand."""

import numpy as np
import pytest

from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.metrics.register_accuracy import RegisterAccuracy


def test_undecided_items_count_for_coverage_alone():
    outcomes = (Outcome.PASSED, Outcome.PASSED, Outcome.FAILED, Outcome.UNDECIDED)
    metric, evidence = RegisterAccuracy(), [*map(Verdict, outcomes), Skipped("too long")]
    found = metric.estimate(metric.observe(evidence), np.ones((1, 5)))[0]
    assert found == pytest.approx([2 / 3, 3 / 4, 2, 3])

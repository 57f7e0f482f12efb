"""Both published recalls, and a score over nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mteval.core import registry
from mteval.core.evidence import Skipped, Verdict
from tests.families.sense_items import NEGATIVE, POSITIVE, UNKNOWN


def test_both_recalls_and_an_empty_score():
    metric = registry.metrics.find("sense-f1")()
    evidence = [Verdict(outcome) for outcome in (POSITIVE, POSITIVE, NEGATIVE, UNKNOWN)] + [Skipped("x")]
    values = dict(zip(metric.keys, metric.estimate(metric.observe(evidence), np.ones((1, 5)))[0], strict=True))
    assert (values["precision"], values["recall_a"], values["recall_b"]) == (
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
        0.5,
    )
    assert values["f1_b"] == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    assert values["coverage"] == 0.75
    nothing = metric.estimate(metric.observe([Skipped("x")]), np.ones((1, 1)))[0]
    assert all(math.isnan(value) for value in nothing[:6])

"""P@1 step by step as a metric: right over counted at each step."""

import math

import numpy as np
import pytest

from mteval.core.evidence import Ranking, Skipped
from mteval.metrics.waterfall import Waterfall


def test_each_step_has_a_denominator_of_its_own():
    evidence = [
        # Right only by a name: gone with the names.
        Ranking(True, (1,), steps=((False, False), (False, False), (False, False), (False, False))),
        # Wrong, but an inflected form.
        Ranking(True, (3,), steps=((False, True), (False, True), (True, True), (True, True))),
        # Unknown: counted as wrong in the last step only.
        Ranking(False, (), steps=((False, False), (False, False), (False, False), (False, True))),
        Skipped("no answer"),
    ]
    metric = Waterfall()
    statistics = metric.observe(evidence)
    values = dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, 4)))[0], strict=True))
    assert values == pytest.approx(
        {"headline": 1 / 2, "without_names": 0, "without_invalid": 0, "inflections_credited": 1, "oov_wrong": 1 / 2}
    )
    assert statistics.counted.tolist() == [True, True, True, False]


def test_without_steps_every_step_is_the_headline():
    metric = Waterfall()
    values = metric.estimate(metric.observe([Ranking(True, (1,)), Ranking(True, (2,))]), np.ones((1, 2)))[0]
    assert values.tolist() == [0.5] * 5


def test_a_step_without_words_is_no_number():
    metric = Waterfall()
    nothing = Ranking(True, (1,), steps=((False, False),) * 4)
    values = metric.estimate(metric.observe([nothing]), np.ones((1, 1)))[0]
    assert values[0] == 1
    assert all(math.isnan(value) for value in values[1:])

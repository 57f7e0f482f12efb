"""Shares by hand."""

import numpy as np
import pytest

from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.metrics.gender_accuracy import GenderAccuracy


def verdict(outcome, gender, *words):
    return Verdict(outcome, detail={"gender": gender, "right_words": list(words), "wrong_words": []})


EVIDENCE = [
    verdict(Outcome.PASSED, "feminine", "sie"),
    verdict(Outcome.FAILED, "feminine", "sie"),
    verdict(Outcome.FAILED, "feminine", "sie"),
    verdict(Outcome.PASSED, "masculine"),
    Skipped("too long"),
]


def values(evidence):
    metric = GenderAccuracy()
    found = metric.estimate(metric.observe(evidence), np.ones((1, len(evidence))))[0]
    return dict(zip(metric.keys, found, strict=True))


def test_accuracy_by_gender_and_the_gap_by_hand():
    found = values(EVIDENCE)
    assert found["accuracy"] == pytest.approx(2 / 4)
    assert found["feminine"] == pytest.approx(1 / 3)
    assert found["gap"] == pytest.approx(2 / 3)
    assert found["shown"] == pytest.approx(3 / 4)
    assert (found["right"], found["decided"]) == (2, 4)


def test_a_gender_without_items_has_no_accuracy():
    assert np.isnan(values(EVIDENCE[:1])["gap"])

"""Values by hand."""

import numpy as np
import pytest

from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.metrics.entity_gender import EntityGender


def verdict(gender, seen, stereotype=""):
    right = Outcome.PASSED if gender == seen else Outcome.FAILED
    outcome = Outcome.UNDECIDED if seen == "unknown" else right
    return Verdict(outcome, detail={"gender": gender, "seen": seen, "stereotype": stereotype})


# Women: 1 of 3 right, read as women 1. Men: 2 of 2 right, read as men 3. Pro: 2 of 2. Anti: 1 of 3.
EVIDENCE = [
    verdict("female", "female", "pro"),
    verdict("female", "male", "anti"),
    verdict("female", "unknown", "anti"),
    verdict("male", "male", "pro"),
    verdict("male", "male", "anti"),
    verdict("neutral", "neutral"),
    Skipped("too long"),
]


def values(evidence):
    metric = EntityGender()
    found = metric.estimate(metric.observe(evidence), np.ones((1, len(evidence))))[0]
    return dict(zip(metric.keys, found, strict=True))


def test_values_by_hand():
    found = values(EVIDENCE)
    assert found["accuracy"] == pytest.approx(4 / 6)
    assert found["f1_female"] == pytest.approx(2 * 1 * (1 / 3) / (1 + 1 / 3))
    assert found["f1_male"] == pytest.approx(2 * (2 / 3) * 1 / (2 / 3 + 1))
    assert found["delta_g"] == pytest.approx(0.8 - 0.5)
    assert found["delta_s"] == pytest.approx(1 - 1 / 3)
    assert found["precision"] == pytest.approx(4 / 5)
    assert found["coverage"] == pytest.approx(5 / 6)
    assert (found["right"], found["items"]) == (4, 6)


def test_gaps_need_both_sides():
    found = values(EVIDENCE[3:5])
    assert np.isnan([found["f1_female"], found["delta_g"]]).all()
    assert np.isnan(values(EVIDENCE[:1])["delta_s"])

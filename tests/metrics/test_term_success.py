"""term-success, counted by hand."""

import numpy as np
import pytest

from mteval.core.evidence import Outcome, Skipped, Verdict
from mteval.metrics.term_success import TermSuccess


def test_shares_of_terms_found_as_written_and_consistent():
    evidence = [
        Verdict(Outcome.PASSED, detail={"stage": "surface", "consistent": True}),
        Verdict(Outcome.PASSED, detail={"stage": "lemma", "consistent": True}),
        Verdict(Outcome.FAILED, detail={"stage": "", "consistent": False}),
        Verdict(Outcome.FAILED, detail={"stage": ""}),
        Skipped("not in the source"),
    ]
    metric = TermSuccess()
    statistics = metric.observe(evidence)
    values = metric.estimate(statistics, np.ones((1, 5)))[0]
    assert values == pytest.approx([2 / 4, 1 / 4, 2 / 3, 2, 4])
    assert metric.decisions(statistics)[0].tolist() == [True, True, False, False, False]

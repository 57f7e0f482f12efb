"""What judgements in a manifest become in show, lint and reports."""

from pathlib import Path

from mteval.core.suites import SuiteSource
from mteval.evaluation.judged import judged_findings, judged_text

JUDGED = {
    "by": "people",
    "data": "abc",
    "items": 60,
    "annotators": 2,
    "precision": 0.85,
    "interval": [0.74, 0.92],
    "level": 0.95,
    "agreement": 0.71,
}


def codes(judged, digest="abc"):
    source = SuiteSource("s", "contrastive", "mucow-scoring", {"data": Path("x")}, digest=digest, judged=judged)
    return [finding.code for finding in judged_findings(source)]


def test_the_text_has_precision_interval_judges_and_agreement():
    assert (
        judged_text(JUDGED)
        == "precision 0.850 (95 % interval 0.740–0.920) on 60 items by 2 annotators (people), α 0.71"
    )
    bare = {"by": "a model", "data": "", "items": 3, "annotators": 1, "precision": 1.0, "level": 0.95}
    assert judged_text(bare) == "precision 1.000 on 3 items by 1 annotator (a model)"


def test_findings():
    assert codes({}) == []
    assert codes(JUDGED) == ["judged"]
    assert codes(JUDGED, "other") == ["judged", "judged-other-data"]
    assert codes({**JUDGED, "precision": 0.7}) == ["judged", "low-precision"]

"""Agreement with and without controls."""

from mteval.core.evidence import Rating
from mteval.metrics.agreement import Agreement
from tests.metrics.observed import observed


def test_agreement_leaves_controls_out_unless_told():
    evidence = [Rating(str(i), who, "score", float(i % 3), "A") for i in range(6) for who in "ab"]
    control = [Rating("1", who, "score", value, "A", {"type": "degraded"}) for who, value in (("a", 0.0), ("b", 2.0))]
    assert observed(Agreement(), evidence + control)["alpha"] == 1.0
    assert observed(Agreement(controls="counted"), evidence + control)["alpha"] < 1.0

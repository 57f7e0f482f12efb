"""Means of adequacy and fluency."""

from mteval.core.evidence import Rating
from mteval.metrics.adequacy_fluency import AdequacyFluency
from tests.metrics.observed import observed


def test_scales_weigh_the_same_however_often_they_were_rated():
    evidence = [Rating("1", "a", "adequacy", 5.0), Rating("2", "a", "adequacy", 3.0), Rating("1", "a", "fluency", 1.0)]
    values = observed(AdequacyFluency(), [*evidence, Rating("1", "a", "fluency", 5.0, None, {"type": "degraded"})])
    assert values == {"mean": 2.5, "adequacy": 4.0, "fluency": 1.0, "ratings": 3.0}

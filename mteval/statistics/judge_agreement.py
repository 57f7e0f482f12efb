"""What a difference of a metric is worth: the share of people expected to see the same system ahead.

Kocmi et al. (2024), Navigating the Metrics Maze: Reconciling Score Magnitudes and Accuracies. Over the pairs of systems
people had judged, they fitted how often people's order was the metric's, by the size of the difference Δ of the two
corpus scores: share = a / (1 + e^(−b · |Δ|)), Δ in points of a hundred (COMET .85 is 85 points). BLEU +1: 64.0 %.

It holds for corpus scores of whole test sets, for differences of the size that systems of one shared task have, and for
metrics used as in the study. It says nothing of whether a difference is chance: that is the test's p-value. Near Δ = 0 the
fitted curves lie below one half (a / 2), which means no more than that people are as likely to see it the other way.
"""

from __future__ import annotations

from math import exp, isfinite, nan
from typing import NamedTuple

STUDY = "Kocmi et al. 2024"


class AgreementCurve(NamedTuple):
    """The fitted curve of one metric, and how many points of a hundred one unit of its scores is."""

    ceiling: float
    slope: float
    points: float = 1.0


CURVES = {
    "bleu": AgreementCurve(88.333, 0.96639),
    "chrf": AgreementCurve(93.0, 1.11427),
    "spbleu-200": AgreementCurve(91.0, 0.80790),
    "comet-22": AgreementCurve(96.224, 2.83592, 100.0),
    "cometkiwi-22": AgreementCurve(98.881, 2.71928, 100.0),
    "xcomet-xxl": AgreementCurve(98.934, 1.16295, 100.0),
    "bleurt-20": AgreementCurve(98.333, 1.37272, 100.0),
}
"""Metrics of the study by name; those whose scores run from 0 to 1 are counted in hundredths."""


def judges_share(studied_as: str, difference: float) -> float:
    """The share (0–1) of people expected to agree with the metric on which system is better.

    NaN where the study does not cover the metric, or where there is no difference to agree on.
    """
    curve = CURVES.get(studied_as)
    if curve is None or not isfinite(difference) or difference == 0:
        return nan
    return curve.ceiling / 100 / (1 + exp(-curve.slope * abs(difference) * curve.points))

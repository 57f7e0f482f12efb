"""What differences are worth to people: the published example, and figures computed by hand from the published formula."""

from __future__ import annotations

from math import isnan, nan

import pytest

from mteval.core import registry
from mteval.statistics.judge_agreement import CURVES, judges_share


def test_one_point_of_bleu_is_worth_what_the_paper_says():
    # Kocmi et al. (2024): 88.333 / (1 + e^-0.96639) = 64.0 %.
    assert judges_share("bleu", 1.0) == pytest.approx(0.640, abs=5e-4)


@pytest.mark.parametrize(
    ("metric", "difference", "share"),
    # By hand: a / (1 + e^(-b·Δ)); e^-2.22854 = .10769, e^-1.41796 = .24221, e^-.8079 = .44580.
    [("chrf", 2.0, 0.93 / 1.10769), ("comet-22", 0.005, 0.96224 / 1.24221), ("spbleu-200", 1.0, 0.91 / 1.44580)],
)
def test_shares_follow_the_formula_in_points_of_a_hundred(metric, difference, share):
    assert judges_share(metric, difference) == pytest.approx(share, abs=1e-5)


@pytest.mark.parametrize("metric", CURVES)
def test_the_order_of_the_systems_does_not_matter_and_more_is_worth_more(metric):
    unit = 1 / CURVES[metric].points
    assert judges_share(metric, -unit) == judges_share(metric, unit) < judges_share(metric, 2 * unit) < 1


@pytest.mark.parametrize(("metric", "difference"), [("ter", 1.0), ("", 1.0), ("bleu", 0.0), ("bleu", nan)])
def test_nothing_is_said_where_the_study_says_nothing(metric, difference):
    assert isnan(judges_share(metric, difference))


@pytest.mark.parametrize(
    ("name", "options", "study"),
    [
        ("bleu", {}, "bleu"),
        ("bleu", {"tokenize": "zh"}, "bleu"),
        ("bleu", {"tokenize": "none"}, ""),
        ("bleu", {"lowercase": "true"}, ""),
        ("bleu", {"max_ngram_order": "2"}, ""),
        ("bleu", {"smooth_method": "floor"}, ""),
        ("chrf", {}, "chrf"),
        ("chrf", {"beta": "3"}, ""),
        ("chrf", {"word_order": "2"}, ""),
        ("chrf++", {}, ""),
        ("ter", {}, ""),
        ("rouge-l", {}, ""),
    ],
)
def test_a_metric_is_covered_only_as_it_was_studied(name, options, study):
    assert registry.metrics.find(name)(**options).studied_as == study

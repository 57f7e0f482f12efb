"""Pairs of metrics on the cells both score, whole systems where one scores them, ties that rounding hides."""

import numpy as np
import pytest
from scipy import stats

from mteval.evaluation.metric_contests import CandidateMetric, HumanScores, contests
from mteval.statistics.metric_tests import perm_both
from mteval.statistics.shared_swaps import ScoreSwaps

DRAW = np.random.default_rng(6)
HUMAN = np.linspace(1, 3, 7)[:, None] + DRAW.normal(size=(7, 20))
A, B, C = (HUMAN + width * DRAW.normal(size=HUMAN.shape) for width in (1, 2, 3))
TOTALS = {name: HUMAN.mean(axis=1) + 0.4 * DRAW.normal(size=7) for name in "ab"}
GOLD = HumanScores("gold", tuple("STUVWXY"), HUMAN, by_system=HUMAN.mean(axis=1) + 0.1)
SWAPS = ScoreSwaps(150, 5)


def test_two_metrics_with_system_scores_of_their_own_change_places_by_system():
    candidates = [CandidateMetric("a", A, TOTALS["a"]), CandidateMetric("b", B, TOTALS["b"])]
    (found,) = contests(GOLD, candidates, "pearson", SWAPS)
    expected = [stats.pearsonr(GOLD.by_system, one.by_system).statistic for one in candidates]
    assert found.found.difference == pytest.approx(expected[0] - expected[1])
    assert found.n == 7
    people = GOLD.by_system

    def measure(scores):
        return np.array([stats.pearsonr(people, one[:, 0]).statistic for one in scores])

    oracle = perm_both(TOTALS["a"][:, None], TOTALS["b"][:, None], measure, resamples=150, seed=5)
    assert found.found.p_value == oracle.p_value


def test_means_stand_beside_system_scores_where_only_one_metric_has_them():
    candidates = [CandidateMetric("a", A, TOTALS["a"]), CandidateMetric("b", B), CandidateMetric("c", C)]
    found = {(one.a, one.b): one for one in contests(GOLD, candidates, "pearson", SWAPS)}
    first = stats.pearsonr(GOLD.by_system, TOTALS["a"]).statistic
    second = stats.pearsonr(GOLD.by_system, B.mean(axis=1)).statistic
    assert found["a", "b"].found.difference == pytest.approx(first - second)
    assert (found["a", "b"].n, found["b", "c"].n) == (7, 140)
    cells = [stats.pearsonr(HUMAN.mean(axis=1), one.mean(axis=1)).statistic for one in (B, C)]
    assert found["b", "c"].found.difference == pytest.approx(cells[0] - cells[1])


def test_pairs_come_in_the_order_of_the_metrics_however_they_are_grouped():
    holed = A.copy()
    holed[0, :3] = np.nan
    candidates = [CandidateMetric("a", A), CandidateMetric("h", holed), CandidateMetric("b", B)]
    found = contests(GOLD, candidates, "segment_pearson", SWAPS)
    assert [(one.a, one.b, one.n) for one in found] == [("a", "h", 137), ("a", "b", 140), ("h", "b", 137)]


def test_acc_eq_may_be_tested_by_outcomes_of_segments_or_pairs():
    candidates = [CandidateMetric("a", A[:, :8]), CandidateMetric("c", C[:, :8])]
    gold = HumanScores("gold", GOLD.systems, np.round(HUMAN[:, :8]))
    found = [
        contests(gold, candidates, "segment_acc_eq", SWAPS, how)[0].found for how in ("scores", "segments", "pairs")
    ]
    assert [one.difference for one in found] == pytest.approx([found[0].difference] * 3)
    assert len({one.p_value for one in found}) == 3


def test_means_that_are_equal_but_for_rounding_are_tied():
    """The first two systems have the same scores in another order; people tie them too."""
    row = np.array([0.1, 0.2, 0.3, 0.7])
    scores = np.stack([row, row[[2, 1, 3, 0]], row + 1])
    assert len(set(scores.mean(axis=1))) == 3 or np.ptp(scores[:2].mean(axis=1)) == 0
    gold = HumanScores("gold", tuple("STU"), np.array([[1.0, 2, 3, 4], [4, 3, 2, 1], [5, 5, 5, 5]]))
    candidates = [CandidateMetric("tied", scores), CandidateMetric("other", scores + np.array([[0.01], [0], [0]]))]
    (found,) = contests(gold, candidates, "pairwise_accuracy", SWAPS)
    assert found.found.difference == pytest.approx(1 / 3)

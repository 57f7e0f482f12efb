"""PERM-BOTH: its statistic, its p-value, and what it cannot say."""

import numpy as np
import pytest

from mteval.statistics import correlation, rating_table
from mteval.statistics.metric_tests import perm_both, standardise

NAN = np.nan


def closeness(human):
    """Pearson's r over all cells."""
    return lambda scores: correlation.pearson(scores.reshape(*scores.shape[:-2], -1), human.reshape(-1))


@pytest.fixture
def made():
    draw = np.random.default_rng(8)
    human = draw.normal(size=(5, 20))
    return human, human + draw.normal(size=human.shape), draw.normal(size=human.shape)


def test_scores_are_standardised_over_all_cells():
    scores = np.array([[1.0, 2.0], [NAN, 6.0]])
    found = standardise(scores)
    assert np.nanmean(found) == pytest.approx(0)
    assert np.nanstd(found) == pytest.approx(1)
    assert found == pytest.approx((scores - 3) / np.std([1, 2, 6]), nan_ok=True)


def test_constant_scores_are_only_centred():
    assert standardise(np.full((2, 2), 7.0)).tolist() == [[0, 0], [0, 0]]


def test_the_difference_is_that_of_the_two_correlations(made):
    human, first, second = made
    found = perm_both(first, second, closeness(human), resamples=10, seed=1)
    expected = [np.corrcoef(human.ravel(), one.ravel())[0, 1] for one in (first, second)]
    assert found.difference == pytest.approx(expected[0] - expected[1])
    assert found.resamples == 10


def test_changing_the_order_of_the_metrics_turns_the_sign_and_keeps_the_p_value(made):
    human, first, second = made
    one = perm_both(first, second, closeness(human), resamples=200, seed=1)
    other = perm_both(second, first, closeness(human), resamples=200, seed=1)
    assert other.difference == pytest.approx(-one.difference)
    assert other.p_value == one.p_value


def test_the_smallest_p_value_counts_the_observed_scores_as_one_draw(made):
    human, _, noise = made
    found = perm_both(human, noise, closeness(human), resamples=99, seed=1)
    assert found.p_value == pytest.approx(1 / 100)


def test_a_metric_against_itself_is_as_good_in_every_draw(made):
    human, first, _ = made
    assert perm_both(first, 3 * first + 1, closeness(human), resamples=50, seed=1).p_value == 1


def test_the_same_seed_draws_the_same_swaps_however_they_are_cut(made, monkeypatch):
    human, first, second = made
    second = 0.9 * first + 0.2 * second
    whole = perm_both(first, second, closeness(human), resamples=60, seed=5)
    monkeypatch.setattr(rating_table, "CHUNK_CELLS", 700)  # seven draws at a time
    assert perm_both(first, second, closeness(human), resamples=60, seed=5) == whole
    assert len({perm_both(first, second, closeness(human), resamples=60, seed=s).p_value for s in range(6)}) > 1


def test_an_undefined_correlation_is_not_tested(made):
    human, first, _ = made
    found = perm_both(first, np.full(human.shape, 2.0), closeness(human), resamples=10, seed=1)
    assert np.isnan([found.difference, found.p_value]).all()

"""Passes by guessing: counted over all outcomes, and scipy's distributions."""

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom, norm

from mteval.statistics.guessing import probability_of_at_most


@pytest.mark.parametrize("passed", range(5))
def test_probability_equals_counting_all_outcomes(passed):
    chances = [0.5, 0.25, 0.1, 0.9]
    expected = sum(
        math.prod(chance if hit else 1 - chance for hit, chance in zip(hits, chances, strict=True))
        for hits in itertools.product((0, 1), repeat=4)
        if sum(hits) <= passed
    )
    assert probability_of_at_most(passed, chances) == pytest.approx(expected)


def test_equal_chances_are_a_binomial_also_with_as_many_cases_as_are_counted_exactly():
    """A rare pass is skewed, so the normal distribution would be off by some per cent."""
    assert probability_of_at_most(3, [0.001] * 5000) == pytest.approx(binom.cdf(3, 5000, 0.001))
    assert abs(norm.cdf((3.5 - 5) / np.sqrt(5000 * 0.001 * 0.999)) - binom.cdf(3, 5000, 0.001)) > 0.01


def test_with_more_cases_the_normal_distribution_is_near():
    chances = np.random.default_rng(0).uniform(0.2, 0.8, 5001)
    mean, spread = chances.sum(), np.sqrt((chances * (1 - chances)).sum())
    for passed in (2400, 2500, 2600):
        assert probability_of_at_most(passed, list(chances)) == pytest.approx(norm.cdf((passed + 0.5 - mean) / spread))


def test_many_cases_that_are_sure_to_pass_cannot_pass_less_often():
    assert probability_of_at_most(6000, [1.0] * 6000) == pytest.approx(1)
    assert probability_of_at_most(5998, [1.0] * 6000) == pytest.approx(0)


def test_a_probability_is_never_above_one():
    assert probability_of_at_most(3, [0.1, 0.2, 0.7]) <= 1
    assert probability_of_at_most(30, [0.1 + 0.02 * i for i in range(30)]) == pytest.approx(1)
    assert probability_of_at_most(0, []) == 1

"""The corrected gap: the paper's figures, McNemar where all is judged, a bootstrap where a part is."""

import math

import numpy as np
import pytest

from mteval.statistics.corrected_gap import LoneWords, corrected_gap


def test_the_papers_two_by_two_leaves_78_hundredths_of_a_point():
    """Lost in Evaluation, English–Bulgarian: 27 % of 125 and 50 % of 50 remain, of 1 125 words."""
    found = corrected_gap(1125, LoneWords(125, 100, 73), LoneWords(50, 100, 50))
    assert 100 * found.counted == pytest.approx(6.67, abs=0.005)
    assert 100 * found.corrected == pytest.approx(0.78, abs=0.005)
    assert found.interval[0] < 0 < found.interval[1]
    assert found.p_value > 0.05


def test_with_every_word_judged_the_variance_is_mcnemars():
    """Large counts, so that what is added to the cells is nothing: Var = (a + b − (a − b)² / N) / N² on the corrected words."""
    found = corrected_gap(100_000, LoneWords(9_000, 9_000, 3_000), LoneWords(8_000, 8_000, 4_000))
    a, b, total = 6_000, 4_000, 100_000
    error = math.sqrt(a + b - (a - b) ** 2 / total) / total
    assert found.corrected == pytest.approx((a - b) / total)
    assert (found.interval[1] - found.interval[0]) / 2 == pytest.approx(1.96 * error, rel=2e-3)


def test_a_judged_part_gives_the_interval_of_a_bootstrap_over_words_and_judgements():
    total, a, b = 4_000, LoneWords(500, 120, 60), LoneWords(300, 90, 30)
    rng = np.random.default_rng(3)
    draws = []
    for _ in range(20_000):
        one, other, _rest = rng.multinomial(total, [500 / total, 300 / total, 3_200 / total])
        remain = 1 - rng.binomial(120, 0.5) / 120, 1 - rng.binomial(90, 1 / 3) / 90
        draws.append((one * remain[0] - other * remain[1]) / total)
    found = corrected_gap(total, a, b)
    assert found.interval == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])), abs=0.0012)


def test_nothing_judged_gives_no_number():
    found = corrected_gap(100, LoneWords(10, 0, 0), LoneWords(5, 5, 0))
    assert found.counted == pytest.approx(0.05)
    assert math.isnan(found.corrected)
    assert math.isnan(found.p_value)


def test_words_that_all_fall_leave_no_gap_but_an_interval():
    found = corrected_gap(200, LoneWords(20, 20, 20), LoneWords(0, 0, 0))
    assert found.corrected == 0
    assert found.p_value == 1
    assert found.interval[0] < 0 < found.interval[1]

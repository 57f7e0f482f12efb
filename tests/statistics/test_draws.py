"""How often is drawn: known probabilities stand in for a test, so that the right number of draws follows by hand."""

from math import sqrt

import numpy as np
import pytest

from mteval.statistics.draws import MOST_DRAWS, DrawPlan, Tally, draw_until_decided, stream


def chances(probabilities):
    """A test whose draw is extreme with a known probability for each pair: a uniform number below it."""

    def exceeding(block, pairs):
        return [int(np.sum(block[:, 0] < probabilities[pair])) for pair in pairs]

    return exceeding


def uniform(seed=1, width=1):
    return stream(seed, lambda generator, rows: generator.random((rows, 1)), width)


def drawn(probabilities, plan, exact=None):
    pairs = list(probabilities)
    return draw_until_decided(pairs, exact or {}, uniform(), chances(probabilities), plan)


def pairs(count):
    return [(0, other) for other in range(1, count + 1)]


def corrected(tally):
    """Sorted p-values times how many are left, as Holm corrects them."""
    ordered = sorted(map(tally.p_value, tally.drawn))
    return [p * (len(ordered) - rank) for rank, p in enumerate(ordered)]


def test_the_observed_difference_counts_as_a_draw():
    tally = Tally({(0, 1): 99}, {(0, 1): 4})
    assert tally.p_value((0, 1)) == 5 / 100


@pytest.mark.parametrize("probability", [0.0, 0.05, 0.5, 1.0])
def test_a_fixed_plan_draws_exactly_so_often(probability):
    tally = drawn({(0, 1): probability}, DrawPlan.fixed(777))
    assert tally.drawn == {(0, 1): 777}
    assert tally.p_value((0, 1)) == pytest.approx(probability, abs=0.03)


def test_without_draws_nothing_is_drawn():
    assert drawn({(0, 1): 0.5}, DrawPlan.fixed(0)).drawn == {(0, 1): 0}


@pytest.mark.parametrize("probability", [0.0001, 0.5, 1.0])
def test_a_clear_pair_stops_at_the_start(probability):
    assert drawn({(0, 1): probability}, DrawPlan(1000, 64_000)).drawn == {(0, 1): 1000}


def test_a_pair_near_alpha_is_drawn_for_twice_as_often_each_round():
    """At .06 three standard errors are less than .01 from about 5 000 draws on: 1, 2, 4 and 8 thousand are tried."""
    tally = drawn({(0, 1): 0.06}, DrawPlan(1000, 64_000))
    draws, p = tally.drawn[0, 1], tally.p_value((0, 1))
    assert draws in (2000, 4000, 8000, 16_000)
    assert p - 3 * sqrt(p * (1 - p) / draws) > 0.05


def test_a_pair_at_alpha_is_drawn_for_to_the_limit():
    assert drawn({(0, 1): 0.05}, DrawPlan(1000, 6500)).drawn == {(0, 1): 6500}


def test_only_undecided_pairs_are_drawn_for_again():
    """Of three pairs the second smallest p-value is corrected for two: .025 is at the threshold."""
    found = drawn({(0, 1): 0.025, (0, 2): 0.9, (0, 3): 0.0}, DrawPlan(1000, 32_000))
    assert found.drawn[0, 2] == found.drawn[0, 3] == 1000
    assert found.drawn[0, 1] > 1000


def test_many_pairs_reach_significance_by_growing():
    """105 pairs that never draw anything as extreme: 105/1001 is no evidence, the p-values of more draws are."""
    certain = dict.fromkeys(pairs(105), 0.0)
    assert max(corrected(drawn(certain, DrawPlan.fixed(1000)))) >= 0.05
    grown = drawn(certain, DrawPlan(1000, 64_000))
    assert max(corrected(grown)) < 0.05
    assert max(grown.drawn.values()) <= 64_000


def test_tests_made_elsewhere_count_for_the_correction():
    alone = drawn({(0, 1): 0.0}, DrawPlan(1000, 64_000))
    among = drawn({(0, 1): 0.0}, DrawPlan(1000, 64_000, tests=200))
    assert alone.drawn[0, 1] == 1000
    assert among.p_value((0, 1)) * 200 < 0.05


def test_exact_p_values_count_for_the_correction_by_their_rank():
    """A pair at .03 is decided alone, and undecided by one exact test with a larger p; a smaller one leaves it as it was."""
    plan = DrawPlan(4000, 64_000)
    assert drawn({(0, 1): 0.035}, plan).drawn[0, 1] == 4000
    assert drawn({(0, 1): 0.025}, plan, {(0, 2): 0.9}).drawn[0, 1] > 4000
    assert drawn({(0, 1): 0.035}, plan, {(0, 2): 0.001}).drawn[0, 1] == 4000


def test_the_same_seed_gives_the_same_digits():
    one, other = (drawn({(0, 1): 0.05, (0, 2): 0.045}, DrawPlan(1000, 9000)) for _ in range(2))
    assert (one.drawn, one.extreme) == (other.drawn, other.extreme)


def test_a_stream_goes_on_where_it_stopped(monkeypatch):
    monkeypatch.setattr("mteval.statistics.resampling.BLOCK_BYTES", 8 * 32)
    weights = uniform(3)
    blocks = [*weights(40), *weights(30)]
    assert [len(block) for block in blocks] == [32, 8, 30]
    assert (np.concatenate(blocks) == np.random.default_rng(3).random((70, 1))).all()


@pytest.mark.parametrize(
    ("units", "start", "most"),
    [
        (500, 10_000, MOST_DRAWS),
        (200_000, 10_000, 20_000),  # 2·10⁹ units drawn to start with, 4·10⁹ at most
        (400_000, 5000, 10_000),
        (10_000_000, 1000, 1000),
        (0, 10_000, MOST_DRAWS),
    ],
)
def test_very_many_units_are_drawn_less_often(units, start, most):
    plan = DrawPlan.growing(10_000, units)
    assert (plan.start, plan.most) == (start, most)


def test_a_plan_starts_with_no_more_than_asked_for():
    assert DrawPlan.growing(300, 50).start == 300
    assert DrawPlan.growing(300, 50, 8).tests == 8
    assert DrawPlan.growing(0, 50).start == 0

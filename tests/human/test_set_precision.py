"""Precision of a set: majorities, the interval and its coverage, agreement."""

import random
from math import isnan

import pytest

from mteval.human.set_precision import question_agreement, set_precision, share_interval
from mteval.statistics.rates import wilson_interval
from tests.human.test_contrast_judgements import judgement


def test_the_majority_decides_and_a_tie_is_not_good():
    given = [
        judgement(item="1/1", annotator="ann"),
        judgement(item="1/1", annotator="bob"),
        judgement(item="1/1", annotator="cy", contrast="right"),
        judgement(item="2/1", annotator="ann", word="spring"),
        judgement(item="2/1", annotator="bob", word="spring", reference="wrong"),
    ]
    found = set_precision(given)
    assert (found.items, found.words, found.annotators) == (2, 2, 3)
    assert (found.precision, found.good) == (0.5, 1)
    assert found.shares == {"reference_right": 0.5, "contrast_wrong": 1.0, "grammatical": 1.0, "good": 0.5}


def test_what_an_annotator_said_last_of_an_item_counts_and_counts_once():
    given = [
        judgement(annotator="ann", contrast="right"),
        judgement(annotator="ann"),
        judgement(annotator="ann"),
        judgement(annotator="bob", contrast="right"),
        judgement(annotator="cy", contrast="right"),
    ]
    found = set_precision(given)
    assert (found.precision, found.annotators) == (0.0, 3)
    assert set_precision(given[:2]).precision == 1.0


def test_one_item_a_word_has_nearly_wilsons_interval():
    values = [(str(number), number < 52) for number in range(60)]
    low, high = share_interval(values, 0.95)
    assert (low, high) == pytest.approx(wilson_interval(52, 60), abs=0.01)


def test_items_of_one_word_that_go_together_widen_the_interval():
    spread = [(str(number), number % 5 > 0) for number in range(60)]
    together = [(str(number // 6), number // 6 % 5 > 0) for number in range(60)]
    widths = [high - low for low, high in (share_interval(one, 0.95) for one in (spread, together))]
    assert widths[1] > 1.5 * widths[0]


def test_too_few_words_have_no_interval_and_nothing_is_nothing():
    assert isnan(share_interval([("a", True), ("a", False)], 0.95)[0])
    assert isnan(share_interval([], 0.95)[0])
    assert isnan(set_precision([]).precision)


def test_the_interval_covers_what_it_claims_with_words_of_many_items():
    """Words with a precision of their own (0.5 or 1), one to five items each: the truth is in 95 of 100 intervals or more."""
    draw = random.Random(7)
    covered, trials = 0, 400
    for _ in range(trials):
        values = []
        for word in range(30):
            chance = draw.choice((0.5, 1.0))
            values += [(str(word), draw.random() < chance) for _ in range(draw.randint(1, 5))]
        low, high = share_interval(values, 0.95)
        covered += low <= 0.75 <= high
    assert 0.92 <= covered / trials <= 0.995


def test_agreement_by_hand():
    # Two annotators, four items, equal on three: observed disagreement 2 of 8 values; good is said five times, not good three.
    given = [judgement(item=str(n), annotator="ann", contrast="wrong" if n < 3 else "right") for n in range(4)]
    given += [judgement(item=str(n), annotator="bob", contrast="wrong" if n < 2 else "right") for n in range(4)]
    found = question_agreement(given, "good")
    assert found.equal == 0.75
    # Krippendorff's α = 1 - (n - 1) * disagreeing values / (2 * n_good * n_bad), n the number of values.
    assert found.alpha == pytest.approx(1 - 7 * 2 / (2 * 5 * 3))


def test_items_without_a_word_stand_alone():
    given = [judgement(item=str(n), word="", contrast="wrong" if n < 52 else "right") for n in range(60)]
    assert set_precision(given).interval == pytest.approx(wilson_interval(52, 60), abs=0.01)


def test_one_annotator_has_no_agreement():
    assert isnan(question_agreement([judgement()], "good").alpha)

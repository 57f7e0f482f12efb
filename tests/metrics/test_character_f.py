"""Character F by brute force: Popović (2015), precision and recall averaged over the orders both sides have."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.metrics._character_f import _words


def grams(units, order):
    return Counter(tuple(units[i : i + order]) for i in range(len(units) - order + 1))


def character_f(translation, reference, char_order, beta):
    precisions, recalls = [], []
    own, other = "".join(translation.split()), "".join(reference.split())
    for order in range(1, char_order + 1):
        here, there = grams(own, order), grams(other, order)
        if here and there:
            shared = (here & there).total()
            precisions.append(shared / here.total())
            recalls.append(shared / there.total())
    precision, recall = (sum(part) / len(part) if part else 0.0 for part in (precisions, recalls))
    if precision + recall == 0:
        return 0.0
    return 100 * (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def sentence_score(translation, references, **options):
    metric = registry.metrics.find("chrf")(**{key: str(value) for key, value in options.items()})
    statistics = metric.observe([Comparison(translation, tuple(references))])
    return float(metric.estimate(statistics, np.ones((1, 1)))[0, 0])


LINES = st.text(alphabet="abc é", max_size=14)


@settings(max_examples=150, deadline=None)
@given(LINES, LINES, st.integers(1, 6), st.integers(1, 3))
def test_one_sentence_has_the_value_of_the_formula(translation, reference, char_order, beta):
    found = sentence_score(translation, [reference], char_order=char_order, beta=beta)
    assert found == pytest.approx(character_f(translation, reference, char_order, beta), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(LINES, st.lists(LINES, min_size=2, max_size=3))
def test_the_best_of_several_references_counts(translation, references):
    best = max(character_f(translation, one, 6, 2) for one in references)
    assert sentence_score(translation, references) == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Hello, world!", ["Hello", ",", "world", "!"]),
        ("(yes) no", ["(yes", ")", "no"]),
        ("'tis", ["'", "tis"]),
        ("a . b", ["a", ".", "b"]),
        # Only ASCII punctuation is cut off, and only one mark.
        ("wait...", ["wait..", "."]),
        ("ja。", ["ja。"]),
        ("", []),
    ],
)
def test_one_mark_is_cut_off_a_word_at_its_end_or_else_at_its_beginning(line, words):
    assert _words(line) == words


def test_an_order_the_reference_is_too_short_for_says_nothing():
    metric = registry.metrics.find("chrf")(char_order="3")
    rows = metric.observe([Comparison("abc", ("ab",))]).rows
    # Found, wanted, matched for each of three orders; the reference has no trigram.
    assert rows[0, :9].tolist() == [3, 2, 2, 2, 1, 1, 0, 0, 0]

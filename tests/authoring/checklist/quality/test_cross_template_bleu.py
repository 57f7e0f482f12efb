"""CT-BLEU in linear time equals sacrebleu with every instance of every other template as a reference."""

from __future__ import annotations

import math

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from mteval.authoring.checklist.quality.cross_template_bleu import cross_template_bleu

WORDS = st.lists(
    st.sampled_from(["the", "a", "film", "book", "was", "not", "very", "good", "bad", ".", ","]), min_size=1, max_size=8
)
TEMPLATES = st.lists(st.lists(WORDS.map(" ".join), min_size=1, max_size=4), min_size=2, max_size=4)


def brute_force(templates):
    scores = [
        sacrebleu.sentence_bleu(
            instance, [other for place, those in enumerate(templates) if place != own for other in those]
        ).score
        for own, instances in enumerate(templates)
        for instance in instances
    ]
    return sum(scores) / len(scores)


@settings(max_examples=150, deadline=None)
@given(TEMPLATES)
def test_linear_time_equals_brute_force_with_sacrebleu(templates):
    found = cross_template_bleu(templates)
    expected = brute_force(templates)
    assert found.mean == pytest.approx(expected, abs=1e-9)
    assert found.normalised == pytest.approx(expected / len(templates), abs=1e-9)


def test_real_instances_equal_brute_force():
    templates = [
        [f"The {thing} was {word}." for thing in ("film", "book", "old hotel") for word in ("good", "really bad")],
        [f"I thought the {thing} would be good, but it wasn't." for thing in ("film", "hotel")],
        [f"It was the best {thing} of all, wasn't it?" for thing in ("film", "book", "museum")],
    ]
    assert cross_template_bleu(templates).mean == pytest.approx(brute_force(templates), abs=1e-9)


def test_templates_without_a_common_word_have_none():
    assert cross_template_bleu([["one two three four"], ["five six seven eight"]]).mean == 0.0


def test_copies_are_at_one_hundred():
    found = cross_template_bleu([["the very same sentence"], ["the very same sentence"]])
    assert found.mean == pytest.approx(100.0)
    assert found.normalised == pytest.approx(50.0)


def test_one_template_has_nothing_to_be_compared_with():
    assert math.isnan(cross_template_bleu([["alone"]]).normalised)

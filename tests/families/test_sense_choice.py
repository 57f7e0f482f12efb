"""The sense-choice family: the procedure, its options, and decisions made by hand."""

from __future__ import annotations

import pytest

from mteval.core.errors import MtevalError, UsageError
from mteval.core.evidence import Skipped
from mteval.core.queries import LogProbs, Translation, Unanswered
from tests.families.sense_items import item, loaded


def test_weighted_precision_credits_near_senses():
    items = [item("1"), item("2", source="b", distances=(0.25,))]
    family, suite = loaded(*items)
    answers = [Translation("Bank"), Translation("Ufer")]
    extras = family.extras(suite, answers, family.judge_all(suite, answers), None)
    assert extras["weighted_precision"] == pytest.approx((1 + 0.75) / 2)


def test_unanswered_and_wrong_answers():
    family, suite = loaded()
    assert family.judge_all(suite, [Unanswered("too long")]) == [Skipped("too long")]
    with pytest.raises(MtevalError, match="asks for translations"):
        family.judge_all(suite, [LogProbs((1.0,))])
    with pytest.raises(UsageError, match="matching=near is not possible"):
        loaded(matching="near")

"""Evidence: outcomes have one spelling, and every kind stays as it was made."""

from __future__ import annotations

import math
from dataclasses import FrozenInstanceError
from typing import get_args

import pytest

from mteval.core.evidence import Comparison, Evidence, Outcome, Ranking, Rating, Skipped, Verdict

MADE = (
    Comparison("a", ("b",)),
    Verdict(Outcome.PASSED),
    Ranking(True),
    Rating("i", "ann", "adequacy", 4.0),
    Skipped("no"),
)


def test_outcomes_are_spelled_as_stored_runs_have_them():
    assert [outcome.value for outcome in Outcome] == ["passed", "failed", "undecided", "skipped"]


def test_every_kind_of_evidence_is_here():
    assert {type(one) for one in MADE} == set(get_args(Evidence))


@pytest.mark.parametrize("one", MADE)
def test_evidence_cannot_be_changed_after_the_fact(one):
    with pytest.raises(FrozenInstanceError):
        setattr(one, next(iter(type(one).__dataclass_fields__)), "other")


def test_a_bare_verdict_claims_nothing():
    bare = Verdict(Outcome.FAILED)
    assert (bare.wins, bare.contests, bare.stratum) == (0, 0, None)
    assert math.isnan(bare.chance)
    assert bare.detail == {}
    assert bare.detail is not Verdict(Outcome.FAILED).detail


def test_a_word_nobody_ranked_has_no_ranks():
    assert Ranking(False).ranks == ()

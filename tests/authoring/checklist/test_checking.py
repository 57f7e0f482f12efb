"""Over-generation estimated from unseen combinations; intervals are Wilson's, by hand."""

import math

import pytest

from mteval.authoring.checklist.checking import UNCHECKED, UnseenCheck, check
from mteval.checklists.tea.known import known_templates
from mteval.checklists.tea.tokens import words

SEEN = [{"n": n, "a": a} for n in ("food", "seat", "crew") for a in ("good", "bad", "new")]


def made():
    return known_templates([f"the {one['n']} is {one['a']}" for one in SEEN], SEEN, words).made


def test_what_the_translator_says_otherwise_is_wrong():
    found = check(made(), SEEN[:4], ["the food is good", "the food is bad", "the food is old", "the seat is good"], 0.5)
    assert (found.checked, found.said, found.wrong) == (4, 4, 1)
    assert found.share == 0.5 * 0.25
    assert found.recall == 1 - 0.5 * 0.25


def test_values_never_seen_are_not_said():
    found = check(made(), [{"n": "desk", "a": "good"}], ["the desk is good"], 0.5)
    assert (found.said, found.wrong, found.recall) == (0, 0, 0.5)
    assert math.isnan(found.share)
    assert found.document()["over_generation"] is None


def test_the_interval_is_wilsons():
    # 5 of 100: Wilson's 95 % interval is [.0215, .1118] (Agresti and Coull 1998's formula, by hand), here of 40 % unseen.
    low, high = UnseenCheck(100, 100, 5, 0.4).interval
    assert low == pytest.approx(0.4 * 0.0215, abs=1e-4)
    assert high == pytest.approx(0.4 * 0.1118, abs=1e-4)


def test_nothing_unseen_is_no_over_generation():
    assert (UNCHECKED.share, UNCHECKED.interval, UNCHECKED.recall) == (0.0, (0.0, 0.0), 1.0)

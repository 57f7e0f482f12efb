"""Decisions of the server as ratings: scores as given, MQM from its errors, no tutorial."""

import pytest

from mteval.core.evidence import ErrorSpan
from mteval.human.mqm_weights import parse_weights
from mteval.human.scored_decisions import scored_ratings

ENTRY = {"system": "A", "type": "target", "target": "Ein Hund.", "comment": ""}
DECISION = {"protocol": "esa", "document": "d", "source": "A dog.", "languages": "en-de"}


def ratings(*entries, **changes):
    return list(scored_ratings({**DECISION, **changes, "ratings": entries}, "7", "ann", 10.0, parse_weights("google")))


def test_a_score_comes_with_its_spans_and_whatever_is_known_of_it():
    errors = [{"start": 0, "end": 3, "severity": "minor", "category": "", "side": "target"}]
    (one,) = ratings({**ENTRY, "score": 40, "errors": errors})
    assert (one.item, one.annotator, one.scale, one.value, one.system) == ("7", "ann", "esa", 40.0, "A")
    assert one.spans == (ErrorSpan(0, 3, "minor"),)
    assert one.detail == {
        "type": "target",
        "seconds": 10.0,
        "document": "d",
        "segment": "7",
        "languages": "en-de",
        "source": "A dog.",
        "target": "Ein Hund.",
    }


def test_mqm_is_minus_the_weights_of_its_errors():
    error = {"start": 0, "end": 3, "severity": "major", "category": "Style/Awkward"}
    (one,) = ratings({**ENTRY, "errors": [error, {**error, "severity": "minor"}]}, protocol="mqm")
    assert one.value == -6.0


def test_time_is_shared_out_among_translations_judged_together():
    found = ratings({**ENTRY, "score": 40}, {**ENTRY, "system": "B", "score": 50}, protocol="da")
    assert [one.detail["seconds"] for one in found] == [5.0, 5.0]


@pytest.mark.parametrize(("kind", "count"), [("tutorial", 0), ("check", 1)])
def test_a_tutorial_is_no_rating_but_a_check_is(kind, count):
    found = ratings({**ENTRY, "type": kind, "score": 40, "expected": [0, 30]})
    assert [one.detail["expected"] for one in found] == [[0, 30]] * count

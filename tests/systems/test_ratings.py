"""The ratings backend: handed the ratings of a file, it answers for one of the systems rated there."""

from __future__ import annotations

from pathlib import Path

import pytest

from mteval.core.errors import CapabilityError, UsageError
from mteval.core.evidence import Rating
from mteval.core.queries import Rate, Rated, Translate, Unanswered
from mteval.core.registry import systems
from mteval.human.ratings import Ratings

RATED = Ratings(
    Path("/somewhere/ratings.csv"),
    (
        Rating("1", "ann", "adequacy", 4.0, "A"),
        Rating("1", "ann", "adequacy", 1.0, "A", {"type": "degraded"}),
        Rating("1", "ann", "adequacy", 2.0, "B"),
    ),
)


def opened(ratings=RATED, **options):
    return systems.find("ratings")(ratings, options)


def test_ratings_are_looked_up_by_item_scale_annotator_and_type():
    asked = [
        Rate("1", "adequacy", "ann"),
        Rate("1", "adequacy", "ann", type="degraded"),
        Rate("1", "fluency", "ann"),
        Rate("2", "adequacy", "ann"),
    ]
    found = list(opened(system="A").answer(asked))
    assert found[:2] == [Rated(4.0), Rated(1.0)]
    assert [type(answer) for answer in found[2:]] == [Unanswered, Unanswered]


def test_the_only_system_need_not_be_named():
    only = Ratings(RATED.path, RATED.ratings[2:])
    assert opened(only).signature == {"backend": "ratings", "file": "ratings.csv", "rated": "B"}
    nameless = Ratings(RATED.path, (Rating("1", "ann", "adequacy", 3.0),))
    assert list(opened(nameless).answer([Rate("1", "adequacy", "ann")])) == [Rated(3.0)]


def test_a_system_is_chosen_among_several():
    with pytest.raises(UsageError, match=r"rates several systems.*A, B"):
        opened()
    with pytest.raises(UsageError, match="has no ratings of 'C'"):
        opened(system="C")
    with pytest.raises(CapabilityError, match="only gives ratings"):
        list(opened(system="A").answer([Translate("x")]))

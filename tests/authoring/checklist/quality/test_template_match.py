"""Three definitions of when two templates match."""

from __future__ import annotations

import math

import pytest

from mteval.authoring.checklist.quality.template_match import agreement, shape_of, shapes
from mteval.checklists.checklist import parse_checklist


def checklist(*templates, **lexicons):
    tests = [{"template": template, "label": "x"} for template in templates]
    return parse_checklist({"capabilities": {"C": {"tests": tests}}, "lexicons": lexicons})


def numbers(ours, verified, definition):
    found = agreement(shapes(ours), shapes(verified), definition)
    return found.precision, found.recall


def test_names_of_slots_do_not_matter_but_shared_lexicons_do():
    lexicons = {"city": ["A"], "town": ["A"]}
    assert shape_of(["{city1} and {city2}"], lexicons).text == shape_of(["{town1} and {town2}"], lexicons).text
    assert shape_of(["{city1} and {city2}"], lexicons).text != shape_of(["{city} and {town}"], lexicons).text
    assert shape_of(["{city} and {city}"], lexicons).text != shape_of(["{city1} and {city2}"], lexicons).text


@pytest.mark.parametrize(
    ("ours", "verified", "expected"),
    [
        (["A", "B"], ["A", "B"], {"strict": 1, "subset": 1, "lenient": 1}),
        (["A"], ["A", "B"], {"strict": 0, "subset": 1, "lenient": 1}),
        (["A", "B"], ["A"], {"strict": 0, "subset": 1, "lenient": 1}),
        (["A", "C"], ["A", "B"], {"strict": 0, "subset": 0, "lenient": 1}),
    ],
)
def test_what_of_the_values_must_match(ours, verified, expected):
    for definition, matched in expected.items():
        found = numbers(checklist("{x} is here.", x=ours), checklist("{y} is here.", y=verified), definition)
        assert found == (matched, matched), definition


def test_subset_holds_for_every_slot_the_same_way_round():
    ours = checklist("{x} sees {y}.", x=["A", "B"], y=["C"])
    verified = checklist("{x} sees {y}.", x=["A"], y=["C", "D"])
    assert numbers(ours, verified, "subset") == (0, 0)
    assert numbers(ours, verified, "lenient") == (1, 1)


def test_precision_and_recall_have_their_own_denominators():
    ours = checklist("{x} came.", "{x} went.", "{x} stayed.", "{x} left.", x=["A"])
    verified = checklist("{x} came.", "{x} ran.", x=["A"])
    assert numbers(ours, verified, "strict") == (0.25, 0.5)
    assert agreement(shapes(ours), shapes(verified), "strict").f1 == pytest.approx(1 / 3)


def test_a_template_given_twice_counts_once():
    assert len(shapes(checklist("{x} came.", "{y} came.", x=["A"], y=["A"]))) == 1


def test_nothing_against_nothing_is_no_number():
    found = agreement((), (), "strict")
    assert math.isnan(found.precision)

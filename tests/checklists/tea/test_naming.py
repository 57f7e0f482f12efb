"""Names for slots: one lexicon per set of values, numbers where values must differ."""

from mteval.checklists.tea.drafts import Draft, Hole
from mteval.checklists.tea.naming import name_slots


def named(*drafts):
    templates, lexicons = name_slots([Draft(tuple(parts), frozenset({0})) for parts in drafts])
    return [str(template) for template in templates], lexicons


def test_the_same_values_have_one_name_everywhere():
    templates, lexicons = named(
        ("in ", Hole(("Rome", "Oslo"), 1), " ", Hole(("hot", "cold"), 2)), (Hole(("Oslo", "Rome"), 1), "!")
    )
    assert templates == ["in {A} {B}", "{A}!"]
    assert lexicons == {"A": ("Rome", "Oslo"), "B": ("hot", "cold")}


def test_values_that_must_differ_are_numbered_and_others_get_a_second_name():
    cities = ("Rome", "Oslo")
    templates, _ = named((Hole(cities, 1, family=1), " to ", Hole(cities, 2, family=1)))
    assert templates == ["{A1} to {A2}"]
    templates, lexicons = named((Hole(cities, 1), " and ", Hole(cities, 2)))
    assert templates == ["{A} and {B}"]
    assert lexicons["A"] == lexicons["B"]


def test_a_hole_that_hangs_on_another_has_its_name():
    assert named((Hole(("a", "b"), 1), " or ", Hole(("a", "b"), 1)))[0] == ["{A} or {A}"]


def test_the_source_slot_lends_its_name():
    keys = frozenset({"city"})
    templates, _ = named((Hole(("Roma",), 1, keys=keys),), (Hole(("Oslo",), 1, keys=keys),), ("x", "y"))
    assert templates == ["{city}", "{city_a}", "xy"]

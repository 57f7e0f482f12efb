"""Source values in classes, by what they go with."""

from collections import Counter

from mteval.checklists.tea.dependence import known_row
from mteval.checklists.tea.regions import RegionSearch, two_classes
from mteval.checklists.tea.tokens import words


def test_values_part_by_what_they_go_with():
    profiles = {
        "vuelo": {"good": Counter(["bueno"])},
        "hotel": {"good": Counter(["bueno"]), "bad": Counter(["malo"])},
        "casa": {"good": Counter(["buena"]), "bad": Counter(["mala"])},
        "sala": {"bad": Counter(["mala"])},
    }
    assert sorted(map(sorted, two_classes(profiles))) == [["casa", "sala"], ["hotel", "vuelo"]]


def test_values_that_go_with_the_same_stay_together():
    profiles = {name: {"good": Counter(["bueno"])} for name in "abc"}
    assert two_classes(profiles) == ({"a", "b", "c"}, set())


def search(lines):
    rows = [known_row(text, values, words) for text, values in lines]
    return RegionSearch(rows, tuple(lines[0][1]), words).regions()


def test_a_value_said_in_another_way_is_a_region_of_its_own():
    said = {
        "seat": "the {0} is {1}",
        "food": "the {0} is {1}",
        "crew": "the {0} is {1}",
        "price": "we find {1} the {0}",
    }
    lines = [(form.format(n, a), {"n": n, "a": a}) for n, form in said.items() for a in ("good", "bad", "new", "odd")]
    regions = search(lines)
    assert sorted(len(region.rows) for region in regions) == [4, 12]
    assert not any(region.fit.wrong for region in regions)


def test_slips_part_nothing():
    lines = [(f"the {n} is {a}", {"n": n, "a": a}) for n in "pqrstuv" for a in "bcdfghj"]
    lines[3] = ("oh the p is g", lines[3][1])
    lines[30] = ("the t", lines[30][1])
    (region,) = search(lines)
    assert region.fit.wrong == (3, 30)

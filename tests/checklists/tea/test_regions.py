"""Source values in classes, by what they go with."""

from collections import Counter

import pytest

from mteval.checklists.tea.dependence import known_row
from mteval.checklists.tea.fitting import Fit
from mteval.checklists.tea.regions import Region, RegionSearch, description_length, edge_classes, unlike_classes
from mteval.checklists.tea.tokens import words


def test_values_part_by_what_they_go_with():
    profiles = {
        "vuelo": {"good": Counter(["bueno"])},
        "hotel": {"good": Counter(["bueno"]), "bad": Counter(["malo"])},
        "casa": {"good": Counter(["buena"]), "bad": Counter(["mala"])},
        "sala": {"bad": Counter(["mala"])},
    }
    classes = next(unlike_classes(profiles))
    assert sorted(map(sorted, classes)) == [["casa", "sala"], ["hotel", "vuelo"]]


def test_values_that_go_with_the_same_stay_together():
    profiles = {name: {"good": Counter(["bueno"])} for name in "abc"}
    assert not list(unlike_classes(profiles))


def test_values_part_by_a_word_they_begin_with():
    edges = {"film": ["la", "película"], "tour": ["la", "visita"], "book": ["el", "libro"]}
    assert list(edge_classes(edges)) == [({"film", "tour"}, {"book"})]


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


def test_agreement_is_seen_though_each_pair_of_values_is_seen_once_or_never():
    masculine, feminine = ("libro", "hotel", "curso", "museo"), ("visita", "mesa", "sala")
    said = [
        ("libro", "bueno"), ("hotel", "malo"), ("curso", "nuevo"), ("museo", "bueno"), ("libro", "malo"), ("hotel", "nuevo"),
        ("visita", "bueno"), ("mesa", "malo"), ("sala", "nuevo"), ("visita", "malo"), ("mesa", "nuevo"), ("sala", "bueno"),
    ]  # fmt: skip
    lines = []
    for noun, adjective in said:
        form = adjective[:-1] + "a" if noun in feminine else adjective
        article = "La" if noun in feminine else "El"
        lines.append((f"{article} {noun} era {form}.", {"noun": noun, "adjective": adjective}))
    regions = search(lines)
    nouns = [{lines[n][1]["noun"] for n in region.rows} for region in regions]
    assert sorted(nouns, key=len) == [set(feminine), set(masculine)]
    assert not any(region.fit.wrong for region in regions)


def test_a_row_cut_otherwise_is_read_again():
    lines = [(f"the {n} is {a}", {"n": n, "a": a}) for n in "pqrst" for a in "bcdfg"]
    rows = [known_row(text, values, words) for text, values in lines]
    (region,) = RegionSearch(rows, ("n", "a"), words).regions()
    assert region.fit.reread(known_row("the p is very b", lines[0][1], words)) == {"n": "p", "a": "very b"}
    assert not region.fit.reread(known_row("oh the p is very b", lines[0][1], words))


def test_rows_with_an_entry_each_are_listed_not_explained():
    """Four unlike rows end in a full stop: a template of that would be a list of them."""
    said = ["vb", "ph", "uc", "rg", "pd", "pb", "qf", "vc", "ub", "sh", "sd", "pc", "rh", "wf", "rb", "td"]
    lines = [(f"it was the {n} {a} .", {"n": n, "a": a}) for n, a in said]
    unlike = ((3, "so the r was g ."), (8, "the u : b ."), (9, "that h s is ."), (15, "it had one t very d ."))
    for place, text in unlike:
        lines[place] = (text, lines[place][1])
    (region,) = search(lines)
    assert region.fit.wrong == (3, 8, 9, 15)


def test_words_that_templates_share_are_said_once():
    """By hand: two templates 2; five entries at .34; the two of the city again: one entry, .1."""

    def region(city, adjective):
        return Region((), Fit((), {"city": city, "adjective": adjective}, (), (), {}, {}), {})

    city = {"Rome": "Roma", "Vienna": "Viena"}
    one, other = region(city, {"old": "viejo"}), region(city, {"old": "vieja", "new": "nueva"})
    assert description_length([one, other]) == pytest.approx(2 + 5 * 0.34 + 0.1)
    unlike = region({"Rome": "a Roma", "Vienna": "Viena"}, {"old": "vieja", "new": "nueva"})
    assert description_length([one, unlike]) == pytest.approx(2 + 6 * 0.34 + 0.1)


def test_an_alignment_does_not_overrule_what_comparing_rows_shows():
    """It puts a literal word down to a slot; only slots that always change together need it."""
    lines = [(f"the {n} is {a}", {"n": n, "a": a, "c": c}) for n in "pqrs" for a in "bcd" for c in "xy"]
    rows = [known_row(text, values, words) for text, values in lines]
    aligned = [("", "n", "c", "a")] * len(rows)
    (region,) = RegionSearch(rows, ("n", "a", "c"), words, aligned).regions()
    assert set(region.fit.entries) == {"n", "a"}

"""Scatter plots and the page of them."""

import math
import xml.etree.ElementTree as ET

from mteval.charts.scatter import correlation_page, scatter
from tests.charts.reading import HOSTILE, assert_escaped, own_texts, table, text, tree

POINTS = [
    {"system": "one", "human": 1.0, "metric": 10.0},
    {"system": "two", "human": 2.0, "metric": 30.0},
    {"system": "lost", "human": None, "metric": 3.0},
    {"system": "nothing", "human": 1.5, "metric": math.nan},
]


def test_a_dot_for_each_system_that_has_both_scores():
    found = tree(scatter(POINTS, "BLEU"))
    assert [text(one) for one in found.iter("circle")] == ["one", "two"]
    across = [float(one.get("cx")) for one in found.iter("circle")]
    up = [float(one.get("cy")) for one in found.iter("circle")]
    assert across[0] < across[1]
    assert up[0] > up[1]
    assert own_texts(found, "text") == ["1", "2", "10", "30", "human score", "one", "two"]
    (svg,) = found
    assert svg.get("aria-label") == "BLEU: 2 systems, human score across, metric score up"


def test_a_dot_far_right_has_its_name_to_the_left():
    names = [one for one in tree(scatter(POINTS, "")).iter("text") if one.get("font-size") == "10"]
    assert [one.get("text-anchor") for one in names] == ["start", "end"]


def test_names_that_would_cover_each_other_stand_apart():
    near = [{"system": f"system {n}", "human": 1.0 + n / 1000, "metric": 1.0} for n in range(4)]
    far = [{"system": "far", "human": 9.0, "metric": 9.0}]
    found = tree(scatter([*near, *far], ""))
    names = [one for one in found.iter("text") if one.get("font-size") == "10" and text(one) != "far"]
    places = {(one.get("text-anchor"), one.get("y")) for one in names}
    assert len(places) == 4
    assert "#24292f" not in str(scatter(near, ""))  # names have the colour of the page's text, light or dark


def test_nothing_to_plot_is_said():
    assert own_texts(tree(scatter(POINTS[2:], "BLEU")), "text") == ["no systems scored by both"]


def test_one_system_alone_is_drawn():
    (dot,) = tree(scatter(POINTS[:1], "")).iter("circle")
    assert math.isfinite(float(dot.get("cx")))


def test_a_long_name_is_cut_between_letters_not_within_an_entity():
    name = "a" * 21 + "&b"
    found = tree(scatter([{"system": name, "human": 1, "metric": 1}], ""))
    assert own_texts(found, "text")[-1] == "a" * 21 + "&"


def test_names_are_escaped_and_the_picture_stands_alone():
    svg = scatter([{"system": HOSTILE, "human": 1, "metric": 1}], HOSTILE)
    assert_escaped(svg, HOSTILE)
    assert ET.fromstring(svg).get("aria-label").startswith(HOSTILE)


def test_the_page_shows_every_plot_and_the_tests():
    row = ("pearson", "bleu", "chrf", "-0.1000", "0.0400", "0.0800")
    page = correlation_page("Metrics", [("bleu", "Pearson 0.5", scatter(POINTS, "bleu"))], [row])
    found = tree(page)
    assert page.startswith("<!doctype html>\n")
    assert page.endswith("</html>\n")
    assert table(found) == [["correlation", "a", "b", "a − b", "p (PERM-BOTH)", "p (Holm)"], list(row)]
    (figure,) = found.iter("figure")
    assert [text(one) for one in figure][:2] == ["bleu", "Pearson 0.5"]
    assert figure.find("svg") is not None


def test_the_page_without_tests_has_no_table():
    assert "<table" not in correlation_page("Metrics", [], [])


def test_the_page_escapes_what_it_shows():
    names = [HOSTILE + str(number) for number in range(4)]
    page = correlation_page(names[0], [(names[1], names[2], scatter(POINTS, ""))], [(names[3],)])
    assert_escaped(page, *names)

"""Bars as SVG: what is drawn where, and every text escaped."""

import math

from mteval.charts.bars import BarStack, Mark, marks_svg, stacks_svg
from tests.charts.reading import HOSTILE, assert_escaped, own_texts, text, tree


def circles(svg):
    return [float(one.get("cx")) for one in tree(svg).iter("circle")]


def test_a_mark_says_its_value_and_lies_on_the_axis():
    svg = marks_svg([Mark("a", 0.25, (0.0, 0.5), 0.75, "n=8", 1)], "Accuracy")
    # The axis runs from 300 to 720.
    assert circles(svg) == [300 + 0.25 * 420]
    level, interval = [one for one in tree(svg).iter("line") if one.get("y1") != "4"]
    assert (level.get("x1"), level.get("x2")) == ("615.0", "615.0")
    assert (interval.get("x1"), interval.get("x2")) == ("300.0", "510.0")
    assert "var(--c2, currentColor)" in interval.get("style")
    assert own_texts(tree(svg), "text") == ["0", "0.25", "0.5", "0.75", "1", "a", "0.250 n=8"]


def test_a_mark_without_interval_or_level_is_a_dot_alone():
    for interval in (None, (math.nan, math.nan), (None, None)):
        svg = marks_svg([Mark("a", 0.5, interval, math.nan)], "Accuracy")
        assert len(circles(svg)) == 1
        assert [one.get("y1") for one in tree(svg).iter("line")] == ["4"] * 5


def test_a_value_over_nothing_is_a_dash_without_a_dot():
    svg = marks_svg([Mark("a", math.nan, (math.nan, math.nan), note="n=0")], "Accuracy")
    assert circles(svg) == []
    assert own_texts(tree(svg), "text")[-1] == "– n=0"


def test_values_beyond_the_axis_stay_on_it():
    assert circles(marks_svg([Mark("a", -0.5), Mark("b", 1.5)], "")) == [300, 720]


def test_a_picture_is_as_high_as_its_rows_and_named_for_screen_readers():
    (svg,) = tree(marks_svg([Mark("a", 0.5)] * 3, "Three"))
    assert svg.get("viewbox") == "0 0 830 104"
    assert (svg.get("role"), svg.get("aria-label"), text(svg.find("title"))) == ("img", "Three", "Three")


def test_long_labels_are_cut_and_whole_in_the_tip():
    found = tree(marks_svg([Mark("x" * 40, 0.5), Mark("y" * 41, 0.5)], ""))
    assert "x" * 40 in own_texts(found, "text")
    assert "y" * 39 + "…" in own_texts(found, "text")
    assert "y" * 41 in own_texts(found, "title")


def test_parts_of_a_stack_share_its_width():
    found = tree(stacks_svg([BarStack("all", (("good", 6), ("bad", 3), ("open", 1)), "F1 0.750")], "Choice"))
    rectangles = [(float(one.get("x")), float(one.get("width"))) for one in found.iter("rect")]
    assert rectangles == [(300, 252), (552, 126), (678, 42)]
    assert [text(one) for one in found.iter("rect")] == ["6 (60.0%)", "3 (30.0%)", "1 (10.0%)"]
    assert own_texts(found, "text") == ["all", "6", "3", "1", "F1 0.750"]


def test_a_part_too_narrow_for_its_count_has_none():
    found = tree(stacks_svg([BarStack("", (("good", 99), ("bad", 1), ("open", 0)))], ""))
    assert own_texts(found, "text") == ["", "99", ""]
    assert len(list(found.iter("rect"))) == 3


def test_a_stack_of_nothing_has_no_width():
    found = tree(stacks_svg([BarStack("", (("good", 0), ("bad", 0)))], ""))
    assert [one.get("width") for one in found.iter("rect")] == ["0.0", "0.0"]


def test_texts_are_escaped():
    names = [HOSTILE + part for part in ("label", "note", "title")]
    assert_escaped(marks_svg([Mark(names[0], 0.5, note=names[1])], names[2]), *names)
    assert_escaped(stacks_svg([BarStack(names[0], (("good", 1),), names[1])], names[2]), *names)

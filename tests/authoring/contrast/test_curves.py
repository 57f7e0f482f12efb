"""Tuning curves: the table and the picture say the same."""

import math

from mteval.authoring.contrast.curves import curves_page, curves_svg, table_rows
from mteval.authoring.contrast.tuning import TuningPoint
from tests.charts.reading import HOSTILE, assert_escaped, table, tree

# At .2 nothing is left to judge, at .4 three of five senses are right of four gold ones.
POINTS = [TuningPoint(0.2, 0, 0, 4), TuningPoint(0.4, 3, 5, 4), TuningPoint(0.6, 4, 8, 4)]


def test_a_row_for_each_threshold():
    head, first, second, third = table_rows(POINTS)
    assert head == ("threshold", "precision", "recall", "F1", "F0.5", "right", "inferred", "gold")
    assert first == ("0.20", "–", "0.0000", *(first[3:5]), "0", "0", "4")
    assert second[:4] == ("0.40", "0.6000", "0.7500", f"{2 * 0.6 * 0.75 / 1.35:.4f}")
    assert third[1:3] == ("0.5000", "1.0000")


def test_the_picture_has_a_line_for_each_measure_and_names_the_best():
    picture = tree(curves_svg(POINTS))
    lines = list(picture.iter("polyline"))
    assert len(lines) == 4
    # Precision is no number at the first threshold.
    assert [len(line.get("points").split()) for line in lines][:2] == [2, 3]
    best = 1.25 * 0.6 * 0.75 / (0.25 * 0.6 + 0.75)
    assert any(
        f"best F0.5 {best:.4f} at 0.40" in "".join(one.attrib.values()) + "".join(one.itertext())
        for one in picture.iter()
    )


def test_higher_is_higher_up():
    (svg,) = tree(curves_svg(POINTS)).iter("svg")
    recall = list(svg.iter("polyline"))[1].get("points").split()
    heights = [float(point.split(",")[1]) for point in recall]
    assert heights == sorted(heights, reverse=True)
    assert not any(math.isnan(height) for height in heights)


def test_the_page_holds_the_table_and_escapes_its_title():
    page = str(curves_page(POINTS, HOSTILE))
    assert_escaped(page, HOSTILE)
    (found,) = (table(one) for one in tree(page).iter("table"))
    assert [tuple(row) for row in found] == table_rows(POINTS)

"""The bar chart of shares is an SVG file that stands alone."""

import xml.etree.ElementTree as ET

from mteval.charts.shares import shares_svg
from tests.charts.reading import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"


def test_bars_are_as_long_as_their_shares():
    svg = ET.fromstring(shares_svg("Parts", [("noun", 0.5), ("verb", 0.125)]))
    assert [text.text for text in svg.iter(f"{SVG}text")] == ["Parts", "noun", "50.0%", "verb", "12.5%"]
    assert [float(bar.get("width")) for bar in svg.iter(f"{SVG}rect")] == [210, 52.5]
    assert (svg.get("width"), svg.get("height")) == ("770", "84")


def test_names_are_escaped_and_the_file_ends_with_a_line_break():
    written = shares_svg(HOSTILE, [(HOSTILE + "2", 1.0)])
    texts = [text.text for text in ET.fromstring(written).iter(f"{SVG}text")]
    assert texts == [HOSTILE, HOSTILE + "2", "100.0%"]
    assert written.startswith("<svg")
    assert written.endswith("</svg>\n")

"""Reads fragments of HTML and SVG back, as a browser would, to see what they say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

HOSTILE = """</script></title><script>alert("1")</script><img src=x onerror='a'>&amp;\""""
"""Ends a script, a title, an attribute in either kind of quotes, and holds an entity that must not be decoded."""

VOID = ("br", "meta", "input", "wbr")


class _Reader(HTMLParser):
    """Builds a tree, and refuses tags that do not match."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.builder = ET.TreeBuilder()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.builder.start(tag, dict(attrs))
        self.builder.end(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.builder.end(tag)

    def handle_data(self, data):
        self.builder.data(data)


def tree(fragment: str) -> ET.Element:
    """The elements of a fragment below one root."""
    reader = _Reader()
    reader.builder.start("root", {})
    reader.feed(fragment)
    reader.close()
    assert reader.open == []
    reader.builder.end("root")
    return reader.builder.close()


def text(element: ET.Element) -> str:
    """All text of an element, with single spaces between words."""
    return " ".join("".join(element.itertext()).split())


def table(element: ET.Element) -> list[list[str]]:
    """The texts of a table, row by row, its head first."""
    return [[text(cell) for cell in row] for row in element.iter("tr")]


def own_texts(element: ET.Element, tag: str) -> list[str]:
    """The texts of all elements with a tag, without those of elements inside them."""
    return [(one.text or "").strip() for one in element.iter(tag)]


def assert_escaped(fragment: str, *shown: str) -> None:
    """Nothing in a fragment is an element of its own making, and every string is in it as it was written."""
    found = tree(fragment)
    assert not [one.tag for one in found.iter() if one.tag in ("script", "img")]
    assert not [name for one in found.iter() for name in one.attrib if name.startswith("on")]
    said = [part for one in found.iter() for part in (one.text, one.tail, *one.attrib.values()) if part]
    for expected in shown:
        assert any(expected in part for part in said), expected

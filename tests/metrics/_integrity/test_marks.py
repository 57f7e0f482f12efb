"""Marks found by hand."""

import pytest

from mteval.metrics._integrity.marks import marks


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("See https://example.org/a, or mail a.b@example.org.", ["url", "email"]),
        ("Hello {name}, {{ user }} and %1$d of %s: %(total)s.", ["placeholder"] * 5),
        ("{count, plural, one {# item} other {# items}}", ["placeholder"]),
        ('<b>x</b> <x id="1"/>', ["tag"] * 3),
        ("Run `ls -l` 🎉", ["code", "emoji"]),
        ("100% sure, 50 % of them, a < b, 5 © 2024", []),
    ],
)
def test_kinds_of_marks(text, kinds):
    found, _ = marks(text)
    assert sorted(mark.kind for mark in found) == sorted(kinds)


def test_marks_are_taken_out_of_the_text_in_place():
    text = "Go to https://example.org/2024. Now"
    found, rest = marks(text)
    assert found[0].text == "https://example.org/2024"
    assert len(rest) == len(text)
    assert "2024" not in rest


def test_a_remark_may_be_translated_but_not_an_element():
    assert marks("<laugh/>")[0][0].key == marks("<lachen/>")[0][0].key
    assert marks("<b>")[0][0].key != marks("<i>")[0][0].key

"""Texts cut at the ends of error spans: every character once, the worst severity where spans overlap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mteval.human.marked_text import text_pieces

SPANS = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(("minor", "major"))).map(
        lambda one: {"start": min(one[:2]), "end": max(one[:2]), "severity": one[2], "category": ""}
    )
)


def error(start, end, severity, category=""):
    return {"start": start, "end": end, "severity": severity, "category": category}


def test_overlapping_errors_show_the_worst_and_name_both():
    pieces = text_pieces("abcdef", [error(0, 4, "minor", "Style"), error(2, 5, "major")])
    assert pieces == [
        ("ab", "minor", "minor Style"),
        ("cd", "major", "minor Style; major"),
        ("e", "major", "major"),
        ("f", "", ""),
    ]


def test_what_is_missing_or_beyond_the_text_marks_nothing_else():
    assert text_pieces("ab", [{"missing": True, "severity": "major"}, error(5, 9, "minor")]) == [("ab", "", "")]
    assert text_pieces("ab", [error(1, 9, "minor")]) == [("a", "", ""), ("b", "minor", "minor")]


@given(st.text(max_size=10), SPANS)
def test_every_character_is_shown_once_with_the_severity_a_brute_force_finds(text, spans):
    shown = [(character, piece.severity) for piece in text_pieces(text, spans) for character in piece.text]
    assert "".join(character for character, _ in shown) == text
    for place, (_, severity) in enumerate(shown):
        over = {one["severity"] for one in spans if one["start"] <= place < one["end"]}
        assert severity == ("major" if "major" in over else "minor" if over else "")

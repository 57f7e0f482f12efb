"""Numbers and names as reports show them."""

import math

import pytest

from mteval.core.formatting import (
    all_visible,
    harmless_cell,
    interval_text,
    key_text,
    number_text,
    p_text,
    short_names,
    signed_text,
    size_text,
    value_text,
    visible,
)
from mteval.core.results import PERCENT, Finding, Scale, Score

NAN = math.nan


def score(values, intervals=None, n=10, scale=PERCENT):
    return Score("made", values, intervals or {}, n, 0, True, "", scale=scale)


def test_a_number_has_as_many_decimals_as_asked_for():
    assert number_text(2.345678, 3) == "2.346"
    assert number_text(2.5, 0) == "2"
    assert number_text(NAN, 3) == "–"


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1.25, "-1.2"), (0.0, "0.0"), (0.04, "0.0"), (-0.04, "0.0"), (NAN, "–")]
)
def test_a_difference_has_a_sign_unless_it_rounds_to_zero(value, text):
    assert signed_text(value, 1) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0009, "<0.001"), (0.001, "0.001"), (0.04567, "0.046"), (1.0, "1.000"), (0.0, "<0.001"), (NAN, "–")],
)
def test_p_values_have_three_decimals_and_no_zero(value, text):
    assert p_text(value) == text


def test_counts_have_no_decimals():
    made = score({"rate": 0.51234, "items": 12.0}, scale=Scale(4, counts=("items",)))
    assert key_text(made, "items") == "12"
    assert key_text(made, "rate") == "0.5123"


def test_the_headline_stands_for_the_score():
    assert value_text(score({"bleu": 31.415, "bp": 1.0})) == "31.41"  # 31.415 in binary is a little less


def test_the_interval_is_that_of_the_headline_with_its_decimals():
    made = score({"rate": 0.5, "other": 1.0}, {"rate": (0.25, 0.75), "other": (0.0, 9.0)}, scale=Scale(3))
    assert interval_text(made) == "[0.250, 0.750]"


@pytest.mark.parametrize("intervals", [{}, {"other": (1.0, 2.0)}, {"rate": (NAN, NAN)}])
def test_where_there_is_no_interval_there_is_no_text(intervals):
    assert interval_text(score({"rate": 0.5}, intervals)) == ""


COVERED = Scale(2, coverage="coverage")


def test_the_size_is_the_number_of_cases():
    assert size_text(score({"rate": 0.5}, n=12)) == "12"
    assert size_text(score({"rate": 0.5, "coverage": 1.0}, n=12, scale=COVERED)) == "12"
    assert size_text(score({"rate": 0.5, "coverage": NAN}, n=12, scale=COVERED)) == "12"


def test_cases_that_leave_the_denominator_are_told():
    assert size_text(score({"rate": 0.5, "coverage": 0.75}, n=12, scale=COVERED)) == "9 of 12"


def test_sizes_of_several_systems_are_given_once_each():
    scores = [score({"rate": 0.5}, n=n) for n in (12, 11, 12)]
    assert size_text(*scores) == "12 / 11"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["wmt.alpha.de.txt", "wmt.beta.de.txt"], ["alpha", "beta"]),
        (["out_one", "out_two"], ["one", "two"]),
        (["runs/one", "runs/two"], ["one", "two"]),
        (["one-out", "two-out"], ["one", "two"]),
        (["model-a1.x", "model-b1.x"], ["a1", "b1"]),
        (["wmt.a.b.txt", "wmt.a.c.txt"], ["b", "c"]),
        # Nothing is cut within a word.
        (["sysA", "sysB"], ["sysA", "sysB"]),
        (["one", "tone"], ["one", "tone"]),
        # One name alone, or one that begins another, stays whole.
        (["wmt.alpha.txt"], ["wmt.alpha.txt"]),
        (["big.model", "big.model.old"], ["big.model", "big.model.old"]),
        (["a-b", "a-b-c"], ["a-b", "a-b-c"]),
        # So do names of which nothing would be left.
        (["x-a.y", "x-.y"], ["x-a.y", "x-.y"]),
        ([], []),
    ],
)
def test_names_lose_what_all_of_them_share(names, short):
    assert short_names(names) == dict(zip(names, short, strict=True))


def test_a_name_given_twice_stays_whole():
    assert short_names(["a.x.b", "a.x.b"]) == {"a.x.b": "a.x.b"}


def test_what_is_shared_is_what_all_share_not_the_first_two():
    assert short_names(["a.b.1", "a.b.2", "a.c.3"]) == {"a.b.1": "b.1", "a.b.2": "b.2", "a.c.3": "c.3"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("over\rwritten", r"over\rwritten"),
        ("\x9b2J", r"\x9b2J"),
        ("a\u202eb", r"a\u202eb"),
        ("tab\tand\nline, ü, हिन्दी", "tab\tand\nline, ü, हिन्दी"),
    ],
)
def test_what_steers_a_terminal_is_made_visible(text, shown):
    assert visible(text) == shown
    assert all_visible(Finding(text, text, 1, (text,))) == Finding(shown, shown, 1, (shown,))


@pytest.mark.parametrize(
    ("cell", "written"), [("=1+1", "'=1+1"), ("-x", "'-x"), ("-", "-"), (-1.5, -1.5), ("a=b", "a=b")]
)
def test_no_cell_is_a_formula(cell, written):
    assert harmless_cell(cell) == written

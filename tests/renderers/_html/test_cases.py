"""The cases of a suite as a page holds them."""

import base64
import json
import zlib

import pytest

from mteval.core.results import CaseResult, Report, Score
from mteval.renderers._html.cases import answer_text, case_data, case_table

SUITE = {"name": "s", "family": "none"}
SCORE = Score("m", {"m": 1.0}, {}, 9, 0, True, "", spec="m")


def unpacked(text):
    return zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS)


def report(name, *cases):
    return Report(SUITE, {"name": name}, (SCORE,), cases=cases)


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("text", "text"),
        (None, ""),
        (3, "3"),
        ({"text": "a", "lemmas": "b"}, "a"),
        ({"label": "positive"}, "positive"),
        ({"candidates": [{"word": "uno"}, {"word": "dos"}, 7, {}]}, "uno, dos"),
        ({"values": [-1.0, None, "x"]}, "-1.000  –  –"),
        ({"reason": "too long"}, "too long"),
    ],
)
def test_answers_are_shown_as_a_reader_wants_them(answer, shown):
    assert answer_text(answer) == shown


def test_a_case_that_a_system_lacks_is_missing_there():
    one, two = CaseResult("1", "scored", answer="x", scores={"m": 0.5}), CaseResult("2", "passed", answer="y")
    table = case_table([report("a", one), report("b", two, one)])
    assert table.ids == ("1", "2")
    assert table.positions == {"1": 0, "2": 1}
    data = case_data(table, 10**6)
    outcomes = [[data.facts["outcomes"][n] for n in unpacked(data.parts[f"outcome-{system}"])] for system in (0, 1)]
    assert outcomes == [["scored", "missing"], ["scored", "passed"]]
    assert [case[3] for case in json.loads(unpacked(data.parts["block-0"]))] == [["x", "x"], ["", "y"]]


def test_lengths_are_words_of_the_reference_or_else_of_the_source():
    cases = (
        CaseResult("1", "scored", source="a b c", references=("one, two",)),
        CaseResult("2", "scored", source="a b c"),
    )
    index = json.loads(unpacked(case_data(case_table([report("a", *cases)]), 10**6).parts["index"]))
    assert index["lengths"] == [2, 3]


def test_errors_that_metrics_marked_stand_beside_the_answer_they_are_in():
    """The smile is one character, as people and metrics count, though it takes two places in a browser's text."""
    spans = [
        {"start": 2, "end": 5, "severity": "major", "category": "accuracy"},
        {"start": 0, "end": 3, "severity": "minor", "side": "source"},
        {"missing": True, "severity": "minor", "category": "omission"},
    ]
    detail = {"seen": {"gemba-mqm?system=x": {"spans": spans}}}
    one = CaseResult("1", "scored", source="the dog", answer="🙂 der Hund", detail=detail)
    table = case_table([report("a", one), report("b", CaseResult("1", "scored", answer="x"))])
    ((*_, marks),) = json.loads(unpacked(case_data(table, 10**6).parts["block-0"]))
    target = [["🙂 ", "", ""], ["der", "major", "major accuracy"], [" Hund", "", ""]]
    source = [["the", "minor", "minor"], [" dog", "", ""]]
    assert marks == [[["gemba-mqm", "gemba-mqm?system=x", target, source, "minor omission"]], []]

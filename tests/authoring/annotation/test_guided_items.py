"""Tutorials and attention checks: their files, and what learners are told."""

import json

import pytest

from mteval.authoring.annotation.guided_items import GuidedItem, read_guided_items, what_is_amiss
from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan

ENTRY = {"source": "A dog.", "target": "Ein Hund Katze."}
ITEM = GuidedItem("A dog.", "Ein Hund Katze.", (20, 60), (ErrorSpan(9, 14, "major"),), "A cat was added.")


def test_items_are_read_a_line_each(tmp_path):
    path = tmp_path / "tutorial.jsonl"
    errors = [{"start": 9, "end": 14, "severity": "major"}]
    full = {**ENTRY, "expected": [20, 60], "errors": errors, "explanation": "A cat was added."}
    path.write_text(json.dumps(ENTRY) + "\n\n" + json.dumps(full) + "\n", encoding="utf-8")
    assert read_guided_items(path) == [GuidedItem("A dog.", "Ein Hund Katze."), ITEM]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "holds no items"),
        ("{", "line 1: is not JSON"),
        ("[]", "'source' and 'target' expected"),
        ('{"source": "x"}', "'source' and 'target' expected"),
        (json.dumps({**ENTRY, "score": 3}), "unknown key 'score'"),
        (json.dumps({**ENTRY, "expected": [60, 20]}), "must be \\[low, high\\]"),
        (json.dumps({**ENTRY, "expected": "20"}), "must be \\[low, high\\]"),
        (json.dumps({**ENTRY, "expected": [0, 10**400]}), "must be \\[low, high\\]"),
        (json.dumps({**ENTRY, "expected": [0, float("nan")]}), "must be \\[low, high\\]"),
        (json.dumps({**ENTRY, "errors": [{"start": 0, "end": 99, "severity": "minor"}]}), "ends after the target"),
        (
            json.dumps({**ENTRY, "errors": [{"start": 0, "end": 8, "severity": "minor", "side": "source"}]}),
            "ends after the source",
        ),
        (json.dumps({**ENTRY, "errors": [{"start": 0, "end": 1, "severity": "bad"}]}), "unknown severity"),
        (json.dumps({**ENTRY, "errors": "x"}), "no list of objects"),
    ],
)
def test_a_file_that_cannot_be_is_refused(tmp_path, line, problem):
    path = tmp_path / "tutorial.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_guided_items(path)


@pytest.mark.parametrize(
    ("value", "marked", "said"),
    [
        (40, [ErrorSpan(10, 12, "minor")], ""),
        (20, [ErrorSpan(0, 15, "minor")], ""),
        (40, [], "Not marked yet: “Katze”. A cat was added."),
        (40, [ErrorSpan(0, 9, "major")], "Not marked yet: “Katze”. A cat was added."),
        (
            61,
            [ErrorSpan(10, 12, "minor")],
            "The score should be between 20 and 60; yours is 61. A cat was added.",
        ),
    ],
)
def test_learners_are_told_what_to_look_at_again(value, marked, said):
    assert what_is_amiss(ITEM.stored(), value, marked, sides=("target",)) == said


def test_where_nothing_is_marked_only_the_score_counts():
    assert what_is_amiss(ITEM.stored(), 40, [], sides=()) == ""


def test_what_is_missing_must_be_said():
    item = GuidedItem("A dog barks.", "Ein Hund.", errors=(ErrorSpan(0, 0, "major", missing=True),)).stored()
    assert "something is missing" in what_is_amiss(item, 0, [ErrorSpan(0, 9, "major")], sides=("target",))
    assert what_is_amiss(item, 0, [ErrorSpan(0, 0, "minor", missing=True)], sides=("target",)) == ""


def test_an_error_in_the_source_must_be_marked_there_where_that_can_be_done():
    item = GuidedItem("A dog barks.", "Ein Hund.", errors=(ErrorSpan(6, 11, "major", side="source"),)).stored()
    in_target = [ErrorSpan(6, 9, "major")]
    both = ("target", "source")
    assert what_is_amiss(item, 0, in_target, sides=both) == "Not marked yet: “barks” in the source."
    assert what_is_amiss(item, 0, [ErrorSpan(0, 12, "minor", side="source")], sides=both) == ""
    assert what_is_amiss(item, 0, [], sides=("target",)) == ""

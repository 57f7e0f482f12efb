"""Pearmut's logs: the last submission counts, checks are told from targets."""

import json

import pytest

from mteval.core.errors import DataError
from mteval.library import read_ratings, recognised_ratings
from tests.formats.rating_files import shown, written

PEARMUT = [
    {"user_id": "welcome", "item_i": "welcome_0", "annotation": [{"A": {"score": 3}}], "item": [{}]},
    {
        "user_id": "ann",
        "item_i": 0,
        "annotation": [{"A": {"score": 70, "error_spans": []}, "B": {"score": 95}}, {"A": {"score": 30}}],
        "item": [{"item_id": "s1"}, {"item_id": "s2", "validation": {"A": {"score": [0, 40]}}}],
    },
    {"user_id": "ann", "item_i": 0, "annotation": [{"A": {"score": 60}}, None], "item": [{"item_id": "s1"}, {}]},
    {"user_id": "bob", "item_i": 7, "annotation": {"A": {"score": {"Fluency": 3, "Adequacy": 60}}}},
]


def test_pearmut_takes_the_last_submission_and_sees_checks(tmp_path):
    path = written(tmp_path, "log.jsonl", "".join(json.dumps(entry) + "\n" for entry in PEARMUT))
    assert recognised_ratings(path) == "pearmut"
    found = read_ratings(path)
    assert sorted(shown(found)) == [
        ("ann", "s1", "A", "target", "score", 60),
        ("ann", "s1", "B", "target", "score", 95),
        ("ann", "s2", "A", "check", "score", 30),
        ("bob", "7.0", "A", "target", "adequacy", 60),
        ("bob", "7.0", "A", "target", "fluency", 3),
    ]
    assert [f.count for f in found.findings if f.code == "duplicate-rating"] == [1]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"user_id": "a", "annotation": [{"A": {"score": "x"}}]}\n', "is not a number"),
        ('{"user_id": "a", "annotation": [\n', "is not JSON"),
    ],
)
def test_bad_submissions_are_refused(tmp_path, text, problem):
    with pytest.raises(DataError, match=problem):
        read_ratings(written(tmp_path, "bad.csv", text))

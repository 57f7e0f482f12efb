"""Numbers, labels and JSON out of what models write; what cannot be told is None."""

from __future__ import annotations

import pytest

from mteval.models.replies import plain_reply, read_json, read_label, read_number


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("85", 85),
        (" 85.5 ", 85.5),
        ("**85**", 85),
        ("85/100", 85),
        ("85 out of 100", 85),
        ("Score: 85", 85),
        ('{"score": 70}', 70),
        ("I give it a score of 40.", 40),
        ("<think>It has 3 errors, so 20?</think>\n90", 90),
        ("```\n75\n```", 75),
        ("The translation is fine.\nIt deserves 80.", 80),
        ("85%", 85),
        ("12,5", 12.5),
        ("0", 0),
        ("I can't judge this.", None),
        ("", None),
        ("between 20 and 80", None),
        ("120", None),
        ("-5", None),
        ("Score: 20. Or rather, score: 80", None),
        ("There are 2 errors in 3 words.", None),
    ],
)
def test_a_rating_is_read_strictly(reply, expected):
    assert read_number(reply, 0, 100) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("positive", "positive"),
        ("**Positive**.", "positive"),
        ("The label is positive", "positive"),
        ("not entailed", "not entailed"),
        ("positive or negative", None),
        ("unpositive", None),
        ("", None),
    ],
)
def test_a_label_must_be_the_only_one_named(reply, expected):
    assert read_label(reply, ("positive", "negative", "entailed", "not entailed")) == expected


def test_json_is_found_within_a_reply():
    assert read_json('Here it is:\n```json\n{"a": [1]}\n```') == {"a": [1]}
    assert read_json("[1, 2] and more") == [1, 2]
    assert read_json("{broken") is None


def test_thoughts_and_fences_are_taken_off():
    assert plain_reply("<thinking>x\ny</thinking> ja") == "ja"
    assert plain_reply("```de\nja\n```") == "ja"

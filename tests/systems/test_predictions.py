"""Files of labels, with and without probabilities."""

from __future__ import annotations

import pytest

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.queries import Classification, Classify, Translate

LABELS = ("negative", "neutral", "positive")
QUERIES = [Classify(("It was good.",), LABELS), Classify(("It was bad.",), LABELS)]


@pytest.fixture
def answers(tmp_path):
    def read(text, options=None, queries=QUERIES):
        path = tmp_path / "labels.txt"
        path.write_text(text, encoding="utf-8")
        return list(registry.systems.find("predictions")(str(path), options or {}).answer(queries))

    return read


@pytest.mark.parametrize(
    "text",
    [
        "positive\nnegative\n",
        "2\n0\n",
        "positive\nnegative\n\n\n",
    ],
)
def test_one_label_a_line(answers, text):
    assert answers(text) == [Classification("positive"), Classification("negative")]


@pytest.mark.parametrize("text", ["2 0.1 0.2 0.7\n0 0.8 0.1 0.1\n", "positive\t0.1\t0.2\t0.7\n0\t0.8\t0.1\t0.1\n"])
def test_probabilities_in_the_order_of_the_labels(answers, text):
    first, second = answers(text)
    assert first == Classification("positive", {"negative": 0.1, "neutral": 0.2, "positive": 0.7})
    assert second.label == "negative"


def test_json_lines(answers):
    text = '{"label": "positive", "probabilities": {"positive": 0.9}}\n{"label": "neutral"}\n'
    assert answers(text) == [Classification("positive", {"positive": 0.9}), Classification("neutral")]


def test_a_label_may_hold_a_space(answers):
    queries = [Classify(("x",), ("not entailed", "entailed"))]
    assert answers("not entailed 0.9 0.1\n", queries=queries) == [
        Classification("not entailed", {"not entailed": 0.9, "entailed": 0.1})
    ]


def test_a_header_is_passed_over(answers):
    assert len(answers("label\npositive\nnegative\n", {"header": "true"})) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("positive\n", "2 labels expected, one a line, found 1"),
        ("positive\n\nnegative\n", "found 3"),
        ("positive 0.5 0.5\nnegative\n", "3 probabilities"),
        ("positive\t0.5\thigh\t0.1\nnegative\n", "not a probability"),
        ("positive\t1.5\t0\t0\nnegative\n", "between 0 and 1"),
        ('{"label"\nnegative\n', "line 1: is not JSON"),
        ('{"name": "x"}\nnegative\n', '"label"'),
    ],
)
def test_bad_files_are_refused(answers, text, message):
    with pytest.raises(DataError, match=message):
        answers(text)


def test_labels_answer_no_other_questions(answers):
    with pytest.raises(CapabilityError, match="Translate"):
        answers("positive\n", queries=[Translate("x")])

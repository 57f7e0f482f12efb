"""Spans as pages send them: what is refused, whole graphemes, pieces for display."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mteval.authoring.annotation.protocols import PROTOCOLS, protocol_of
from mteval.authoring.annotation.span_forms import (
    MOST_SPANS,
    marked_pieces,
    read_spans,
    source_pieces,
    whole_graphemes,
)
from mteval.authoring.annotation.work import FormError
from mteval.core.evidence import ErrorSpan

ESA = PROTOCOLS["esa"]
MQM = protocol_of("mqm", ("Tone",))


def test_spans_come_in_the_order_of_the_text_with_what_is_missing_last():
    sent = [
        {"missing": True, "severity": "major"},
        {"start": 5, "end": 7, "severity": "minor"},
        {"start": 0, "end": 2, "severity": "major"},
    ]
    assert read_spans(json.dumps(sent), {"target": "ein Beispiel"}, ESA) == (
        ErrorSpan(0, 2, "major"),
        ErrorSpan(5, 7, "minor"),
        ErrorSpan(0, 0, "major", missing=True),
    )


def test_a_category_counts_only_where_the_protocol_asks_for_one():
    sent = json.dumps([{"start": 0, "end": 2, "severity": "minor", "category": "Tone"}])
    assert read_spans(sent, {"target": "ein"}, ESA) == (ErrorSpan(0, 2, "minor"),)
    assert read_spans(sent, {"target": "ein"}, MQM) == (ErrorSpan(0, 2, "minor", "Tone"),)
    with pytest.raises(FormError, match="category"):
        read_spans(sent, {"target": "ein"}, protocol_of("mqm", ("Style",)))


def test_errors_in_the_source_have_places_of_its_own_and_only_where_the_protocol_has_them():
    error = {"severity": "major", "category": "Tone"}
    sent = json.dumps(
        [{"start": 2, "end": 9, "side": "source", **error}, {"start": 0, "end": 2, **error}, {"missing": True, **error}]
    )
    texts = {"target": "Hi", "source": "a cafe\u0301 b"}
    found = read_spans(sent, texts, MQM)
    assert found == (
        ErrorSpan(0, 2, "major", "Tone"),
        ErrorSpan(2, 9, "major", "Tone", "source"),
        ErrorSpan(0, 0, "major", "Tone", missing=True),
    )
    assert source_pieces(texts["source"], found) == [("cafe\u0301 b", "major")]
    assert list(marked_pieces("Hi", found)) == [("Hi", "major")]
    with pytest.raises(FormError, match="source cannot be marked"):
        read_spans(sent, {"target": "Hi"}, ESA)
    with pytest.raises(FormError, match="outside the source"):
        read_spans(sent, {"target": "Hi", "source": "short"}, MQM)


def test_there_is_an_end_to_spans():
    one = {"start": 0, "end": 1, "severity": "minor"}
    assert len(read_spans(json.dumps([one] * MOST_SPANS), {"target": "ein"}, ESA)) == MOST_SPANS
    with pytest.raises(FormError, match="At most"):
        read_spans(json.dumps([one] * (MOST_SPANS + 1)), {"target": "ein"}, ESA)


@pytest.mark.parametrize(
    ("text", "start", "end", "found"),
    [
        ("Cafe\u0301!", 3, 4, "e\u0301"),
        ("👨‍👩‍👧‍👦 da", 2, 3, "👨‍👩‍👧‍👦"),
        ("한국", 0, 1, "한"),
        ("كِتاب", 1, 2, "كِ"),
        ("a\r\nb", 2, 3, "\r\n"),
        ("plain", 1, 3, "la"),
    ],
)
def test_spans_are_widened_to_graphemes(text, start, end, found):
    first, last = whole_graphemes(text, start, end)
    assert text[first:last] == found


def test_of_two_errors_on_one_place_the_graver_is_shown():
    spans = [ErrorSpan(0, 5, "minor"), ErrorSpan(3, 8, "major"), ErrorSpan(0, 0, "major", missing=True)]
    assert list(marked_pieces("abcdefghij", spans)) == [("abc", "minor"), ("de", "major"), ("fgh", "major"), ("ij", "")]


@given(st.text(min_size=1, max_size=20), st.data())
def test_pieces_put_together_are_the_text(text, data):
    ends = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text))), max_size=4))
    spans = [ErrorSpan(min(pair), max(pair), "minor") for pair in ends]
    pieces = list(marked_pieces(text, spans))
    assert "".join(piece for piece, _ in pieces) == text
    covered = {place for span in spans for place in range(span.start, span.end)}
    assert sum(len(piece) for piece, severity in pieces if severity) == len(covered)

"""Error spans as pages send and show them: read from a form, kept to whole graphemes, cut into pieces for display."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import regex

from mteval.authoring.annotation.work import FormError
from mteval.core.evidence import ErrorSpan

MOST_SPANS = 200
GRAPHEME = regex.compile(r"\X")
GRAVITY = ("undecided", "neutral", "minor", "major", "critical")


def read_spans(sent: str, text: str, severities: Sequence[str], categories: Sequence[str]) -> tuple[ErrorSpan, ...]:
    """The spans a page sent as JSON, in the order of the text; without categories the protocol asks for none."""
    try:
        entries = json.loads(sent or "[]")
    except (ValueError, RecursionError):
        raise FormError("The marked errors did not arrive as they were sent. Reload the page and try again.") from None
    if not isinstance(entries, list) or len(entries) > MOST_SPANS:
        raise FormError(f"At most {MOST_SPANS} errors can be marked in one translation.")
    spans = [_span(entry, text, severities, categories) for entry in entries]
    return tuple(sorted(spans, key=lambda span: (span.missing, span.start, span.end)))


def _span(entry: Any, text: str, severities: Sequence[str], categories: Sequence[str]) -> ErrorSpan:
    given = entry if isinstance(entry, dict) else {}
    severity, category = str(given.get("severity")), str(given.get("category") or "")
    if severity not in severities:
        raise FormError(f"An error is {' or '.join(severities)}; choose one for every error.")
    if categories and category not in categories:
        raise FormError("Please choose a category for every error.")
    if not categories:
        category = ""
    if given.get("missing") is True:
        return ErrorSpan(0, 0, severity, category, missing=True)
    start, end = given.get("start"), given.get("end")
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
        raise FormError("An error lies outside the translation. Remove it and mark it again.")
    return ErrorSpan(*whole_graphemes(text, start, end), severity, category)


def whole_graphemes(text: str, start: int, end: int) -> tuple[int, int]:
    """The span, widened so that it cuts through no letter with its signs, no emoji and no syllable block."""
    ends = [found.span() for found in GRAPHEME.finditer(text)]
    return max(first for first, _ in ends if first <= start), min(last for _, last in ends if last >= end)


def marked_pieces(text: str, spans: Iterable[ErrorSpan]) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the gravest severity marked on it, '' where nothing is."""
    placed = [span for span in spans if not span.missing]
    cuts = sorted({0, len(text), *(place for span in placed for place in (span.start, span.end))})
    for start, end in itertools.pairwise(cuts):
        over = [span.severity for span in placed if span.start <= start and end <= span.end]
        yield text[start:end], max(over, key=GRAVITY.index, default="")

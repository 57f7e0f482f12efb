"""Error spans as pages send and show them: read from a form, kept to whole graphemes, cut into pieces for display."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import regex

from mteval.authoring.annotation.protocols import Protocol
from mteval.authoring.annotation.work import FormError
from mteval.core.evidence import ErrorSpan
from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE

MOST_SPANS = 200
GRAPHEME = regex.compile(r"\X")
GRAVITY = ("undecided", "neutral", "minor", "major", "critical")


def read_spans(sent: str, texts: Mapping[str, str], protocol: Protocol) -> tuple[ErrorSpan, ...]:
    """The spans a page sent as JSON, in the order of the text, those in the source after those in the target.

    `texts` are those that can be marked, by side; a protocol without categories asks for none.
    """
    try:
        entries = json.loads(sent or "[]")
    except (ValueError, RecursionError):
        raise FormError("The marked errors did not arrive as they were sent. Reload the page and try again.") from None
    if not isinstance(entries, list) or len(entries) > MOST_SPANS:
        raise FormError(f"At most {MOST_SPANS} errors can be marked in one translation.")
    spans = [_span(entry, texts, protocol) for entry in entries]
    return tuple(sorted(spans, key=lambda span: (span.missing, span.side == SOURCE_SIDE, span.start, span.end)))


def _span(entry: Any, texts: Mapping[str, str], protocol: Protocol) -> ErrorSpan:
    given = entry if isinstance(entry, dict) else {}
    severities, categories = protocol.severities, protocol.categories
    severity, category = str(given.get("severity")), str(given.get("category") or "")
    if severity not in severities:
        raise FormError(f"An error is {' or '.join(severities)}; choose one for every error.")
    if categories and category not in categories:
        raise FormError("Please choose a category for every error.")
    if not categories:
        category = ""
    if given.get("missing") is True:
        return ErrorSpan(0, 0, severity, category, missing=True)
    side = str(given.get("side") or TARGET_SIDE)
    if side not in texts:
        raise FormError("Errors in the source cannot be marked here. Reload the page and try again.")
    start, end, text = given.get("start"), given.get("end"), texts[side]
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= len(text):
        where = "source" if side == SOURCE_SIDE else "translation"
        raise FormError(f"An error lies outside the {where}. Remove it and mark it again.")
    return ErrorSpan(*whole_graphemes(text, start, end), severity, category, side)


def whole_graphemes(text: str, start: int, end: int) -> tuple[int, int]:
    """The span, widened so that it cuts through no letter with its signs, no emoji and no syllable block."""
    ends = [found.span() for found in GRAPHEME.finditer(text)]
    return max(first for first, _ in ends if first <= start), min(last for _, last in ends if last >= end)


def marked_pieces(text: str, spans: Iterable[ErrorSpan]) -> Iterator[tuple[str, str]]:
    """The translation in pieces, each with the gravest severity marked on it, '' where nothing is."""
    placed = [span for span in spans if not span.missing and span.side == TARGET_SIDE]
    cuts = sorted({0, len(text), *(place for span in placed for place in (span.start, span.end))})
    for start, end in itertools.pairwise(cuts):
        over = [span.severity for span in placed if span.start <= start and end <= span.end]
        yield text[start:end], max(over, key=GRAVITY.index, default="")


def source_pieces(text: str, spans: Iterable[ErrorSpan]) -> list[tuple[str, str]]:
    """What is marked in the source, each with its severity."""
    return [
        (text[span.start : span.end], span.severity) for span in spans if span.side == SOURCE_SIDE and not span.missing
    ]

"""A text cut where error spans begin and end, so that it can be shown with its errors marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

WORST_FIRST = ("critical", "major", "minor", "neutral", "undecided")


class TextPiece(NamedTuple):
    """A run of characters under the same errors: the worst severity ('' for none), and what all of them are."""

    text: str
    severity: str
    errors: str


def text_pieces(text: str, errors: Sequence[Mapping[str, Any]]) -> list[TextPiece]:
    """Cut a text at the ends of the errors on it (start, end, severity, category); what lies beyond the text is cut off."""
    placed = [one for one in errors if not one.get("missing") and one["start"] < min(one["end"], len(text))]
    cuts = sorted({0, len(text), *(min(one[end], len(text)) for one in placed for end in ("start", "end"))})
    return [
        _piece(text[start:end], [one for one in placed if one["start"] <= start and one["end"] >= end])
        for start, end in pairwise(cuts)
    ]


def error_label(error: Mapping[str, Any]) -> str:
    """An error in words: `major Accuracy/Omission`."""
    return f"{error['severity']} {error.get('category') or ''}".strip()


def _piece(text: str, over: Sequence[Mapping[str, Any]]) -> TextPiece:
    severities = [str(one["severity"]) for one in over]
    worst = next((name for name in WORST_FIRST if name in severities), severities[0] if severities else "")
    return TextPiece(text, worst, "; ".join(map(error_label, over)))

"""Error spans as files write them: severities, `<v>…</v>` in a text, and JSON objects with two ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan

OPEN, CLOSE = "<v>", "</v>"
TARGET_SIDE, SOURCE_SIDE = "target", "source"
NO_ERROR = ("no-error", "no error", "hotw-test", "hotw-silver-test")
UNDECIDED = "undecided"
SEVERITIES = ("neutral", "minor", "major", "critical", UNDECIDED)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without its `<v>` and `</v>`, and which characters stood between them (None: nothing was marked)."""

    text: str
    span: tuple[int, int] | None = None
    broken: bool = False


def read_marks(marked: str) -> MarkedText:
    """Take the marks off; a mark without its partner reaches to the end of the text, and is called broken."""
    start = marked.find(OPEN)
    if start < 0:
        text = marked.replace(CLOSE, "")
        return MarkedText(text, broken=text != marked)
    head, rest = marked[:start].replace(CLOSE, ""), marked[start + len(OPEN) :]
    inside, closed, tail = rest.partition(CLOSE)
    broken = not closed or OPEN in rest or CLOSE in tail or CLOSE in marked[:start]
    inside, tail = inside.replace(OPEN, ""), tail.replace(OPEN, "").replace(CLOSE, "")
    return MarkedText(head + inside + tail, (len(head), len(head) + len(inside)), broken)


def plain_severity(name: object, path: Path, line: int) -> str:
    """A severity in lower case; an unknown one is refused."""
    severity = str(name or "").strip().lower()
    if severity not in SEVERITIES:
        raise DataError(path, f"unknown severity '{name}'. Known: {', '.join(SEVERITIES)}.", line=line)
    return severity


def joined_category(given: object) -> str:
    """A category as one string: `Accuracy/Omission` for `["Accuracy", "Omission"]`, empty where there is none."""
    parts = given if isinstance(given, list | tuple) else [given]
    return "/".join(str(part).strip() for part in parts if part not in (None, ""))


def span_of_error(error: Mapping[str, Any], path: Path, line: int) -> ErrorSpan:
    """One error of mt-metrics-eval's or our JSON: start, end (not included), severity, category, side."""
    try:
        start, end = int(error["start"]), int(error["end"])
    except (KeyError, TypeError, ValueError):
        if not error.get("missing"):
            raise DataError(path, f"an error without whole numbers 'start' and 'end': {error}.", line=line) from None
        start = end = 0
    if start < 0 or end < start:
        raise DataError(path, f"the span {start}–{end} does not run forwards from 0.", line=line)
    side = str(error.get("side") or (SOURCE_SIDE if error.get("is_source_error") else TARGET_SIDE))
    severity = plain_severity(error.get("severity"), path, line)
    return ErrorSpan(start, end, severity, joined_category(error.get("category")), side, bool(error.get("missing")))


def error_of_span(span: ErrorSpan) -> dict[str, Any]:
    """The JSON object that `span_of_error` reads back."""
    ends: dict[str, Any] = {"missing": True} if span.missing else {"start": span.start, "end": span.end}
    return {**ends, "severity": span.severity, "category": span.category, "side": span.side}

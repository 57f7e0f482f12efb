"""Error spans as files write them: severities, `<v>…</v>` in a text, and JSON objects with two ends."""

from __future__ import annotations

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
LONGEST = 1_000_000
"""Characters of a segment: a span beyond these is a mistake, and would take as much memory."""


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
        raise DataError(path, f"unknown severity '{shown_value(name)}'. Known: {', '.join(SEVERITIES)}.", line=line)
    return severity


def plain_side(name: object, path: Path, line: int) -> str:
    """Which text is marked, the target where nothing is said; an unknown name is refused."""
    side = str(name or TARGET_SIDE)
    if side not in (SOURCE_SIDE, TARGET_SIDE):
        raise DataError(path, f"unknown side '{shown_value(side)}'. Known: {TARGET_SIDE}, {SOURCE_SIDE}.", line=line)
    return side


def joined_category(given: object) -> str:
    """A category as one string: `Accuracy/Omission` for `["Accuracy", "Omission"]`, empty where there is none."""
    parts = given if isinstance(given, list | tuple) else [given]
    return "/".join(str(part).strip() for part in parts if part not in (None, ""))


def span_of_error(error: object, path: Path, line: int) -> ErrorSpan:
    """One error of mt-metrics-eval's or our JSON: start, end (not included), severity, category, side."""
    if not isinstance(error, dict):
        raise DataError(path, f"an error is no JSON object: {shown_value(error)}.", line=line)
    places = whole_places(error.get("start"), error.get("end"))
    if places is None and not error.get("missing"):
        problem = f"an error without whole numbers 'start' and 'end': {shown_value(error)}."
        raise DataError(path, problem, line=line)
    start, end = places or (0, 0)
    if not 0 <= start <= end <= LONGEST:
        raise DataError(path, f"the span {start}–{end} does not run forwards from 0.", line=line)
    side = plain_side(error.get("side") or (SOURCE_SIDE if error.get("is_source_error") else None), path, line)
    severity = plain_severity(error.get("severity"), path, line)
    return ErrorSpan(start, end, severity, joined_category(error.get("category")), side, bool(error.get("missing")))


def whole_places(*values: object) -> tuple[int, ...] | None:
    """The values as whole numbers, or None where one is none; true and false are no numbers."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return tuple(value for value in values if isinstance(value, int))
    return None


def shown_value(value: object) -> str:
    """A value for a message, cut where it is long."""
    text = str(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def error_of_span(span: ErrorSpan) -> dict[str, Any]:
    """The JSON object that `span_of_error` reads back."""
    ends: dict[str, Any] = {"missing": True} if span.missing else {"start": span.start, "end": span.end}
    return {**ends, "severity": span.severity, "category": span.category, "side": span.side}

"""Items whose right answer is known: tutorials, which teach, and attention checks, which do not say what they are."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.core.evidence import ErrorSpan
from mteval.human.error_spans import SOURCE_SIDE, error_of_span, span_of_error
from mteval.text.lines import read_text

KEYS = ("source", "target", "expected", "errors", "explanation")
LARGEST = 1e9
"""Scores are nowhere near: larger numbers are slips, and the largest no float holds."""


@dataclass(frozen=True, slots=True)
class GuidedItem:
    """A translation, which scores of it are right, which errors must be marked, and why."""

    source: str
    target: str
    expected: tuple[float, float] | None = None
    errors: tuple[ErrorSpan, ...] = ()
    explanation: str = ""

    def stored(self) -> dict[str, Any]:
        """The item as the database keeps it."""
        return {
            "source": self.source,
            "target": self.target,
            "expected": list(self.expected) if self.expected else None,
            "errors": [error_of_span(span) for span in self.errors],
            "explanation": self.explanation,
        }


def read_guided_items(path: Path) -> list[GuidedItem]:
    """One item a line."""
    items = list(_items(path))
    if not items:
        raise DataError(path, "holds no items. Write one JSON object a line.")
    return items


def _items(path: Path) -> Iterator[GuidedItem]:
    for line, raw in enumerate(read_text(path).split("\n"), start=1):
        if not raw.strip():
            continue
        try:
            entry = json.loads(raw)
        except (ValueError, RecursionError) as error:
            raise DataError(path, f"is not JSON ({error}).", line=line) from None
        if not isinstance(entry, dict) or not all(
            isinstance(entry.get(name), str) and entry[name] for name in KEYS[:2]
        ):
            raise DataError(path, "an object with the texts 'source' and 'target' expected.", line=line)
        unknown = [name for name in entry if name not in KEYS]
        if unknown:
            raise DataError(path, f"unknown key '{unknown[0]}'. Known: {', '.join(KEYS)}.", line=line)
        yield _item(entry, path, line)


def _item(entry: Mapping[str, Any], path: Path, line: int) -> GuidedItem:
    errors = entry.get("errors", [])
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise DataError(path, "'errors' is no list of objects.", line=line)
    spans = tuple(span_of_error(error, path, line) for error in errors)
    late = [span.side for span in spans if span.end > len(entry[span.side])]
    if late:
        raise DataError(path, f"an error ends after the {late[0]}.", line=line)
    explanation = str(entry.get("explanation") or "")
    return GuidedItem(entry["source"], entry["target"], _expected(entry, path, line), spans, explanation)


def _expected(entry: Mapping[str, Any], path: Path, line: int) -> tuple[float, float] | None:
    given = entry.get("expected")
    if given is None:
        return None
    numbers = isinstance(given, list) and len(given) == 2 and all(map(_is_score, given))
    if not numbers or given[0] > given[1]:
        raise DataError(path, "'expected' must be [low, high], two numbers.", line=line)
    return float(given[0]), float(given[1])


def _is_score(value: Any) -> bool:
    """Whether a value is a number, and none that no float holds."""
    return type(value) in (int, float) and abs(value) <= LARGEST


def what_is_amiss(item: Mapping[str, Any], value: float, marked: Sequence[ErrorSpan], *, sides: Collection[str]) -> str:
    """What a learner should look at again; '' where the answer is right. `sides` are those on which errors can be marked."""
    said = []
    errors = [span_of_error(error, Path("tutorial"), 0) for error in item["errors"]]
    overlooked = [one for one in errors if one.side in sides and not any(_meets(one, other) for other in marked)]
    if overlooked:
        said.append(f"Not marked yet: {', '.join(_words(one, item) for one in overlooked)}.")
    if item["expected"] and not item["expected"][0] <= value <= item["expected"][1]:
        low, high = item["expected"]
        said.append(f"The score should be between {low:g} and {high:g}; yours is {value:g}.")
    if said and item["explanation"]:
        said.append(item["explanation"])
    return " ".join(said)


def _words(error: ErrorSpan, item: Mapping[str, Any]) -> str:
    if error.missing:
        return "something is missing"
    return f"“{item[error.side][error.start : error.end]}”{' in the source' if error.side == SOURCE_SIDE else ''}"


def _meets(error: ErrorSpan, one: ErrorSpan) -> bool:
    if error.missing or one.missing:
        return error.missing and one.missing
    return one.side == error.side and one.start < error.end and error.start < one.end

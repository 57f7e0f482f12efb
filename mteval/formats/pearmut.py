"""Pearmut's annotation logs: one JSON object a line, one submission each.

`{"user_id", "item_i", "annotation": [{MODEL: {"score", …}}, …], "item": [{"item_id", "src", "tgt", "validation"?}, …]}`.
A submission made again replaces the earlier one. Welcome and goodbye pages hold no ratings. Items with a `validation`
score range, and those shown at random, are attention checks; with custom sliders the score is an object, one number a scale.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.suites import SuiteSource
from mteval.human.ratings import CHECK, RANGES, settle
from mteval.text.lines import read_text

RANGE = {"score": (0.0, 100.0)}
NO_RATINGS = ("welcome_", "goodbye_")


@registry.formats.register("pearmut")
class Pearmut:
    """Reads Pearmut's output logs."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES,)

    def read(self, source: SuiteSource) -> Contents:
        """Read every score of every model."""
        path = source.files["data"]
        numbered: list[tuple[int, Rating]] = []
        for line, raw in enumerate(read_text(path).split("\n"), start=1):
            if raw.strip():
                numbered.extend((line, rating) for rating in _submission(_parse(raw, path, line), path, line))
        # Adequacy and fluency sliders have whatever range the campaign gave them.
        free = {scale: (float("-inf"), float("inf")) for scale in ("adequacy", "fluency")}
        return settle(path, numbered, source.options["ranges"], {**free, **RANGE})

    def write(self, records: Sequence[Any], path: Path) -> None:
        """Only Pearmut writes this."""
        raise DataError(path, "Pearmut's log is read, never written. Use the format 'ratings'.")

    def recognise(self, head: bytes, path: Path) -> bool:
        """JSON lines with a user and annotations."""
        first = head.lstrip(b"\xef\xbb\xbf \n")
        return first.startswith(b"{") and b'"user_id"' in head and b'"annotation"' in head


def _parse(raw: str, path: Path, line: int) -> Mapping[str, Any]:
    try:
        entry = json.loads(raw)
    except json.JSONDecodeError as error:
        raise DataError(path, f"is not JSON ({error.msg}).", line=line) from None
    if not isinstance(entry, dict):
        raise DataError(path, "one JSON object a line expected.", line=line)
    return entry


def _submission(entry: Mapping[str, Any], path: Path, line: int) -> Iterator[Rating]:
    annotation, place = entry.get("annotation"), str(entry.get("item_i", ""))
    if annotation is None or place.startswith(NO_RATINGS):
        return
    user = str(entry.get("user_id") or "")
    if not user:
        raise DataError(path, "a submission without user_id.", line=line)
    # Older logs hold one segment's annotation bare, without the list.
    segments = annotation if isinstance(annotation, list) else [annotation]
    items = entry.get("item") or []
    for number, segment in enumerate(segments):
        item = items[number] if number < len(items) and isinstance(items[number], dict) else {}
        name = str(item.get("item_id") or f"{place}.{number}")
        for model, given in (segment or {}).items():
            for scale, value in _scores(given):
                yield Rating(name, user, scale, _number(value, path, line), model, _detail(item, place, model, given))


def _scores(given: Any) -> list[tuple[str, Any]]:
    score = given.get("score") if isinstance(given, dict) else None
    if isinstance(score, dict):
        return [(str(scale).lower(), value) for scale, value in score.items() if value is not None]
    return [] if score is None else [("score", score)]


def _number(value: Any, path: Path, line: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError(path, f"the score {value!r} is not a number.", line=line)
    return float(value)


def _detail(item: Mapping[str, Any], place: str, model: str, given: Mapping[str, Any]) -> dict[str, Any]:
    detail: dict[str, Any] = {}
    if given.get("textfield"):
        detail["comment"] = given["textfield"]
    rules = (item.get("validation") or {}).get(model) if isinstance(item.get("validation"), dict) else None
    spans = [rule["score"] for rule in (rules if isinstance(rules, list) else [rules]) if rule and rule.get("score")]
    if spans:
        detail.update(type=CHECK, expected=[float(edge) for edge in spans[0]])
    elif place.startswith("random_"):
        detail["type"] = CHECK
    return detail

"""Pearmut's annotation logs: one JSON object a line, one submission each.

`{"user_id", "item_i", "annotation": [{MODEL: {"score", …}}, …], "item": [{"item_id", "src", "tgt", "validation"?}, …]}`.
A submission made again replaces the earlier one. Welcome and goodbye pages hold no ratings. Items with a `validation`
score range, and those shown at random, are attention checks; with custom sliders the score is an object, one number a scale.
"""

from __future__ import annotations

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
from mteval.text.documents import json_lines, typed
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
        for line, raw in json_lines(read_text(path), path):
            entry = typed(raw, dict[str, Any], path, line=line)
            numbered.extend((line, rating) for rating in _submission(entry, path, line))
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


def _submission(entry: Mapping[str, Any], path: Path, line: int) -> Iterator[Rating]:
    annotation, place = entry.get("annotation"), str(entry.get("item_i", ""))
    if annotation is None or place.startswith(NO_RATINGS):
        return
    user = str(entry.get("user_id") or "")
    if not user:
        raise DataError(path, "a submission without user_id.", line=line)
    # Older logs hold one segment's annotation bare, without the list.
    segments = annotation if isinstance(annotation, list) else [annotation]
    items = typed(entry.get("item") or [], list[Any], path, line=line)
    for number, segment in enumerate(segments):
        item = items[number] if number < len(items) and isinstance(items[number], dict) else {}
        name = str(item.get("item_id") or f"{place}.{number}")
        for model, given in typed(segment or {}, dict[str, Any], path, line=line).items():
            for scale, value in _scores(given):
                detail = _comment(given) | _check(item, place, model, path, line)
                yield Rating(name, user, scale, _number(value, path, line), model, detail)


def _scores(given: Any) -> list[tuple[str, Any]]:
    score = given.get("score") if isinstance(given, dict) else None
    if isinstance(score, dict):
        return [(str(scale).lower(), value) for scale, value in score.items() if value is not None]
    return [] if score is None else [("score", score)]


def _number(value: Any, path: Path, line: int) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DataError(path, f"the score {value!r} is not a number.", line=line)
    return float(value)


def _comment(given: Mapping[str, Any]) -> dict[str, Any]:
    return {"comment": str(given["textfield"])} if given.get("textfield") else {}


def _check(item: Mapping[str, Any], place: str, model: str, path: Path, line: int) -> dict[str, Any]:
    """What makes an item an attention check: the range its score must be in, or that it was shown at random."""
    validation = item.get("validation")
    rules = validation.get(model) if isinstance(validation, dict) else None
    given = typed([rules] if isinstance(rules, dict) else rules or [], list[dict[str, Any] | None], path, line=line)
    spans = [rule["score"] for rule in given if rule and rule.get("score")]
    if spans:
        low, high = typed(spans[0], tuple[float, float], path, line=line)
        return {"type": CHECK, "expected": [low, high]}
    return {"type": CHECK} if place.startswith("random_") else {}

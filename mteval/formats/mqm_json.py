"""MQM ratings as JSON lines: one object per system, segment and rater.

`{"system", "doc", "seg_id", "rater", "source", "target", "errors": [{"start", "end", "severity", "category",
"side"}]}`; `end` is not included, `side` is target or source, and `"missing": true` stands in place of the ends for
what has no place. An empty list of errors is a flawless translation. The rating is minus the sum of the weights
(option `weights`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.core.options import Option
from mteval.core.protocols import Contents
from mteval.core.results import Finding
from mteval.core.suites import SuiteSource
from mteval.human.error_spans import error_of_span, span_of_error
from mteval.human.mqm_weights import WEIGHTS, MqmWeights, parse_weights
from mteval.human.ratings import MQM, RANGES, settle
from mteval.text.documents import json_lines
from mteval.text.lines import read_text
from mteval.text.writing import write_text

NEEDED = ("system", "seg_id", "rater", "errors")
TEXTS = {"doc": "document", "seg_id": "segment", "source": "source", "target": "target", "languages": "languages"}


@registry.formats.register("mqm-json")
class MqmJson:
    """Reads and writes ratings with their spans, nothing lost."""

    family: ClassVar[str] = "human"
    options: ClassVar[tuple[Option, ...]] = (RANGES, WEIGHTS)

    def read(self, source: SuiteSource) -> Contents:
        """One rating a line."""
        path = source.files["data"]
        weights = parse_weights(source.options["weights"])
        numbered = [(line, _rating(entry, weights, path, line)) for line, entry in _entries(path)]
        contents = settle(path, numbered, source.options["ranges"])
        return replace(contents, findings=(*contents.findings, *_outside(path, numbered)))

    def write(self, records: Sequence[Any], path: Path) -> None:
        """One object a line."""
        write_text(path, "".join(json.dumps(_entry(one), ensure_ascii=False) + "\n" for one in records))

    def recognise(self, head: bytes, path: Path) -> bool:
        """JSON lines with a rater and errors."""
        first = head.lstrip(b"\xef\xbb\xbf \n").split(b"\n", 1)[0]
        return first.startswith(b"{") and all(f'"{name}"'.encode() in first for name in NEEDED)


def _entries(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, entry in json_lines(read_text(path), path):
        if not isinstance(entry, dict):
            raise DataError(path, "one JSON object a line expected.", line=line)
        missing = [name for name in NEEDED if entry.get(name) in (None, "")]
        if missing:
            raise DataError(path, f"lacks {', '.join(missing)}.", line=line)
        if not isinstance(entry["errors"], list):
            raise DataError(path, "'errors' is no list.", line=line)
        yield line, entry


def _rating(entry: dict[str, Any], weights: MqmWeights, path: Path, line: int) -> Rating:
    spans = tuple(span_of_error(error, path, line) for error in entry["errors"])
    detail = {ours: str(entry[theirs]) for theirs, ours in TEXTS.items() if entry.get(theirs) not in (None, "")}
    item = f"{entry['doc']}:{entry['seg_id']}" if entry.get("doc") else str(entry["seg_id"])
    value = 0.0 - weights.penalty(spans)
    return Rating(item, str(entry["rater"]), MQM, value, str(entry["system"]), detail, spans)


def _entry(one: Rating) -> dict[str, Any]:
    texts = {theirs: one.detail[ours] for theirs, ours in TEXTS.items() if one.detail.get(ours)}
    named = {"system": one.system or "", "seg_id": one.item, **texts, "rater": one.annotator}
    return {**named, "errors": [error_of_span(span) for span in one.spans]}


def _outside(path: Path, numbered: Sequence[tuple[int, Rating]]) -> Iterator[Finding]:
    """Spans that end after their text."""
    lines = [
        line
        for line, one in numbered
        for span in one.spans
        if not span.missing and one.detail.get(span.side) and span.end > len(str(one.detail[span.side]))
    ]
    if lines:
        shown = ", ".join(map(str, lines[:5]))
        message = f"{path.name}, line {shown}: a span ends after its text ({len(lines)} in all)."
        yield Finding("span-outside-text", message, count=len(lines))

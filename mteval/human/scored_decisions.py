"""Decisions of a rating job under DA, SQM, ESA or MQM, read as ratings.

A decision holds `protocol`, `document`, `source`, `languages` and `ratings`: for each translation `system`, `type`,
`target`, `comment`, `errors` (what was marked) and, except for MQM, `score` from 0 to 100; for attention checks also
`expected`. Tutorials are practice and no ratings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.error_spans import span_of_error
from mteval.human.mqm_weights import MqmWeights
from mteval.human.ratings import MQM

TUTORIAL = "tutorial"


def scored_ratings(
    payload: Mapping[str, Any], item: str, annotator: str, seconds: float, weights: MqmWeights
) -> Iterator[Rating]:
    """One rating per translation; seconds are shared out among translations judged together."""
    entries = payload["ratings"]
    for entry in entries:
        if entry["type"] == TUTORIAL:
            continue
        spans = marked_errors(entry)
        value = 0.0 - weights.penalty(spans) if payload["protocol"] == MQM else float(entry["score"])
        known = {
            "type": entry["type"],
            "seconds": seconds / len(entries),
            "document": payload["document"],
            "segment": item,
            "languages": payload["languages"],
            "source": payload["source"],
            "target": entry["target"],
            "comment": entry["comment"],
            "expected": entry.get("expected"),
        }
        detail = {name: value for name, value in known.items() if value not in (None, "")}
        yield Rating(item, annotator, payload["protocol"], value, entry["system"], detail, spans)


def marked_errors(entry: Mapping[str, Any]) -> tuple[ErrorSpan, ...]:
    """The errors of one stored rating."""
    return tuple(span_of_error(error, Path("decision"), 0) for error in entry.get("errors", ()))

"""Error spans that people or metrics marked, as mt-metrics-eval stores them: `SYSTEM JSON` lines, `None` where nobody looked.

`human-scores/LP.NAME.RATER.seg.rating` and `metric-scores/LP/NAME-REF.seg.rating` have one block of lines per system, in
segment order; the JSON is `{"errors": [{"start", "end", "severity", "is_source_error"}]}`, with places in the translation.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.text.lines import read_lines

MarkedCharacters = Mapping[int, str]
"""The severity of each character that is marked."""
GRAVITY = {"neutral": 0, "minor": 1, "major": 2, "critical": 3}


def read_marked_characters(path: Path) -> dict[str, list[MarkedCharacters | None]]:
    """What is marked in each system's segments; None where nothing was annotated. Marks in the source do not count."""
    blocks: dict[str, list[MarkedCharacters | None]] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        system, tab, text = line.partition("\t")
        if not tab:
            raise DataError(path, f"'SYSTEM JSON' separated by a tab expected, found {line[:60]!r}.", line=number)
        blocks.setdefault(system, []).append(None if text.strip() == "None" else _marked(text, path, number))
    lengths = {system: len(found) for system, found in blocks.items()}
    if len(set(lengths.values())) > 1:
        (first, count), *rest = lengths.items()
        other = next(system for system, own in rest if own != count)
        raise DataError(path, f"'{first}' has {count} lines, but '{other}' has {lengths[other]}.")
    return blocks


def _marked(text: str, path: Path, line: int) -> MarkedCharacters:
    """Of several marks on one character the gravest counts."""
    try:
        errors: list[dict[str, Any]] = json.loads(text)["errors"]
        spans = [(int(one["start"]), int(one["end"]), str(one["severity"]).lower()) for one in errors if _target(one)]
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(path, f"no errors with start, end and severity can be read ({error!r}).", line=line) from None
    found: dict[int, str] = {}
    for start, end, severity in sorted(spans, key=lambda span: GRAVITY.get(span[2], 1)):
        found.update(dict.fromkeys(range(start, end), severity))
    return found


def _target(error: Mapping[str, Any]) -> bool:
    return not error.get("is_source_error", False)


def human_span_file(folder: Path, pair: str, name: str) -> Path | None:
    """The spans behind a human score: the merged ratings, or the only ones."""
    files = sorted((folder / "human-scores").glob(f"{pair}.{name}.*seg.rating"))
    merged = [path for path in files if path.name == f"{pair}.{name}.merged.seg.rating"]
    return merged[0] if merged else files[0] if len(files) == 1 else None


def metric_span_file(folder: Path, pair: str, name: str) -> Path | None:
    """The spans a metric marked, where it marks spans."""
    path = folder / "metric-scores" / pair / f"{name}.seg.rating"
    return path if path.exists() else None

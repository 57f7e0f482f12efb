"""Error spans that people or metrics marked, as mt-metrics-eval stores them: `SYSTEM JSON` lines, `None` where nobody looked.

`human-scores/LP.NAME.RATER.seg.rating` and `metric-scores/LP/NAME-REF.seg.rating` have one block of lines per system, in
segment order; the JSON is `{"errors": [{"start", "end", "severity", "is_source_error"}]}`, with places in the translation.
A third column may name the rater.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError
from mteval.human.error_spans import LONGEST, whole_places
from mteval.statistics.character_marks import gravest
from mteval.text.documents import parse_json
from mteval.text.lines import read_lines

MarkedCharacters = Mapping[int, str]
"""The severity of each character that is marked."""


@dataclass(frozen=True, slots=True)
class RatedLine:
    """One line of a rating file: the errors of one system's segment, None where nobody looked; '' where no rater is named."""

    line: int
    system: str
    errors: list[dict[str, Any]] | None
    rater: str = ""


def rated_lines(path: Path) -> Iterator[RatedLine]:
    """Every line that is not blank; in the end, systems must have as many lines as each other (per rater)."""
    counts: dict[tuple[str, str], int] = {}
    ends: dict[tuple[str, str], int] = {}
    for number, line in enumerate(read_lines(path).lines, start=1):
        if not line.strip():
            continue
        cells = line.split("\t")
        if len(cells) not in (2, 3):
            raise DataError(path, f"'SYSTEM JSON' separated by a tab expected, found {line[:60]!r}.", line=number)
        system, raw, rater = (*cells, "")[:3]
        counts[system, rater] = counts.get((system, rater), 0) + 1
        ends[system, rater] = number
        yield RatedLine(number, system, None if raw.strip() == "None" else _errors(raw, path, number), rater)
    if len(set(counts.values())) > 1:
        first, *rest = counts
        odd = next(one for one in rest if counts[one] != counts[first])
        problem = f"'{first[0]}' has {counts[first]} segments, but '{odd[0]}', which ends here, has {counts[odd]}."
        raise DataError(path, problem, line=ends[odd])


def _errors(raw: str, path: Path, line: int) -> list[dict[str, Any]]:
    value = parse_json(raw, path, line=line)
    errors = value.get("errors") if isinstance(value, dict) else None
    if not isinstance(errors, list) or not all(isinstance(error, dict) for error in errors):
        raise DataError(path, 'neither None nor {"errors": […]}.', line=line)
    return errors


def read_marked_characters(path: Path) -> dict[str, list[MarkedCharacters | None]]:
    """What is marked in each system's segments; None where nothing was annotated. Marks in the source do not count."""
    blocks: dict[str, list[MarkedCharacters | None]] = {}
    for one in rated_lines(path):
        marked = None if one.errors is None else gravest(_span(error, path, one.line) for error in one.errors)
        blocks.setdefault(one.system, []).append(marked)
    lengths = {system: len(found) for system, found in blocks.items()}
    if len(set(lengths.values())) > 1:
        (first, count), *rest = lengths.items()
        other = next(system for system, own in rest if own != count)
        raise DataError(path, f"'{first}' has {count} lines, but '{other}' has {lengths[other]}.")
    return blocks


def _span(error: Mapping[str, Any], path: Path, line: int) -> tuple[range, str]:
    """The places of one error in the translation, none of one in the source; a metric may name any severity."""
    places, severity = whole_places(error.get("start"), error.get("end")), error.get("severity")
    if places is None or not isinstance(severity, str) or max(places) > LONGEST:
        raise DataError(path, "an error without 'start', 'end' and 'severity'.", line=line)
    return range(0) if error.get("is_source_error", False) else range(*places), severity.lower()


def human_span_file(folder: Path, pair: str, name: str) -> Path | None:
    """The spans behind a human score: the merged ratings, or the only ones."""
    files = sorted((folder / "human-scores").glob(f"{pair}.{name}.*seg.rating"))
    merged = [path for path in files if path.name == f"{pair}.{name}.merged.seg.rating"]
    return merged[0] if merged else files[0] if len(files) == 1 else None


def metric_span_file(folder: Path, pair: str, name: str) -> Path | None:
    """The spans a metric marked, where it marks spans."""
    path = folder / "metric-scores" / pair / f"{name}.seg.rating"
    return path if path.exists() else None

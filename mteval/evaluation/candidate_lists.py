"""Candidate translations to choose from: N-best lists, JSON lines, or the outputs of several systems."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, UsageError
from mteval.core.results import Finding
from mteval.evaluation.opened import distinct_ends
from mteval.text.documents import parse_json
from mteval.text.lines import Lines, read_lines, require_same_length

NBEST, FAIRSEQ, JSONL, LINES = "nbest", "fairseq", "jsonl", "lines"
FORMATS = (NBEST, FAIRSEQ, JSONL, LINES)
_NBEST = re.compile(r"\s*(\d+)\s*\|\|\|([^\n]*)")
_FAIRSEQ = re.compile(r"(?:H-(\d+)\t[^\t]*\t(.*)|[A-Z]-\d+(?:\t.*)?)")
TEXT_KEYS = ("text", "translation", "hypothesis")


@dataclass(frozen=True, slots=True)
class CandidateList:
    """The candidates of one segment in the order they came, and which file each is of."""

    texts: tuple[str, ...]
    origins: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CandidateSet:
    """The candidates of every segment of a text, and what was seen while reading them."""

    segments: tuple[CandidateList, ...]
    findings: tuple[Finding, ...] = ()
    name: str = "candidates"

    def __len__(self) -> int:
        return len(self.segments)

    @property
    def largest(self) -> int:
        """How many candidates the segment with the most of them has."""
        return max(len(one.texts) for one in self.segments)


def read_candidates(paths: Sequence[Path], format: str = "") -> CandidateSet:
    """Read one or several files; the candidates of a segment stand together, in the order of the files."""
    if len({str(path) for path in paths}) < len(paths):
        raise UsageError("The same file is given twice. Leave one of them out.")
    names = [path.name for path in paths]
    apart = distinct_ends(str(path) for path in paths)
    read = [_read(path, format) for path in paths]
    first = read[0]
    for path, (lines, texts) in zip(paths, read, strict=True):
        if len(texts) == len(lines) and len(first[1]) == len(first[0]):
            require_same_length(first[0], lines)
        if len(texts) != len(first[1]):
            raise DataError(
                path, f"has {len(texts)} segments, but {paths[0]} has {len(first[1])}. Give files of one source."
            )
    origins = [apart[str(path)] if names.count(path.name) > 1 else path.name for path in paths]
    rows = zip(*(texts for _, texts in read), strict=True)
    segments = tuple(_joined(row, origins) for row in rows)
    if max(len(one.texts) for one in segments) < 2:
        raise UsageError(
            f"{paths[0]} has one translation a segment, so there is nothing to choose. Give several files, an N-best list "
            "(id ||| text) or JSON lines with 'candidates'."
        )
    findings = tuple(finding for lines, _ in read for finding in lines.findings)
    return CandidateSet(segments, findings, origins[0])


def given_candidates(candidates: Sequence[Sequence[str]] | Mapping[str, Sequence[str]]) -> CandidateSet:
    """Candidates from a program: a list for each segment, or by system a translation of each segment."""
    if isinstance(candidates, Mapping):
        columns = [[(text,) for text in texts] for texts in candidates.values()]
        if len({len(column) for column in columns}) > 1:
            raise UsageError("The systems have different numbers of segments. Give one translation of each.")
        return CandidateSet(tuple(_joined(row, tuple(candidates)) for row in zip(*columns, strict=True)))
    if any(isinstance(one, str) or not one for one in candidates) or not candidates:
        raise UsageError("Candidates are a list of texts for each segment, none of them empty.")
    return CandidateSet(tuple(_joined([tuple(one)], ("candidates",)) for one in candidates))


def _joined(row: Sequence[Sequence[str]], origins: Sequence[str]) -> CandidateList:
    return CandidateList(
        tuple(text for texts in row for text in texts),
        tuple(origin for texts, origin in zip(row, origins, strict=True) for _ in texts),
    )


def _read(path: Path, format: str) -> tuple[Lines, Sequence[tuple[str, ...]]]:
    lines = read_lines(path)
    kind = format or _recognised(lines)
    if kind == LINES:
        return lines, [(line,) for line in lines.lines]
    found = {NBEST: _nbest, FAIRSEQ: _fairseq, JSONL: _json_lines}[kind](lines)
    return lines, _in_order(found, path)


def _recognised(lines: Lines) -> str:
    start = next((line for line in lines.lines if line.strip()), "")
    if start.lstrip().startswith("{") or lines.path.name.split(".gz")[0].endswith(".jsonl"):
        return JSONL
    if _NBEST.fullmatch(start):
        return NBEST
    return FAIRSEQ if _FAIRSEQ.fullmatch(start) else LINES


Found = Iterator[tuple[int, int, Sequence[str]]]
"""Line, number of the segment, candidates."""


def _nbest(lines: Lines) -> Found:
    for number, line in enumerate(lines.lines, start=1):
        parts = line.split("|||")
        if not line.strip():
            continue
        if len(parts) < 2 or not parts[0].strip().isdecimal():
            raise DataError(lines.path, "'id ||| text ||| …' is expected, with a whole number as the id.", line=number)
        yield number, _whole(parts[0], lines.path, number), (parts[1].strip(),)


def _fairseq(lines: Lines) -> Found:
    for number, line in enumerate(lines.lines, start=1):
        found = _FAIRSEQ.fullmatch(line)
        if found and found[1]:
            yield number, _whole(found[1], lines.path, number), (found[2].strip(),)


def _whole(text: str, path: Path, line: int) -> int:
    if len(text.strip()) > 12:
        raise DataError(path, "the id has too many digits. Number the segments from 0.", line=line)
    return int(text)


def _json_lines(lines: Lines) -> Found:
    place = 0
    for number, line in enumerate(lines.lines, start=1):
        if not line.strip():
            continue
        row = parse_json(line, lines.path, line=number)
        if not isinstance(row, dict):
            raise DataError(lines.path, "a JSON object is expected on every line.", line=number)
        many = row.get("candidates")
        segment = row.get("id", place if isinstance(many, list) else None)
        if isinstance(many, list) and many:
            yield number, place, [_text(one, lines.path, number) for one in many]
            place += 1
        elif isinstance(segment, int) and not isinstance(segment, bool) and 0 <= segment < 10**12:
            yield number, segment, (_text(row, lines.path, number),)
        else:
            problem = '{"candidates": [TEXT, …]} or {"id": NUMBER, "text": TEXT} is expected.'
            raise DataError(lines.path, problem, line=number)


def _text(given: Any, path: Path, line: int) -> str:
    """The text of a candidate; its line breaks are blanks, since translations are written one a line."""
    if isinstance(given, dict):
        given = next((given[key] for key in TEXT_KEYS if key in given), None)
    if not isinstance(given, str):
        raise DataError(path, f"a candidate is a text, or an object with '{TEXT_KEYS[0]}'.", line=line)
    return " ".join(given.splitlines())


def _in_order(found: Found, path: Path) -> list[tuple[str, ...]]:
    """The candidates by the number of their segment, from 0 or from 1 without a gap."""
    rows: dict[int, list[str]] = {}
    for _, segment, texts in found:
        rows.setdefault(segment, []).extend(texts)
    if not rows:
        raise DataError(path, "holds no candidates. Give an N-best list (id ||| text) or JSON lines.")
    numbers = sorted(rows)
    start = min(numbers[0], 1)
    missing = next((place for place, number in enumerate(numbers, start=start) if number != place), None)
    if missing is not None:
        raise DataError(
            path, f"has no candidates for segment {missing}. Every segment needs one, or lines would shift."
        )
    return [tuple(rows[number]) for number in numbers]

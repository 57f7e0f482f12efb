"""Results as JSON, on disk and back: report.json with the document, one JSON Lines file of cases per report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from mteval.core.errors import DataError
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.storage.migration import VERSION, migrated
from mteval.storage.wire import (
    StoredCase,
    StoredDocument,
    StoredReport,
    StoredScore,
    SuiteFacts,
    SystemFacts,
    numbers,
)
from mteval.text.lines import read_text
from mteval.text.writing import write_text

SCHEMA_VERSION = 1
DOCUMENT = "report.json"
CASES = "cases"
LONGEST_NAME = 240


@lru_cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    path = Path(__file__).parent / "schema" / "report.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def document(results: Results) -> dict[str, Any]:
    """The document that --json prints; a number that is not there is null."""
    return {
        "version": VERSION,
        "reports": [_report(report) for report in results.reports],
        "comparisons": [_filled(test) for test in results.comparisons],
        "ranks": [_filled(rank) for rank in results.ranks],
    }


def to_json(results: Results) -> str:
    """The document as text."""
    return msgspec.json.format(_encoded(document(results)), indent=2).decode()


def _report(report: Report) -> dict[str, Any]:
    return {
        "schema": SCHEMA_VERSION,
        "suite": report.suite,
        "system": report.system,
        "scores": [_filled(score) for score in report.scores],
        "slices": [
            {"tag": part.tag, "value": part.value, "scores": [_filled(score) for score in part.scores]}
            for part in report.slices
        ],
        "findings": [_without_empty(finding) for finding in report.findings],
        **({"supporting": [_filled(score) for score in report.supporting]} if report.supporting else {}),
        "extras": report.extras,
        "settings": report.settings,
    }


def _filled(found: Score | PairedTest | Ranks) -> dict[str, Any]:
    """All fields; a metric without options is its own spec."""
    return {**_fields(found), "spec": found.spec or found.metric}


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _without_empty(value: Finding | CaseResult) -> dict[str, Any]:
    return {name: field for name, field in _fields(value).items() if field not in (None, {}, ())}


def _encoded(value: Any) -> bytes:
    """JSON: tuples become lists, NaN and infinities null, numpy numbers Python's."""
    return msgspec.json.encode(value, enc_hook=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return value.item() if hasattr(value, "item") else str(value)


def json_ready(value: Any) -> Any:
    """Plain JSON values: tuples become lists, NaN becomes null, numpy numbers become Python's."""
    return msgspec.json.decode(_encoded(value))


def write_results(results: Results, folder: Path) -> list[Path]:
    """Write report.json and one file of cases per report; each file appears whole."""
    written = []
    for number, report in enumerate(results.reports, start=1):
        if report.cases:
            path = folder / CASES / case_file_name(number, report)
            write_text(path, "".join(f"{_encoded(_without_empty(case)).decode()}\n" for case in report.cases))
            written.append(path)
    write_text(folder / DOCUMENT, to_json(results) + "\n")
    return [folder / DOCUMENT, *written]


def case_file_name(number: int, report: Report) -> str:
    """The name of a report's case file: its number, suite and system."""
    plain = re.sub(r"[^\w.+-]+", "_", f"{report.suite['name']}--{report.system['name']}")
    # No file system of ours takes names of more than 255 bytes.
    return f"{number:03d}-{plain.encode()[:LONGEST_NAME].decode(errors='ignore')}.jsonl"


def read_results(path: Path) -> Results:
    """Read what `write_results` wrote: give its folder, or the document alone (then there are no cases)."""
    file = path / DOCUMENT if path.is_dir() else path
    if not file.exists():
        raise DataError(path, f"holds no {DOCUMENT}. Give what 'mteval run -o DIR' wrote.")
    stored = _read_document(file)
    reports = [_read_report(entry) for entry in stored.reports]
    with_cases = (
        replace(report, cases=tuple(_read_cases(file.parent / CASES / case_file_name(number, report))))
        for number, report in enumerate(reports, start=1)
    )
    return Results(
        tuple(with_cases),
        tuple(PairedTest(**numbers(one)) for one in stored.comparisons),
        tuple(Ranks(**numbers(one)) for one in stored.ranks),
    )


def _read_document(file: Path) -> StoredDocument:
    try:
        content = msgspec.json.decode(read_text(file))
        stored = msgspec.convert(migrated(content, file), StoredDocument)
        for entry in stored.reports:
            msgspec.convert(entry.suite, SuiteFacts)
            msgspec.convert(entry.system, SystemFacts)
    except msgspec.ValidationError as error:
        raise DataError(file, f"is not a report of mteval ({error}).") from None
    except msgspec.DecodeError as error:
        raise DataError(file, f"is not JSON ({error}).") from None
    _check_tests(stored, file)
    return stored


def _check_tests(stored: StoredDocument, file: Path) -> None:
    """Refuse tests and ranks of suites, metrics and systems that have no report."""
    systems: dict[str, set[str]] = {}
    specs: dict[str, set[str]] = {}
    for report in stored.reports:
        systems.setdefault(report.suite["name"], set()).add(report.system["name"])
        scores = (*report.scores, *report.supporting)
        specs.setdefault(report.suite["name"], set()).update(score.spec for score in scores)
    tests = [(test.suite, test.spec, {test.a, test.b}) for test in stored.comparisons]
    ranks = [(rank.suite, rank.spec, {name for group in rank.clusters for name in group}) for rank in stored.ranks]
    for suite, spec, names in (*tests, *ranks):
        if not names <= systems.get(suite, set()) or spec not in specs.get(suite, ()):
            raise DataError(file, f"holds a test or ranks on {suite!r} with {spec!r} that no report belongs to.")


def _read_report(entry: StoredReport) -> Report:
    return Report(
        suite=entry.suite,
        system=entry.system,
        scores=_read_scores(entry.scores),
        slices=tuple(Slice(part.tag, part.value, _read_scores(part.scores)) for part in entry.slices),
        findings=tuple(Finding(one.code, one.message, one.count, one.cases) for one in entry.findings),
        extras=entry.extras,
        supporting=_read_scores(entry.supporting),
        settings=msgspec.to_builtins(entry.settings),
    )


def _read_scores(scores: Iterable[StoredScore]) -> tuple[Score, ...]:
    return tuple(Score(**{**numbers(one), "scale": Scale(**numbers(one.scale))}) for one in scores)


def _read_cases(path: Path) -> Iterator[CaseResult]:
    if not path.exists():
        return
    decoder = msgspec.json.Decoder(StoredCase)
    for number, line in enumerate(read_text(path).removesuffix("\n").split("\n"), start=1):
        try:
            yield CaseResult(**numbers(decoder.decode(line)))
        except msgspec.DecodeError as error:
            raise DataError(path, f"is not a case ({error}).", line=number) from None

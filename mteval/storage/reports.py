"""Results as JSON, on disk and back: report.json with the document, one JSON Lines file of cases per report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import fields, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any

import msgspec

from mteval.core.errors import DataError
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.storage.digests import bytes_digest, parts_digest
from mteval.storage.locks import folder_lock
from mteval.storage.migration import VERSION, migrated
from mteval.storage.stored_cases import LARGE, StoredCases
from mteval.storage.wire import (
    StoredCase,
    StoredCaseFile,
    StoredDocument,
    StoredReport,
    StoredScore,
    SuiteFacts,
    SystemFacts,
    numbers,
)
from mteval.text.documents import read_json
from mteval.text.lines import decode
from mteval.text.packed import is_input, read_bytes
from mteval.text.writing import whole_file, write_bytes

SCHEMA_VERSION = 1
DOCUMENT = "report.json"
CASES = "cases"
CASES_AT_ONCE = 1 << 10
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


def stored_names(folder: Path) -> set[tuple[str, str]]:
    """The suites and systems of the run a folder holds, without its cases; none where it holds no run that can be read."""
    try:
        stored = read_json(folder / DOCUMENT)
        return {(str(report["suite"]["name"]), str(report["system"]["name"])) for report in stored["reports"]}
    except (DataError, KeyError, TypeError):
        return set()


def write_results(results: Results, folder: Path) -> list[Path]:
    """Write report.json and one file of cases per report; each file appears whole, and the folder is this process's alone.

    report.json comes last and carries the digests of its case files, so that what a killed run left is told from results.
    """
    with folder_lock(folder), _all_or_nothing(folder) as written:
        stored = document(results)
        for number, (report, entry) in enumerate(zip(results.reports, stored["reports"], strict=True), start=1):
            entry["cases"] = None
            if report.cases:
                path = folder / CASES / case_file_name(number, report)
                entry["cases"] = {"sha256": _write_cases(path, report.cases)}
                written.append(path)
        write_bytes(folder / DOCUMENT, msgspec.json.format(_encoded(stored), indent=2) + b"\n")
    return [folder / DOCUMENT, *written]


@contextmanager
def _all_or_nothing(folder: Path) -> Iterator[list[Path]]:
    """Take the case files that are named meanwhile away again if the work fails and no run was there before."""
    written: list[Path] = []
    fresh = not (folder / DOCUMENT).exists()
    try:
        yield written
    except BaseException:
        if fresh:
            for path in written:
                path.unlink(missing_ok=True)
            with suppress(OSError):
                (folder / CASES).rmdir()
        raise


def _write_cases(path: Path, cases: Iterable[CaseResult]) -> str:
    """Write one case a line, as they come; give the digest of the file."""
    with whole_file(path) as file:
        return parts_digest(_written(file, cases))


def _written(file: IO[bytes], cases: Iterable[CaseResult]) -> Iterator[bytes]:
    encoder = msgspec.json.Encoder(enc_hook=_plain)
    entries = map(_without_empty, cases)
    while several := list(islice(entries, CASES_AT_ONCE)):
        lines = encoder.encode_lines(several)
        file.write(lines)
        yield lines


def case_file_name(number: int, report: Report) -> str:
    """The name of a report's case file: its number, suite and system."""
    plain = re.sub(r"[^\w.+-]+", "_", f"{report.suite['name']}--{report.system['name']}")
    # No file system of ours takes names of more than 255 bytes.
    return f"{number:03d}-{plain.encode()[:LONGEST_NAME].decode(errors='ignore')}.jsonl"


def read_results(path: Path) -> Results:
    """Read what `write_results` wrote: give its folder, or the document alone (then there are no cases)."""
    file = path / DOCUMENT if path.is_dir() else path
    if not is_input(file):
        raise DataError(path, f"holds no {DOCUMENT}. Give what 'mteval run -o DIR' wrote.")
    stored = _read_document(file)
    reports = [_read_report(entry) for entry in stored.reports]
    with_cases = (
        replace(report, cases=_cases(file.parent / CASES / case_file_name(number, report), entry.cases))
        for number, (report, entry) in enumerate(zip(reports, stored.reports, strict=True), start=1)
    )
    return Results(
        tuple(with_cases),
        tuple(PairedTest(**numbers(one)) for one in stored.comparisons),
        tuple(Ranks(**numbers(one)) for one in stored.ranks),
    )


def _read_document(file: Path) -> StoredDocument:
    try:
        stored = msgspec.convert(migrated(read_json(file), file), StoredDocument)
        for entry in stored.reports:
            msgspec.convert(entry.suite, SuiteFacts)
            msgspec.convert(entry.system, SystemFacts)
    except msgspec.ValidationError as error:
        raise DataError(file, f"is not a report of mteval ({error}).") from None
    _check_tests(stored, file)
    return stored


def _check_tests(stored: StoredDocument, file: Path) -> None:
    """Refuse tests and ranks of suites, metrics and systems that have no report."""
    systems: dict[str, set[str]] = {}
    specs: dict[str, set[str]] = {}
    for report in stored.reports:
        systems.setdefault(report.suite["name"], set()).add(report.system["name"])
        scores = (*report.scores, *report.supporting)
        # Metrics are tested on one of their correlations, systems on a metric's headline.
        held = specs.setdefault(report.suite["name"], set())
        held.update(name for score in scores for name in (score.spec or score.metric, *score.values))
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


def _cases(path: Path, stored: StoredCaseFile | msgspec.UnsetType | None) -> Sequence[CaseResult]:
    """The cases of a report: read, or of a large file read when they are looked at.

    There are none where it was written without, or where report.json was taken alone.
    """
    if stored is None or not path.parent.exists():
        return ()
    if not path.exists():
        if isinstance(stored, StoredCaseFile):
            raise DataError(path, f"is missing, though {DOCUMENT} says it was written. Run again, or restore it.")
        return ()
    if path.is_file() and path.stat().st_size >= LARGE:
        kept = StoredCases(path)
        _require_digest(path, kept.digest, stored)
        return kept
    raw = read_bytes(path)
    _require_digest(path, bytes_digest(raw), stored)
    return tuple(_read_cases(path, raw))


def _require_digest(path: Path, digest: str, stored: StoredCaseFile | msgspec.UnsetType) -> None:
    if isinstance(stored, StoredCaseFile) and digest != stored.sha256:
        raise DataError(
            path,
            f"is not the file that {DOCUMENT} was written with: a run broke off, or it was changed. Run again with -o.",
        )


def _read_cases(path: Path, raw: bytes) -> Iterator[CaseResult]:
    decoder = msgspec.json.Decoder(StoredCase)
    for number, line in enumerate(decode(raw, path).removesuffix("\n").split("\n"), start=1):
        try:
            yield CaseResult(**numbers(decoder.decode(line)))
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(path, f"is not a case ({error}).", line=number) from None

"""Test sets that one file holds (WMT's XML and JSON Lines, XLIFF, TMX, tables), handed over to be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.options import read_options
from mteval.core.protocols import Contents
from mteval.core.records import HeldDocument, HeldOutput, Segment
from mteval.core.results import Finding, Results
from mteval.core.suites import MAIN_FILE, Suite, SuiteSource
from mteval.evaluation.given import GivenTranslations, References, segment_records
from mteval.evaluation.opened import NamedSystem
from mteval.evaluation.segment_metadata import BUCKET_NAMES, LENGTH, SegmentMetadata, length_tags
from mteval.library import likely_formats, read_contents
from mteval.storage.digests import file_digest, lines_digest
from mteval.text.lines import Lines, read_lines, require_same_length
from mteval.text.packed import PACKED, is_input

FAMILY = "reference"
ENDINGS = {
    ".xml": "WMT's XML",
    ".xlf": "XLIFF",
    ".xliff": "XLIFF",
    ".tmx": "TMX",
    ".jsonl": "JSON Lines that name documents (doc_id) and texts (src_text, refs, hypothesis)",
    ".tsv": "",
}
"""Ends of names that files with documents have; where something is said, nothing else can be meant by them."""


@dataclass(frozen=True, slots=True)
class GivenTestSet:
    """A test set as it was read: its name and format, the file that stands for it, what it holds, and its digest."""

    name: str
    format: str
    path: Path
    contents: Contents
    digest: str

    def suite(self, options: Mapping[str, Any]) -> Suite:
        """The suite it makes, with the options of the family; lengths of single segments make slices too."""
        family = registry.families.find(FAMILY)(options)
        contents = self.contents if options.get("level") else _with_lengths(self.contents)
        source = SuiteSource(
            self.name,
            FAMILY,
            self.format,
            {MAIN_FILE: self.path},
            languages=self.contents.languages,
            digest=self.digest,
        )
        suite: Suite = family.load(source, contents)
        return replace(suite, family=family, order={LENGTH: BUCKET_NAMES})


def format_of_test_set(path: Path) -> str:
    """The format of a file that holds documents, sources or several translations; "" for plain lines."""
    ending = next((one for one in ENDINGS if _bare(path).endswith(one)), "")
    if not ending or not is_input(path):
        return ""
    found = [name for name in likely_formats(path) if registry.formats.find(name).family == FAMILY]
    if not found and ENDINGS[ending]:
        raise DataError(path, f"is none of the files that end in {ending} and can be scored: {ENDINGS[ending]}.")
    return found[0] if found else ""


def read_test_set(
    path: Path, format: str, languages: Sequence[str] = (), options: Mapping[str, Any] | None = None
) -> GivenTestSet:
    """Read a file of a format that `format_of_test_set` gave."""
    plugin = registry.formats.find(format)
    chosen = read_options(plugin.options, options or {}, f"the format '{format}'")
    source = SuiteSource(path.name, FAMILY, format, {MAIN_FILE: path}, languages=tuple(languages), options=chosen)
    return GivenTestSet(path.name, format, path, read_contents(source), file_digest(path))


def lines_test_set(given: References) -> GivenTestSet:
    """The test set that files of lines make."""
    files = [one for one in (*given.columns, given.source, given.documents) if one is not None]
    records, slices = segment_records(given)
    findings = tuple(finding for one in files for finding in one.findings)
    contents = Contents(records, (), findings, slices=slices)
    digest = lines_digest(one.lines for one in files)
    return GivenTestSet(given.first.path.name, "lines", given.first.path, contents, digest)


def with_metadata(given: GivenTestSet, metadata: SegmentMetadata) -> GivenTestSet:
    """The test set with tags of the user's for each segment."""
    records: Sequence[Segment] = given.contents.records
    require_same_length(Lines(given.path, tuple(map(_first_text, records))), metadata.lines)
    tagged = tuple(replace(one, tags={**one.tags, **own}) for one, own in zip(records, metadata.rows, strict=True))
    slices = tuple(dict.fromkeys((*given.contents.slices, *metadata.slices)))
    return replace(given, contents=replace(given.contents, records=tagged, slices=slices))


def read_outputs(
    path: Path, name: str, main: GivenTestSet, format: str
) -> tuple[tuple[HeldOutput, ...], tuple[Finding, ...]]:
    """The translations that a file holds, for a test set: of the systems it names, or its references, or its lines."""
    if not format:
        lines = read_lines(path)
        return (HeldOutput(name or path.name, path, {"": HeldDocument(tuple(lines.lines))}),), lines.findings
    held = read_test_set(path, format, main.contents.languages)
    outputs = held.contents.outputs or _references_as_output(held, name)
    if not name:
        return outputs, held.contents.findings
    if len(outputs) > 1:
        raise UsageError(f"{path} holds {len(outputs)} systems, so it cannot be named '{name}'. Leave the name out.")
    return tuple(replace(one, system=name) for one in outputs), held.contents.findings


def held_systems(suite: Suite) -> list[NamedSystem]:
    """The systems whose translations a suite's own files hold."""
    return [
        NamedSystem(name, "output-file", GivenTranslations(laid.texts, laid.findings))
        for name, laid in suite.outputs.items()
    ]


def with_level(results: Results, segments: Results | None, level: str) -> Results:
    """The results of joined segments, each report with a finding that says what single segments give."""
    if segments is None:
        return results
    single = {report.system["name"]: {one.spec: one.value for one in report.scores} for report in segments.reports}
    reports = []
    for report in results.reports:
        own = single.get(report.system["name"], {})
        told = [
            f"{one.spec} {one.value:.{one.scale.decimals}f} ({own[one.spec]:.{one.scale.decimals}f} by segment)"
            for one in report.scores
            if one.spec in own
        ]
        message = (
            f"Segments were joined to {level}s, which are the units of scores, intervals and tests: {', '.join(told)}."
        )
        reports.append(replace(report, findings=(*report.findings, Finding("level", message))))
    return replace(results, reports=tuple(reports))


def _references_as_output(held: GivenTestSet, name: str) -> tuple[HeldOutput, ...]:
    """What a file of pairs gives as a translation: its target side."""
    records: Sequence[Segment] = held.contents.records
    if not records or any(len(one.references) != 1 for one in records):
        raise DataError(held.path, "holds no translation of a system. Give one, or the file as reference (-r).")
    documents: dict[str, list[Segment]] = {}
    for record in records:
        documents.setdefault(record.document, []).append(record)
    found = {
        key: HeldDocument(
            tuple(one.references[0] for one in own),
            tuple(one.paragraph for one in own),
            tuple(one.number for one in own) if all(one.number for one in own) else (),
        )
        for key, own in documents.items()
    }
    return (HeldOutput(name or held.path.name, held.path, found),)


def _with_lengths(contents: Contents) -> Contents:
    records: Sequence[Segment] = contents.records
    lengths = length_tags([_first_text(one) for one in records])
    if not any(lengths):
        return contents
    tagged = tuple(replace(one, tags={**length, **one.tags}) for one, length in zip(records, lengths, strict=True))
    return replace(contents, records=tagged, slices=tuple(dict.fromkeys((*contents.slices, LENGTH))))


def _first_text(record: Segment) -> str:
    return record.references[0] if record.references else record.source or ""


def _bare(path: Path) -> str:
    name = path.name.lower()
    for ending in PACKED:
        name = name.removesuffix(ending)
    return name

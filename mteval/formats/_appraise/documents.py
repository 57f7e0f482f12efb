"""Which document and segment a row of Appraise is about, and which rows are no ratings of the test set.

A document's name may carry `#SYSTEM` (then item numbers are places in the annotator's task, and a segment is named by
its place in the document), `#bad…` (a damaged copy of the document without it), `#dup…` (shown twice to fill up a
task) and `#incomplete` (part of a document, for the same purpose). Systems called `…tutorial…` are practice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mteval.core.results import Finding
from mteval.formats._appraise.rows import AppraiseRow
from mteval.text.numbers import whole_number

Block = tuple[str, str, str]
LEFT_OUT = {
    "document-score": "scores are of whole documents",
    "tutorial": "ratings are of the tutorial",
    "incomplete": "ratings are of documents marked #incomplete, which fill up a task",
    "filler": "ratings are of documents marked #dup, which fill up a task",
}


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row with the name of its document, without flags, and of its segment in it."""

    row: AppraiseRow
    document: str
    segment: str


def reason_to_leave_out(row: AppraiseRow) -> str:
    """Why a row is no rating of the test set, as a finding's code; '' where it is one."""
    if row.complete:
        return "document-score"
    if "tutorial" in row.system.lower():
        return "tutorial"
    if "#incomplete" in row.document:
        return "incomplete"
    return "filler" if "#dup" in row.document else ""


def kept_rows(rows: Sequence[AppraiseRow]) -> tuple[list[AppraiseRow], list[Finding]]:
    """The rows that rate the test set, and what was left out, counted."""
    reasons = [reason_to_leave_out(row) for row in rows]
    kept = [row for row, reason in zip(rows, reasons, strict=True) if not reason]
    counts = {code: reasons.count(code) for code in LEFT_OUT}
    found = [Finding(c, f"{n} {LEFT_OUT[c]} and were left out.", count=n) for c, n in counts.items() if n]
    return kept, found


def placed_rows(rows: Iterable[AppraiseRow]) -> list[PlacedRow]:
    """Name every row's document and segment."""
    rows = list(rows)
    firsts: dict[Block, int] = {}
    for row in rows:
        number = whole_number(row.item)
        if number is not None and _names_system(row):
            block = (row.annotator, row.system, row.document)
            firsts[block] = min(firsts.get(block, number), number)
    return [_placed(row, firsts) for row in rows]


def _names_system(row: AppraiseRow) -> bool:
    flags = row.document.split("#")[1:]
    return bool(flags) and (row.system == flags[0] or row.system.endswith(f".{flags[0]}"))


def _placed(row: AppraiseRow, firsts: Mapping[Block, int]) -> PlacedRow:
    first, number = firsts.get((row.annotator, row.system, row.document)), whole_number(row.item)
    if first is not None and number is not None:
        return PlacedRow(row, row.document.split("#")[0], str(number - first + 1))
    return PlacedRow(row, row.document.split("#bad")[0], row.item)


def document_findings(placed: Sequence[PlacedRow], path: Path) -> Iterator[Finding]:
    """Documents an annotator did not finish, and documents shared out among annotators."""
    whole: dict[tuple[str, str], set[str]] = {}
    seen: dict[tuple[str, str, str], dict[str, tuple[set[str], int]]] = {}
    for one in placed:
        row = one.row
        if not one.document or "#bad" in row.document:
            continue
        whole.setdefault((row.languages, one.document), set()).add(one.segment)
        people = seen.setdefault((row.languages, row.system, one.document), {})
        people.setdefault(row.annotator, (set(), row.line))[0].add(one.segment)
    partial = [
        (line, len(done), len(whole[pair, document]), system, document, len(people))
        for (pair, system, document), people in seen.items()
        for done, line in people.values()
        if len(done) < len(whole[pair, document])
    ]
    unfinished = sorted(one for one in partial if one[5] == 1)
    mixed = sorted(one for one in partial if one[5] > 1)
    yield from _named(path, "unfinished-document", unfinished, "annotated only in part")
    yield from _named(path, "mixed-annotators", mixed, "annotated in parts by several annotators")


def _named(path: Path, code: str, found: Sequence[tuple[int, int, int, str, str, int]], what: str) -> Iterator[Finding]:
    if found:
        line, done, whole, system, document, _ = found[0]
        message = f"{len(found)} documents of a system were {what}; {path.name}, line {line}: {document} of {system}, "
        yield Finding(code, f"{message}{done} of {whole} segments. Their ratings count.", count=len(found))

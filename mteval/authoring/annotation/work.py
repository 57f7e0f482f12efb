"""What every kind of job offers the server: lists of tasks, a page per task, and what becomes of the decisions."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.job import AnnotationJob
from mteval.core.errors import MtevalError
from mteval.core.formatting import harmless_cell

Item = tuple[str, Mapping[str, Any]]
LONGEST_COMMENT = 4000


class FormError(MtevalError):
    """What was sent cannot be accepted; the sentence is shown to the annotator, and nothing is stored."""


@dataclass(frozen=True, slots=True)
class Page:
    """Which page shows a task, and with what."""

    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FormReading:
    """A decision as read from a form; one that is not final leaves the task open."""

    payload: Mapping[str, Any]
    final: bool = True


@dataclass(frozen=True, slots=True)
class Download:
    """A file the organiser can fetch."""

    name: str
    media_type: str
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class WorkSummary:
    """What the organiser's page shows of the results so far: tables (title, header, rows) and downloads."""

    tables: Sequence[tuple[str, Sequence[str], Sequence[Sequence[str]]]] = ()
    downloads: Sequence[Download] = field(default_factory=tuple)
    notes: Sequence[str] = ()


class Work(Protocol):
    """One kind of job."""

    job: AnnotationJob

    def lists(self) -> dict[str, list[Item]]:
        """Every annotator's tasks in order."""
        ...

    def page(self, task: Task, database: Database) -> Page:
        """The page of one task."""
        ...

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """Read what the annotator sent; raise FormError where it cannot be accepted."""
        ...

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """The decisions as rows of a table."""
        ...

    def summary(self, database: Database) -> WorkSummary:
        """Results so far."""
        ...


def comment(form: Mapping[str, str], name: str = "comment") -> str:
    """A free text as sent, within bounds."""
    text = form.get(name, "").strip()
    if len(text) > LONGEST_COMMENT:
        raise FormError(f"The comment is longer than {LONGEST_COMMENT} characters. Please shorten it.")
    return text


def as_csv(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV with a header; empty without rows.

    A cell that a spreadsheet would take for a formula gets an apostrophe before it: the texts come from strangers.
    """
    kept = list(rows)
    if not kept:
        return ""
    out = io.StringIO()
    writer = csv.DictWriter(out, list(kept[0]), lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows({key: harmless_cell(value) for key, value in row.items()} for row in kept)
    return out.getvalue()


def as_json(value: Any) -> str:
    """JSON as compact as it gets."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_jsonl(entries: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries)


def log_entry(decision: Decision, kind: str) -> dict[str, Any]:
    """A decision as the log has it."""
    return {
        "id": decision.id,
        "at": decision.at,
        "kind": kind,
        "annotator": decision.annotator,
        "position": decision.position,
        "item": decision.item,
        "seconds": decision.seconds,
        "elapsed": decision.elapsed,
        "undone": decision.undone,
        "payload": decision.payload,
    }

"""Judging translations in their documents under DA, SQM, ESA or MQM: errors are marked, scores run from 0 to 100.

A task is one segment, shown in its document with one system's translation or those of all systems, so that the time of
every segment is known and each one is safe once it is saved. The segments of a document follow each other; tutorials come
first, repeated and degraded segments and attention checks in between documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from statistics import fmean
from typing import Any

from mteval.authoring.annotation.assignment import own_generator
from mteval.authoring.annotation.control_tables import control_tables
from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.degrading import control_copies
from mteval.authoring.annotation.guided_items import GuidedItem, read_guided_items, what_is_amiss
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.prefilled_spans import read_prefilled
from mteval.authoring.annotation.protocols import protocol_of
from mteval.authoring.annotation.rating_exports import rating_downloads
from mteval.authoring.annotation.rating_work import TaskSegment
from mteval.authoring.annotation.span_forms import marked_pieces, read_spans, source_pieces
from mteval.authoring.annotation.task_documents import TaskUnit, dealt_units, drawn_documents, read_documents
from mteval.authoring.annotation.work import FormError, FormReading, Item, Page, WorkSummary, as_json, comment
from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.annotation_time import seconds_per_segment
from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE, error_of_span
from mteval.human.mqm_weights import DEFAULT, parse_weights
from mteval.human.ratings import CHECK, KNOWN_RANGES, TARGET, Ratings, item_type
from mteval.human.scored_decisions import TUTORIAL, marked_errors, scored_ratings
from mteval.text.languages import short_code

HIGHEST = 100


class ScoringWork:
    """Deals documents out, mixes controls in, reads errors and scores."""

    def __init__(self, job: AnnotationJob) -> None:
        self.job = job
        self.protocol = protocol_of(job.settings["protocol"], job.settings.get("categories", ()))
        documents = read_documents(job)
        self.by_key = {document.key: document for document in documents}
        segments = [segment for document in documents for segment in document.segments]
        self.prefilled = read_prefilled(job, segments, self.protocol)
        self.documents = drawn_documents(documents, int(job.settings.get("limit", 0)), job.seed)
        self.tutorial = read_guided_items(job.files["tutorial"]) if "tutorial" in job.files else []
        self.checks = read_guided_items(job.files["checks"]) if "checks" in job.files else []
        self.weights = parse_weights(DEFAULT)

    @property
    def languages(self) -> str:
        """The language pair as ratings name it; '' where the job does not say."""
        source, target = self.job.source_language, self.job.target_language
        return f"{short_code(source)}-{short_code(target)}" if source and target else ""

    def lists(self) -> dict[str, list[Item]]:
        """Each annotator's tasks: the tutorial, then documents with controls in between."""
        lessons = [_guided(item, TUTORIAL, number) for number, item in enumerate(self.tutorial, start=1)]
        dealt = dealt_units(self.job, self.documents)
        return {name: [*lessons, *self._with_controls(units, name)] for name, units in dealt.items()}

    def _tasks(self, unit: TaskUnit, annotator: str) -> list[Item]:
        """A document's segments; its systems keep one order, of this annotator's and this document's own."""
        order = list(unit.systems)
        own_generator(self.job.seed, f"{annotator}/{unit.document.key}").shuffle(order)
        name = f"{unit.document.key}/{'+'.join(unit.systems)}"
        return [
            (segment.id, {"unit": name, "document": unit.document.key, "shown": self._shown(segment, order)})
            for segment in unit.document.segments
        ]

    def _shown(self, segment: TaskSegment, order: Sequence[str]) -> list[dict[str, Any]]:
        return [{"system": name, "type": TARGET, "text": segment.translations[name]} for name in order]

    def _with_controls(self, units: Sequence[TaskUnit], annotator: str) -> list[Item]:
        """Repeated and degraded segments come after their document, attention checks anywhere."""
        generator = own_generator(self.job.seed, f"{annotator}/controls")
        placed = [(float(place), self._tasks(unit, annotator)) for place, unit in enumerate(units)]
        candidates = [(int(place), task) for place, tasks in placed for task in tasks]
        generator.shuffle(candidates)
        repeated, degraded = self.job.repeated, self.job.degraded
        others = [
            text for document in self.documents for one in document.segments for text in one.translations.values()
        ]
        for number, (place, (item, payload)) in enumerate(candidates[: repeated + degraded]):
            kind = "repeat" if number < repeated else "degraded"
            shown = control_copies(payload["shown"], kind, others, generator)
            again = {"unit": f"control-{number}", "document": payload["document"], "shown": shown}
            placed.append((generator.uniform(place, len(units)) + 1.5, [(item, again)]))
        for number, check in enumerate(self.checks, start=1):
            placed.append((generator.uniform(0, len(units)), [_guided(check, CHECK, number)]))
        return [task for _, tasks in sorted(placed, key=lambda pair: pair[0]) for task in tasks]

    def page(self, task: Task, database: Database) -> Page:
        """The document with the current segment; system names and control types stay on the server."""
        shown = task.payload["shown"]
        forms = [
            {"text": one["text"], "errors": as_json([error_of_span(span) for span in self._given(task.item, one)])}
            for one in shown
        ]
        return Page(
            "scoring.html",
            {
                "protocol": self.protocol,
                "before": self._context(task, database, before=True),
                "after": self._context(task, database, before=False),
                "source": self._source(task),
                "reference": self._reference(task),
                "translations": forms,
                "lesson": task.payload.get("type") == TUTORIAL,
                "prefilled": bool(self.prefilled),
            },
        )

    def _given(self, item: str, one: Mapping[str, Any]) -> tuple[ErrorSpan, ...]:
        """Errors marked beforehand; those of a damaged copy would point at the wrong words."""
        return () if one["type"] not in (TARGET, "repeat") else self.prefilled.get((one["system"], item), ())

    def _source(self, task: Task) -> str:
        if "guided" in task.payload:
            return str(task.payload["guided"]["source"])
        return next(one.source for one in self._segments(task) if one.id == task.item)

    def _reference(self, task: Task) -> str:
        return next((one.reference for one in self._segments(task) if one.id == task.item), "")

    def _segments(self, task: Task) -> tuple[TaskSegment, ...]:
        key = task.payload.get("document")
        return self.by_key[key].segments if key else ()

    def _context(self, task: Task, database: Database, *, before: bool) -> list[dict[str, Any]]:
        """The segments around the current one; those before it as this annotator judged them in this task."""
        segments = self._segments(task)
        place = next((number for number, one in enumerate(segments) if one.id == task.item), 0)
        chosen = segments[:place] if before else segments[place + 1 :]
        if not chosen:
            return []
        order = [one["system"] for one in task.payload["shown"]]
        given = self._judged(task, database) if before else {}
        return [
            {"source": segment.source, "translations": [_marked(segment, name, given) for name in order]}
            for segment in chosen
        ]

    def _judged(self, task: Task, database: Database) -> dict[tuple[str, str], Mapping[str, Any]]:
        own = [one for one in database.decisions(task.annotator) if one.payload.get("unit") == task.payload["unit"]]
        return {(one.item, entry["system"]): entry for one in own for entry in one.payload["ratings"]}

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """The errors marked in every translation and its score; a lesson is accepted once it is right."""
        source = self._source(task)
        entries = [self._entry(number, one, source, form) for number, one in enumerate(task.payload["shown"])]
        payload = {
            "protocol": self.protocol.name,
            "unit": task.payload["unit"],
            "document": self.by_key[task.payload["document"]].name if "document" in task.payload else "",
            "source": source,
            "languages": self.languages,
            "ratings": entries,
        }
        if task.payload.get("type") == TUTORIAL:
            self._require_right(task.payload["guided"], entries[0])
        if task.payload.get("type") == CHECK:
            entries[0]["expected"] = task.payload["guided"]["expected"]
        return FormReading(payload)

    def _entry(self, number: int, one: Mapping[str, Any], source: str, form: Mapping[str, str]) -> dict[str, Any]:
        known = {"system": one["system"], "type": one["type"], "target": one["text"]}
        if self.protocol.severities:
            known_texts = {TARGET_SIDE: one["text"], SOURCE_SIDE: source}
            texts = {side: known_texts[side] for side in self.protocol.sides}
            spans = read_spans(form.get(f"errors-{number}", ""), texts, self.protocol)
            known["errors"] = [error_of_span(span) for span in spans]
        if self.protocol.anchors:
            known["score"] = _score(form.get(f"score-{number}", ""))
        return {**known, "comment": comment(form, f"comment-{number}")}

    def _require_right(self, lesson: Mapping[str, Any], entry: Mapping[str, Any]) -> None:
        spans = marked_errors(entry)
        value = float(entry["score"]) if "score" in entry else 0.0 - self.weights.penalty(spans)
        amiss = what_is_amiss(lesson, value, spans, sides=self.protocol.sides)
        if amiss:
            raise FormError(f"Practice: {amiss}")

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """One row per judged translation, as the format 'ratings' reads it; the tutorial is left out."""
        for decision in decisions:
            for rating in self._ratings(decision):
                expected = rating.detail.get("expected")
                yield {
                    "annotator": rating.annotator,
                    "item": rating.item,
                    "document": rating.detail.get("document", ""),
                    "system": rating.system,
                    "type": item_type(rating),
                    self.protocol.name: rating.value if self.protocol.anchors is None else int(rating.value),
                    "spans": as_json([error_of_span(span) for span in rating.spans]),
                    "expected": as_json(expected) if expected else "",
                    "comment": rating.detail.get("comment", ""),
                    "seconds": round(rating.detail["seconds"], 1),
                    "at": decision.at,
                }

    def _ratings(self, decision: Decision) -> Iterator[Rating]:
        return scored_ratings(decision.payload, decision.item, decision.annotator, decision.seconds, self.weights)

    def summary(self, database: Database) -> WorkSummary:
        """Scores and errors so far, time, controls, and the exports in other tools' layouts."""
        decisions = database.decisions()
        timed = [(decision, rating) for decision in decisions for rating in self._ratings(decision)]
        ratings = [rating for _, rating in timed]
        judged = [one for one in ratings if item_type(one) == TARGET]
        given = Ratings(database.path, tuple(ratings), ranges=KNOWN_RANGES)
        tables = [self._results(judged), _times(judged), *control_tables(given)]
        note = "For ranks, agreement on scores and on spans, and controls: mteval human rank|agree DATABASE (or an export)."
        ends = [(rating, datetime.fromisoformat(decision.at), decision.elapsed) for decision, rating in timed]
        downloads = tuple(rating_downloads(self.job, self.protocol, ends))
        return WorkSummary(tables, downloads, notes=(note, *self._weights_note()))

    def _weights_note(self) -> tuple[str, ...]:
        return () if self.protocol.anchors else (f"MQM scores here and in the CSV: minus the weights '{DEFAULT}'.",)

    def _results(self, judged: Sequence[Rating]) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
        severities = self.protocol.severities
        body = []
        for system in self.job.systems:
            own = [one for one in judged if one.system == system]
            spans = [span for one in own for span in one.spans]
            counts = [str(sum(span.severity == name for span in spans)) for name in severities]
            mean = f"{fmean(one.value for one in own):.2f}" if own else "–"
            body.append((system, str(len(own)), mean, *counts))
        return "Ratings so far", ("system", "ratings", f"mean {self.protocol.name}", *severities), body


def _times(judged: Sequence[Rating]) -> tuple[str, Sequence[str], Sequence[Sequence[str]]]:
    body = [(name, f"{seconds:.1f}") for name, seconds in seconds_per_segment(judged).items()]
    return "Time per segment", ("annotator", "median seconds"), body


def _guided(item: GuidedItem, kind: str, number: int) -> Item:
    shown = [{"system": kind, "type": kind, "text": item.target}]
    return f"{kind}-{number}", {"unit": f"{kind}-{number}", "type": kind, "guided": item.stored(), "shown": shown}


def _marked(segment: TaskSegment, system: str, given: Mapping[tuple[str, str], Mapping[str, Any]]) -> dict[str, Any]:
    entry = given.get((segment.id, system), {})
    spans = marked_errors(entry)
    return {
        "pieces": list(marked_pieces(segment.translations[system], spans)),
        "missing": sum(span.missing for span in spans),
        "source_marks": source_pieces(segment.source, spans),
        "score": entry.get("score"),
        "judged": bool(entry),
    }


def _score(text: str) -> int:
    if not text:
        raise FormError("Please give every translation a score.")
    if not (text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= HIGHEST):
        raise FormError(f"A score goes from 0 to {HIGHEST}, not {text[:20]!r}.")
    return int(text)

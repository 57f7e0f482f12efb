"""Rating translations: adequacy and fluency from 1 to 5, one translation at a time or systems side by side."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.authoring.annotation.assignment import deal, own_generator
from mteval.authoring.annotation.control_tables import control_tables
from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.degrading import control_copies
from mteval.authoring.annotation.job import SCALES, AnnotationJob
from mteval.authoring.annotation.work import FormError, FormReading, Item, Page, WorkSummary, comment
from mteval.core.errors import DataError
from mteval.core.evidence import Rating
from mteval.human.ratings import ADEQUACY_FLUENCY, Ratings
from mteval.text.lines import read_lines, require_same_length

MEANINGS = {
    "adequacy": (
        "How much of the meaning of the source does the translation keep?",
        ("none of it", "little of it", "much of it", "most of it", "all of it"),
    ),
    "fluency": (
        "How well is it written in the target language?",
        ("incomprehensible", "very clumsy", "clumsy but readable", "good", "flawless"),
    ),
}
QUALITY = ("bad", "poor", "fair", "good", "excellent")


@dataclass(frozen=True, slots=True)
class TaskSegment:
    """A source with every system's translation."""

    id: str
    source: str
    reference: str
    translations: Mapping[str, str]


class RatingWork:
    """Deals segments out, mixes controls in, reads ratings."""

    def __init__(self, job: AnnotationJob) -> None:
        self.job = job
        self.side_by_side = bool(job.settings.get("side_by_side", False))
        self.scales = tuple(job.settings.get("scales", SCALES))
        if not self.scales or not set(self.scales) <= set(SCALES):
            raise DataError(job.path, f"rating.scales are among {', '.join(SCALES)}.")
        self.segments = drawn_segments(job)

    def lists(self) -> dict[str, list[Item]]:
        """Each annotator's tasks, controls mixed in."""
        units = [(segment, names) for segment in self.segments for names in self._groups(segment)]
        dealt = deal(units, self.job.annotators, self.job.overlap, self.job.seed)
        return {
            annotator: self._with_controls([self._task(*unit, annotator) for unit in given], annotator)
            for annotator, given in dealt.items()
        }

    def _groups(self, segment: TaskSegment) -> list[tuple[str, ...]]:
        names = tuple(segment.translations)
        return [names] if self.side_by_side else [(name,) for name in names]

    def _task(self, segment: TaskSegment, names: Sequence[str], annotator: str) -> Item:
        """The translations in an order of this annotator's and this segment's own, without their names."""
        order = list(names)
        own_generator(self.job.seed, f"{annotator}/{segment.id}").shuffle(order)
        shown = [{"system": name, "type": "target", "text": segment.translations[name]} for name in order]
        return segment.id, {"source": segment.source, "reference": segment.reference, "shown": shown}

    def _with_controls(self, tasks: list[Item], annotator: str) -> list[Item]:
        """Repeats come at least a few tasks after the original, degraded ones anywhere."""
        generator = own_generator(self.job.seed, f"{annotator}/controls")
        chosen = list(range(len(tasks)))
        generator.shuffle(chosen)
        wanted = [("repeat", index) for index in chosen[: self.job.repeated]]
        wanted += [("degraded", index) for index in chosen[self.job.repeated :][: self.job.degraded]]
        mixed: list[tuple[float, Item]] = [(float(place), task) for place, task in enumerate(tasks)]
        for kind, index in wanted:
            mixed.append((generator.uniform(index, len(tasks)) + 1.5, self._control(tasks[index], kind, generator)))
        return [task for _, task in sorted(mixed, key=lambda pair: pair[0])]

    def _control(self, task: Item, kind: str, generator: random.Random) -> Item:
        """The same task again; for a degraded one, one translation is made worse and the others are repeats."""
        item, payload = task
        others = [one for segment in self.segments for one in segment.translations.values()]
        shown = control_copies(payload["shown"], kind, others, generator)
        return item, {**payload, "shown": shown}

    def page(self, task: Task, database: Database) -> Page:
        """Sliders for every translation; system names and control types stay on the server."""
        translations = [one["text"] for one in task.payload["shown"]]
        scales = [{"name": name, "question": MEANINGS[name][0], "meanings": MEANINGS[name][1]} for name in self.scales]
        return Page(
            "rating.html",
            {
                "source": task.payload["source"],
                "reference": task.payload["reference"],
                "translations": translations,
                "scales": scales,
                "quality": QUALITY,
            },
        )

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """A rating from 1 to 5 on every scale for every translation."""
        ratings = []
        for number, one in enumerate(task.payload["shown"]):
            given = {scale: _rating(form.get(f"{scale}-{number}", ""), scale) for scale in self.scales}
            ratings.append(
                {"system": one["system"], "type": one["type"], **given, "comment": comment(form, f"comment-{number}")}
            )
        return FormReading({"ratings": ratings})

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """One row per rated translation, as 'mteval human agree' reads it."""
        for decision in decisions:
            ratings = decision.payload["ratings"]
            for rating in ratings:
                yield {
                    "annotator": decision.annotator,
                    "item": decision.item,
                    "system": rating["system"],
                    "type": rating["type"],
                    **{scale: rating[scale] for scale in self.scales},
                    "comment": rating["comment"],
                    "seconds": round(decision.seconds / len(ratings), 1),
                    "at": decision.at,
                }

    def summary(self, database: Database) -> WorkSummary:
        """Mean ratings so far."""
        rows = [row for row in self.rows(database.decisions(), database) if row["type"] == "target"]
        body = []
        for system in self.job.systems:
            own = [row for row in rows if row["system"] == system]
            means = [f"{sum(row[scale] for row in own) / len(own):.2f}" if own else "–" for scale in self.scales]
            body.append((system, str(len(own)), *means))
        tables = [("Ratings so far", ("system", "ratings", *self.scales), body), *self._controls(database)]
        note = "For agreement, bias, controls and standardised scores: mteval human agree DATABASE (or the CSV export)."
        return WorkSummary(tables, notes=(note,))

    def _controls(self, database: Database) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
        """How annotators do on the control items so far, with those who fail them named."""
        ratings = tuple(
            Rating(row["item"], row["annotator"], scale, float(row[scale]), row["system"], {"type": row["type"]})
            for row in self.rows(database.decisions(), database)
            for scale in self.scales
        )
        given = Ratings(database.path, ratings, ranges=ADEQUACY_FLUENCY)
        yield from control_tables(given)


def read_segments(job: AnnotationJob) -> list[TaskSegment]:
    """The segments of a rating job, all files line-aligned."""
    source = read_lines(job.files["source"])
    reference = read_lines(job.files["reference"]) if "reference" in job.files else None
    outputs = {name: read_lines(path) for name, path in job.systems.items()}
    for other in (*([reference] if reference else []), *outputs.values()):
        require_same_length(source, other)
    return [
        TaskSegment(
            str(number + 1),
            text,
            reference.lines[number] if reference else "",
            {name: lines.lines[number] for name, lines in outputs.items()},
        )
        for number, text in enumerate(source.lines)
    ]


def drawn_segments(job: AnnotationJob) -> list[TaskSegment]:
    """The segments to be rated: all of them, or as many as the job's limit says."""
    segments = read_segments(job)
    limit = int(job.settings.get("limit", 0))
    if limit and limit < len(segments):
        picked = set(random.Random(f"{job.seed}/limit").sample(range(len(segments)), limit))
        segments = [segment for number, segment in enumerate(segments) if number in picked]
    return segments


def _rating(text: str, scale: str) -> int:
    if text not in ("1", "2", "3", "4", "5"):
        missing = (
            f"Please set {scale} for every translation."
            if not text
            else f"{scale} goes from 1 to 5, not {text[:20]!r}."
        )
        raise FormError(missing)
    return int(text)

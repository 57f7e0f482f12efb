"""The documents of a rating job: lines of one name, drawn, dealt out and shown together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from mteval.authoring.annotation.assignment import deal, own_generator
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.rating_work import TaskSegment, read_segments
from mteval.core.errors import DataError
from mteval.text.lines import read_lines, require_same_length


@dataclass(frozen=True, slots=True)
class TaskDocument:
    """Segments that belong together; a line without a document is one of its own, with the name ''."""

    name: str
    segments: tuple[TaskSegment, ...]

    @property
    def key(self) -> str:
        """What tells documents apart: the first segment, as names may be empty."""
        return self.segments[0].id


@dataclass(frozen=True, slots=True)
class TaskUnit:
    """A document with the systems whose translations are judged in one task."""

    document: TaskDocument
    systems: tuple[str, ...]


def read_documents(job: AnnotationJob) -> list[TaskDocument]:
    """All documents in the order of the source."""
    segments = read_segments(job)
    if "documents" not in job.files:
        return [TaskDocument("", (segment,)) for segment in segments]
    path = job.files["documents"]
    names = read_lines(path)
    require_same_length(read_lines(job.files["source"]), names)
    together: dict[str, list[TaskSegment]] = {}
    last = ""
    for line, (raw, segment) in enumerate(zip(names.lines, segments, strict=True), start=1):
        name = raw.strip()
        if not name or "#" in name:
            raise DataError(path, f"{raw!r} cannot be a document's name: it must not be empty nor hold #.", line=line)
        if name != last and name in together:
            raise DataError(
                path, f"document '{name}' goes on after another one began. Keep its lines together.", line=line
            )
        together.setdefault(name, []).append(segment)
        last = name
    return [TaskDocument(name, tuple(given)) for name, given in together.items()]


def drawn_documents(documents: Sequence[TaskDocument], limit: int, seed: int) -> list[TaskDocument]:
    """Whole documents, drawn at random until there are so many segments; all of them for 0."""
    if not limit:
        return list(documents)
    order = list(range(len(documents)))
    random.Random(f"{seed}/limit").shuffle(order)
    picked: set[int] = set()
    for number in order:
        if sum(len(documents[one].segments) for one in picked) < limit:
            picked.add(number)
    return [document for number, document in enumerate(documents) if number in picked]


def dealt_units(job: AnnotationJob, documents: Sequence[TaskDocument]) -> dict[str, list[TaskUnit]]:
    """Each annotator's documents; those drawn for calibration go to everybody."""
    systems = tuple(job.systems)
    groups = [systems] if job.settings.get("side_by_side") else [(name,) for name in systems]
    shuffled = list(documents)
    random.Random(f"{job.seed}/calibration").shuffle(shuffled)
    count = min(int(job.settings.get("calibration", 0)), len(shuffled))
    shared = [TaskUnit(document, names) for document in shuffled[:count] for names in groups]
    chosen = {document.key for document in shuffled[:count]}
    rest = [TaskUnit(document, names) for document in documents if document.key not in chosen for names in groups]
    lists = deal(rest, job.annotators, job.overlap, job.seed)
    for annotator, given in lists.items():
        given.extend(shared)
        if shared:
            own_generator(job.seed, f"{annotator}/calibration").shuffle(given)
    return lists

"""The job file: what people are asked, who they are, and how the work is dealt out.

Common keys: `kind` (rating, templates, dictionary, contrast), `title`, `annotators` (names, or how many), `instructions`,
`source_language`, `target_language`, `overlap` (how many annotators get each item; 0, the default, means all), `seed`,
`idle_seconds` (longer pauses do not count as work; 60). The table named after the kind says the rest; paths are relative to
the job file, and stay in its folder (unless MTEVAL_OUTSIDE_FILES=1).

    kind = "rating"                        kind = "templates"                 kind = "dictionary"
    [rating]                               [templates]                        [dictionary]
    source = "source.txt"                  workflow = "tea-ver"               gold = "en-hi.txt"
    reference = "reference.txt"            checklist = "tea.hi.json"          depth = 1
    side_by_side = false                   source = "source.en.json"          [dictionary.systems]
    scales = ["adequacy", "fluency"]       lexicons = "lexicons.hi.json"      A = "a.tsv"
    limit = 100                                                               B = "b.tsv"
    [rating.systems]
    A = "a.txt"
    [controls]
    repeated = 5
    degraded = 5

A dictionary job with `words = "lone"` asks only about words whose gold target one system ranks first and another does not: all
that the corrected gap of two systems needs.

A contrast job judges a contrastive set, each item with one of its contrasts, drawn by `seed`; without `limit` all contrasts:

    kind = "contrast"
    [contrast]
    data = "scoring/en-de.mucow.scoring.json"
    format = "mucow-scoring"         the default; any contrastive format
    limit = 60

A templates job with `workflow = "scr"` and no `source` begins with an empty page: annotators name the capabilities too.

A rating job follows a `protocol`: `adequacy-fluency` (the default, scales from 1 to 5), `da` or `sqm` (a score from 0 to
100), `esa` (errors are marked, minor or major, then a score from 0 to 100), `mqm` (errors are marked with category and
severity; the score follows from them). The last four show a segment in its document, and know further keys:

    [rating]
    protocol = "esa"
    source = "source.txt"
    documents = "documents.txt"      a document's name on each line, aligned with the source
    side_by_side = true              all systems of a document in one task
    spans = "found.jsonl"            errors marked beforehand, in any file of spans that mteval reads; seg_id is the line
    calibration = 2                  so many documents go to every annotator, whatever `overlap` says
    tutorial = "tutorial.jsonl"      items to learn on, shown first, with feedback
    checks = "checks.jsonl"          attention checks, mixed in without a word
    categories = ["Accuracy/…", …]   MQM's categories, where the usual ones do not do

`tutorial` and `checks` have one object a line: `{"source", "target", "expected": [low, high], "errors": [{"start", "end",
"severity"}], "explanation"}`, of which `expected` (the scores that are right), `errors` (which must be marked) and
`explanation` may be left out. `limit` takes whole documents until there are so many segments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from mteval.core.errors import DataError
from mteval.storage.digests import bytes_digest, text_digest
from mteval.storage.manifests import checked, inside
from mteval.text.documents import read_toml
from mteval.text.packed import is_input, read_bytes

KINDS = ("rating", "templates", "dictionary", "contrast")
WORKFLOWS = ("tea-ver", "t9n", "scr")
SCALES = ("adequacy", "fluency")
ADEQUACY_FLUENCY_PROTOCOL = "adequacy-fluency"
DOCUMENT_PROTOCOLS = ("da", "sqm", "esa", "mqm")
OF_DOCUMENT_PROTOCOLS = ("documents", "spans", "calibration", "tutorial", "checks", "categories")
Count = Annotated[int, msgspec.Meta(ge=0)]


class RatingFields(msgspec.Struct):
    """[rating]: which translations people rate, on which scales."""

    source: str
    systems: dict[str, str] = {}
    reference: str = ""
    side_by_side: bool = False
    scales: tuple[str, ...] = SCALES
    limit: Count = 0
    protocol: str = ADEQUACY_FLUENCY_PROTOCOL
    documents: str = ""
    spans: str = ""
    calibration: Count = 0
    tutorial: str = ""
    checks: str = ""
    categories: tuple[str, ...] = ()


class TemplatesFields(msgspec.Struct):
    """[templates]: which CheckList people verify, translate or write."""

    workflow: str
    source: str = ""
    checklist: str = ""
    lexicons: str = ""


class DictionaryFields(msgspec.Struct):
    """[dictionary]: which candidates of which systems people judge."""

    gold: str
    systems: dict[str, str] = {}
    depth: Count = 0
    words: Literal["all", "lone"] = "all"


class ContrastFields(msgspec.Struct):
    """[contrast]: which contrastive set people judge, and how many of its items."""

    data: str
    format: str = "mucow-scoring"
    limit: Count = 0


class ControlsFields(msgspec.Struct):
    """[controls]: how many items are shown again, and how many damaged."""

    repeated: Count = 0
    degraded: Count = 0


class JobFile(msgspec.Struct):
    """A job file, as it is written."""

    kind: str
    annotators: tuple[str, ...] | int
    title: str = ""
    instructions: str = ""
    source_language: str = ""
    target_language: str = ""
    overlap: Count = 0
    seed: Count = 1
    idle_seconds: Count = 60
    rating: RatingFields | None = None
    templates: TemplatesFields | None = None
    dictionary: DictionaryFields | None = None
    contrast: ContrastFields | None = None
    controls: ControlsFields = msgspec.field(default_factory=ControlsFields)


MANY_ANNOTATORS = 1000


@dataclass(frozen=True, slots=True)
class AnnotationJob:
    """A checked job: every file it names exists."""

    path: Path
    kind: str
    title: str
    annotators: tuple[str, ...]
    settings: Mapping[str, Any]
    files: Mapping[str, Path]
    systems: Mapping[str, Path] = field(default_factory=dict)
    instructions: str = ""
    source_language: str = ""
    target_language: str = ""
    overlap: int = 0
    seed: int = 1
    idle_seconds: int = 60
    repeated: int = 0
    degraded: int = 0

    @property
    def digest(self) -> str:
        """A digest of what is asked, without who is asked: annotators may be added later."""
        parts = [self.kind, str(sorted(self.settings.items())), str((self.overlap, self.seed))]
        parts += [f"{self.repeated},{self.degraded}"]
        for name, path in sorted({**self.files, **self.systems}.items()):
            parts += [name, bytes_digest(read_bytes(path))]
        return text_digest("\n".join(parts))


def read_job(path: Path) -> AnnotationJob:
    """Read and check a job file."""
    content = read_toml(path)
    kind = content.get("kind")
    if kind not in KINDS:
        raise DataError(path, f"kind = {kind!r} is not possible; it is one of {', '.join(KINDS)}.")
    table = checked(content, JobFile, path)
    if getattr(table, kind) is None:
        raise DataError(path, f"the table [{kind}] is missing. It says what the job is about.")
    if kind != "rating" and table.controls != ControlsFields():
        raise DataError(path, "[controls] belong to a rating job.")
    body = content[kind]
    if kind == "rating":
        _require_fitting(path, body)
    files = dict(_files(path, kind, body))
    common = ("instructions", "source_language", "target_language", "overlap", "seed", "idle_seconds")
    return AnnotationJob(
        path=path,
        kind=kind,
        title=table.title or path.stem,
        annotators=_annotators(path, table.annotators),
        settings={name: value for name, value in body.items() if name not in files and name != "systems"},
        files=files,
        systems=_systems(path, kind, body),
        **{name: getattr(table, name) for name in common},
        repeated=table.controls.repeated,
        degraded=table.controls.degraded,
    )


def _annotators(path: Path, given: tuple[str, ...] | int) -> tuple[str, ...]:
    if isinstance(given, int):
        if not 1 <= given <= MANY_ANNOTATORS:
            raise DataError(path, f"annotators = {given} is not possible: 1 to {MANY_ANNOTATORS}.")
        return tuple(f"annotator-{number:0{len(str(given))}d}" for number in range(1, given + 1))
    names = tuple(name.strip() for name in given)
    if not names or not all(names) or len(set(names)) < len(names):
        raise DataError(path, "annotators must be a list of different names, or how many there are.")
    return names


def _require_fitting(path: Path, body: Mapping[str, Any]) -> None:
    """The protocol must be known, and the keys must be its own."""
    protocol = body.get("protocol", ADEQUACY_FLUENCY_PROTOCOL)
    known = (ADEQUACY_FLUENCY_PROTOCOL, *DOCUMENT_PROTOCOLS)
    if protocol not in known:
        raise DataError(path, f"rating.protocol = {protocol!r} is not possible: {', '.join(known)}.")
    if protocol in DOCUMENT_PROTOCOLS and "scales" in body:
        raise DataError(path, f"rating.scales belong to {ADEQUACY_FLUENCY_PROTOCOL}; {protocol} has its own.")
    foreign = {ADEQUACY_FLUENCY_PROTOCOL: OF_DOCUMENT_PROTOCOLS, "da": ("spans", "categories")}
    foreign |= {"sqm": foreign["da"], "esa": ("categories",)}
    for name in foreign.get(protocol, ()):
        if name in body:
            raise DataError(path, f"rating.{name} has no meaning for protocol = {protocol!r}.")


OPTIONAL = {
    "rating": ("reference", "documents", "spans", "tutorial", "checks"),
    "dictionary": (),
    "contrast": (),
    "templates": ("source", "lexicons"),
}
NEEDED = {"rating": ("source",), "dictionary": ("gold",), "contrast": ("data",)}
OF_WORKFLOW = {"tea-ver": ("checklist", "source"), "t9n": ("source",), "scr": ()}


def _files(path: Path, kind: str, body: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    needed: tuple[str, ...] = NEEDED.get(kind, ())
    if kind == "templates":
        workflow = body["workflow"]
        if workflow not in WORKFLOWS:
            raise DataError(path, f"templates.workflow = {workflow!r} is not possible: {', '.join(WORKFLOWS)}.")
        needed = OF_WORKFLOW[workflow]
    for name in needed:
        if name not in body:
            raise DataError(path, f"the key '{kind}.{name}' is missing: it names a file.")
    for name in dict.fromkeys((*needed, *OPTIONAL[kind])):
        if name in body:
            yield name, _existing(path, f"{kind}.{name}", body[name])


def _systems(path: Path, kind: str, body: Mapping[str, Any]) -> dict[str, Path]:
    if kind in ("templates", "contrast"):
        return {}
    systems = body.get("systems") or {}
    if not systems:
        raise DataError(path, f'[{kind}.systems] is missing: NAME = "file" for each system.')
    return {name: _existing(path, f"{kind}.systems.{name}", file) for name, file in systems.items()}


def _existing(path: Path, key: str, file: Any) -> Path:
    found = inside(path, str(file))
    if not is_input(found):
        raise DataError(path, f"{key} names {file}, but there is no such file in {path.parent or '.'}.")
    return found

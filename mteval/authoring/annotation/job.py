"""The job file: what people are asked, who they are, and how the work is dealt out.

Common keys: `kind` (rating, templates, dictionary), `title`, `annotators` (names, or how many), `instructions`,
`source_language`, `target_language`, `overlap` (how many annotators get each item; 0, the default, means all), `seed`,
`idle_seconds` (longer pauses do not count as work; 60). The table named after the kind says the rest; paths are relative to
the job file.

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
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mteval.core.errors import DataError, suggestion
from mteval.text.lines import read_bytes, read_text

KINDS = ("rating", "templates", "dictionary")
WORKFLOWS = ("tea-ver", "t9n", "scr")
SCALES = ("adequacy", "fluency")
COMMON = {
    "kind": str,
    "title": str,
    "instructions": str,
    "annotators": (list, int),
    "source_language": str,
    "target_language": str,
    "overlap": int,
    "seed": int,
    "idle_seconds": int,
}
TABLES: Mapping[str, Mapping[str, Any]] = {
    "rating": {
        "source": str,
        "reference": str,
        "side_by_side": bool,
        "scales": list,
        "limit": int,
        "systems": dict,
    },
    "templates": {"workflow": str, "checklist": str, "source": str, "lexicons": str},
    "dictionary": {"gold": str, "depth": int, "systems": dict},
    "controls": {"repeated": int, "degraded": int},
}
MANY_ANNOTATORS = 1000


@dataclass(frozen=True, slots=True)
class Job:
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
            parts += [name, hashlib.sha256(read_bytes(path)).hexdigest()]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def read_job(path: Path) -> Job:
    """Read and check a job file."""
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DataError(path, f"is not valid TOML: {error}.") from None
    kind = _kind(path, table)
    _require_known(path, table, {**COMMON, kind: dict, "controls": dict}, "")
    body = table.get(kind)
    if not isinstance(body, dict):
        raise DataError(path, f"the table [{kind}] is missing. It says what the job is about.")
    _require_known(path, body, TABLES[kind], f"{kind}.")
    controls = table.get("controls", {})
    _require_known(path, controls, TABLES["controls"], "controls.")
    if kind != "rating" and any(controls.values()):
        raise DataError(path, "[controls] belong to a rating job.")
    files = dict(_files(path, kind, body))
    return Job(
        path=path,
        kind=kind,
        title=table.get("title") or path.stem,
        annotators=_annotators(path, table.get("annotators")),
        settings={name: value for name, value in body.items() if name not in files and name != "systems"},
        files=files,
        systems=_systems(path, kind, body),
        **{name: table[name] for name in COMMON if name in table and name not in ("kind", "title", "annotators")},
        repeated=_count(path, controls, "repeated"),
        degraded=_count(path, controls, "degraded"),
    )


def _kind(path: Path, table: Mapping[str, Any]) -> str:
    kind = table.get("kind")
    if kind not in KINDS:
        raise DataError(path, f"kind = {kind!r} is not possible; it is one of {', '.join(KINDS)}.")
    return str(kind)


def _require_known(path: Path, table: Mapping[str, Any], known: Mapping[str, Any], prefix: str) -> None:
    for name, value in table.items():
        if name not in known:
            raise DataError(path, f"unknown key '{prefix}{name}'. {suggestion(name, known)}")
        wanted = known[name]
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            kinds = wanted if isinstance(wanted, tuple) else (wanted,)
            raise DataError(path, f"'{prefix}{name}' must be {' or '.join(kind.__name__ for kind in kinds)}.")
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            raise DataError(path, f"'{prefix}{name}' cannot be negative.")


def _count(path: Path, controls: Mapping[str, Any], name: str) -> int:
    return int(controls.get(name, 0))


def _annotators(path: Path, given: Any) -> tuple[str, ...]:
    if isinstance(given, int) and not isinstance(given, bool):
        if not 1 <= given <= MANY_ANNOTATORS:
            raise DataError(path, f"annotators = {given} is not possible: 1 to {MANY_ANNOTATORS}.")
        return tuple(f"annotator-{number:0{len(str(given))}d}" for number in range(1, given + 1))
    names = tuple(str(name).strip() for name in given or ())
    if not names or not all(names) or len(set(names)) < len(names):
        raise DataError(path, "annotators must be a list of different names, or how many there are.")
    return names


NEEDED = {"rating": ("source",), "dictionary": ("gold",)}
OPTIONAL = {"rating": ("reference",), "dictionary": (), "templates": ("lexicons",)}
OF_WORKFLOW = {"tea-ver": ("checklist", "source"), "t9n": ("source",), "scr": ("source",)}


def _files(path: Path, kind: str, body: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    needed: tuple[str, ...] = NEEDED.get(kind, ())
    if kind == "templates":
        workflow = body.get("workflow")
        if workflow not in WORKFLOWS:
            raise DataError(path, f"templates.workflow = {workflow!r} is not possible: {', '.join(WORKFLOWS)}.")
        needed = OF_WORKFLOW[workflow]
    for name in needed:
        if name not in body:
            raise DataError(path, f"the key '{kind}.{name}' is missing: it names a file.")
    for name in (*needed, *OPTIONAL[kind]):
        if name in body:
            yield name, _existing(path, f"{kind}.{name}", body[name])


def _systems(path: Path, kind: str, body: Mapping[str, Any]) -> dict[str, Path]:
    if kind == "templates":
        return {}
    systems = body.get("systems") or {}
    if not systems:
        raise DataError(path, f'[{kind}.systems] is missing: NAME = "file" for each system.')
    return {name: _existing(path, f"{kind}.systems.{name}", file) for name, file in systems.items()}


def _existing(path: Path, key: str, file: Any) -> Path:
    found = path.parent / str(file)
    if not found.is_file():
        raise DataError(path, f"{key} names {file}, but there is no such file in {path.parent or '.'}.")
    return found

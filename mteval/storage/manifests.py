"""TOML files that people write (suite manifests, jobs), read into typed tables: every problem in one clear sentence."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated, Any, TypeVar

import msgspec

from mteval.core.errors import DataError, suggestion
from mteval.core.options import FILE, FILES, FOLDER, SYSTEM, Option
from mteval.core.suites import MAIN_FILE
from mteval.storage.digests import file_digest
from mteval.text.documents import parse_toml, read_toml, typed
from mteval.text.lines import BYTE_ORDER_MARK, decode
from mteval.text.packed import is_input, read_bytes

Table = TypeVar("Table", bound=msgspec.Struct)
# Up to the next table, without the comments that stand before that.
JUDGED_TABLE = re.compile(
    r"^[ \t]*\[[ \t]*judged[ \t]*\][^\n]*\n(?:[^\n]*\n)*?(?=(?:[ \t\r]*(?:#[^\n]*)?\n)*(?:[ \t]*\[|\Z))", re.MULTILINE
)


class DataFile(msgspec.Struct, frozen=True):
    """One data file of a suite: where it lies beside the manifest, its digest, and where it can be fetched."""

    path: str
    sha256: str = ""
    url: str = ""


class Judged(msgspec.Struct, frozen=True):
    """[judged]: what people (or whoever `by` names) said of a random sample of the suite's items, written by mteval.

    `precision` is the share of good items with its `interval`; `agreement` is Krippendorff's α on whether an item is good;
    `data` is the digest of the files that were judged.
    """

    by: str
    data: str
    items: Annotated[int, msgspec.Meta(ge=0)]
    annotators: Annotated[int, msgspec.Meta(ge=1)]
    precision: Annotated[float, msgspec.Meta(ge=0, le=1)]
    interval: tuple[float, float] | None = None
    level: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.95
    words: Annotated[int, msgspec.Meta(ge=0)] | None = None
    reference_right: float | None = None
    contrast_wrong: float | None = None
    grammatical: float | None = None
    equal: float | None = None
    agreement: float | None = None


class SuiteFile(msgspec.Struct, frozen=True):
    """What a suite.toml says."""

    name: str
    family: str
    version: str
    languages: tuple[str, ...]
    licence: str
    format: str
    files: dict[str, DataFile]
    citation: str = ""
    description: str = ""
    status: str = ""
    cases: Annotated[int, msgspec.Meta(ge=0)] | None = None
    metrics: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()
    fields: dict[str, str] = {}
    options: dict[str, Any] = {}
    judged: Judged | None = None


def read_suite_file(path: Path) -> SuiteFile:
    """Read and check a suite manifest."""
    table = read_table(path, SuiteFile)
    if MAIN_FILE not in table.files:
        raise DataError(path, f"[files] names no '{MAIN_FILE}', the suite's main file.")
    for key, entry in table.files.items():
        if entry.url and not entry.sha256:
            raise DataError(
                path, f"files.{key} is fetched from a url, so it needs its sha256. 'sha256sum FILE' tells it."
            )
    return table


def suite_name(path: Path) -> str:
    """The name a manifest gives its suite; its folder's where it cannot be read."""
    try:
        return str(read_toml(path).get("name") or path.parent.name)
    except DataError:
        return path.parent.name


def judged_facts(table: SuiteFile) -> dict[str, Any]:
    """What a manifest tells of judgements, by name; nothing where it tells nothing."""
    facts = msgspec.to_builtins(table.judged) if table.judged else {}
    return {name: value for name, value in facts.items() if value is not None}


def with_judged(path: Path, judged: Judged) -> str:
    """The text of a manifest with this table of judgements, in place of the one it may have."""
    read_suite_file(path)
    facts = {name: value for name, value in msgspec.to_builtins(judged).items() if value is not None}
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    kept = JUDGED_TABLE.sub("", decode(read_bytes(path), path).rstrip("\n") + "\n").rstrip("\n")
    text = "\n".join((kept, "", "[judged]", *lines, ""))
    if not _holds(text, {**read_toml(path), "judged": facts}):
        raise DataError(path, "the place of [judged] is not recognised, so it cannot be written. Take it out first.")
    return text


def _holds(text: str, tables: Mapping[str, Any]) -> bool:
    """Whether a text is TOML and has these tables."""
    try:
        found = parse_toml(text.removeprefix(BYTE_ORDER_MARK), "")
    except DataError:
        return False
    one, other = (json.dumps(value, default=str, sort_keys=True) for value in (found, tables))
    return one == other


def with_digests(path: Path) -> tuple[str, int]:
    """The text of a manifest with the sha256 of every local file as it is now, and how many of them changed."""
    text = decode(read_bytes(path), path)
    changed = 0
    for key, entry in read_suite_file(path).files.items():
        file = inside(path, entry.path)
        if not is_input(file):
            continue
        digest = file_digest(file)
        if digest != entry.sha256:
            text = _with_digest(text, path, key, digest)
            changed += 1
    return text, changed


def _with_digest(text: str, path: Path, key: str, digest: str) -> str:
    """The text with the digest in the table of one file: `key = { path = "…" }`, or [files.key] on lines of its own."""
    name = rf"(?:{re.escape(key)}|\"{re.escape(key)}\"|'{re.escape(key)}')"
    inline = re.compile(rf"^(\s*{name}\s*=\s*\{{)([^}}\n]*)(\}})", re.MULTILINE)
    table = re.compile(rf"^(\s*\[\s*files\s*\.\s*{name}\s*\][^\n]*\n)((?:(?!\s*\[)[^\n]*\n?)*)", re.MULTILINE)
    known = re.compile(r"sha256\s*=\s*(?:\"[^\"]*\"|'[^']*')")
    for place, joint in ((inline, ', sha256 = "{}" '), (table, 'sha256 = "{}"\n')):
        found = place.search(text)
        if found is None:
            continue
        body = found[2]
        if known.search(body):
            body = known.sub(f'sha256 = "{digest}"', body)
        else:
            body = body.rstrip() + ("" if joint.startswith(",") else "\n") + joint.format(digest)
        head = found[1]
        tail = found[3] if place is inline else ""
        return f"{text[: found.start()]}{head}{body}{tail}{text[found.end() :]}"
    raise DataError(path, f"the place of files.{key} is not recognised, so its sha256 cannot be written: {digest}.")


def inside(manifest: Path, name: str) -> Path:
    """The file a manifest or job file names, which must lie in its folder, links followed, unless MTEVAL_OUTSIDE_FILES=1."""
    path = manifest.parent / name
    if _trusted():
        return path
    parts = (*PurePosixPath(name).parts, *PureWindowsPath(name).parts)
    absolute = PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive
    if absolute or ".." in parts or not path.resolve().is_relative_to(manifest.parent.resolve()):
        raise DataError(
            manifest,
            f"names the file {name!r}, which lies outside its folder. Move it there, or set MTEVAL_OUTSIDE_FILES=1 "
            "if you trust it.",
        )
    return path


def _trusted() -> bool:
    """Whether the user trusts manifests and job files to name what they like."""
    return os.environ.get("MTEVAL_OUTSIDE_FILES", "").lower() in ("1", "true", "yes")


def confined_options(manifest: Path, given: Mapping[str, Any], declared: Iterable[Option]) -> dict[str, Any]:
    """The options a manifest gives: files and folders are paths in its own folder, and what to run or ask is not its to say."""
    kinds = {option.name: option for option in declared}
    return {name: _confined(manifest, kinds.get(name), value) for name, value in given.items()}


def _confined(manifest: Path, option: Option | None, value: Any) -> Any:
    if option is None or value in option.choices:
        return value
    if option.kind in (FILE, FOLDER):
        return str(inside(manifest, str(value)))
    if option.kind is FILES:
        return ",".join(str(inside(manifest, name)) for name in option.read(value))
    if option.kind is SYSTEM and not _trusted():
        raise DataError(
            manifest,
            f"names a system, {option.name}={value}, which would be run or asked on its word. Take it out and give the metric "
            "with --metrics, or set MTEVAL_OUTSIDE_FILES=1 if you trust it.",
        )
    return value


def read_table(path: Path, kind: type[Table]) -> Table:
    """Read a TOML file of a kind: unknown keys are refused with the nearest name, missing ones all named at once."""
    return checked(read_toml(path), kind, path)


def checked(content: Mapping[str, Any], kind: type[Table], path: Path) -> Table:
    """A table of a kind from what a file holds."""
    _check_keys(content, kind, path)
    return typed(content, kind, path)


def _check_keys(content: Mapping[str, Any], kind: type[msgspec.Struct], path: Path) -> None:
    missing = list(_missing_keys(content, kind, path, ""))
    if missing:
        keys = "the key" if len(missing) == 1 else "the keys"
        names = " and ".join(f"'{name}'" for name in missing)
        raise DataError(path, f"{keys} {names} {'is' if len(missing) == 1 else 'are'} missing.")


def _missing_keys(content: Mapping[str, Any], kind: type[msgspec.Struct], path: Path, place: str) -> Iterator[str]:
    """Every required key that is not there, in this table and those in it; an unknown one is refused."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in content:
        if key not in fields:
            raise DataError(path, f"unknown key '{place}{key}'. {suggestion(key, fields)}")
    yield from (f"{place}{name}" for name, field in fields.items() if field.required and name not in content)
    for name, field in fields.items():
        inner = _table_kind(field.type)
        for key, value in _tables(content.get(name), field.type) if inner else ():
            yield from _missing_keys(value, inner, path, f"{place}{name}.{key}." if key else f"{place}{name}.")


def _table_kind(of: Any) -> Any:
    """The kind of table a field holds: alone, by name, or where it may be left out."""
    kinds = (of, *getattr(of, "__args__", ()))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)), None)


def _tables(value: Any, of: Any) -> list[tuple[str, Mapping[str, Any]]]:
    if getattr(of, "__origin__", None) is dict:
        named = value.items() if isinstance(value, Mapping) else ()
        return [(str(key), one) for key, one in named if isinstance(one, Mapping)]
    return [("", value)] if isinstance(value, Mapping) else []

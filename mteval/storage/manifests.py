"""TOML files that people write (suite manifests, jobs), read into typed tables: every problem in one clear sentence."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, TypeVar

import msgspec

from mteval.core.errors import DataError, suggestion
from mteval.core.suites import MAIN_FILE
from mteval.text.documents import read_toml, typed

Table = TypeVar("Table", bound=msgspec.Struct)


class DataFile(msgspec.Struct, frozen=True):
    """One data file of a suite: where it lies beside the manifest, its digest, and where it can be fetched."""

    path: str
    sha256: str
    url: str = ""


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
    metrics: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()
    fields: dict[str, str] = {}
    options: dict[str, Any] = {}


def read_suite_file(path: Path) -> SuiteFile:
    """Read and check a suite manifest."""
    table = read_table(path, SuiteFile)
    if MAIN_FILE not in table.files:
        raise DataError(path, f"[files] names no '{MAIN_FILE}', the suite's main file.")
    return table


def inside(manifest: Path, name: str) -> Path:
    """The file a manifest names, which must lie in its folder, links followed, unless MTEVAL_OUTSIDE_FILES=1."""
    path = manifest.parent / name
    if os.environ.get("MTEVAL_OUTSIDE_FILES", "").lower() in ("1", "true", "yes"):
        return path
    parts = (*PurePosixPath(name).parts, *PureWindowsPath(name).parts)
    absolute = PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive
    if absolute or ".." in parts or not path.resolve().is_relative_to(manifest.parent.resolve()):
        raise DataError(
            manifest,
            f"names the file {name!r}, which lies outside its folder. Move it there, or set MTEVAL_OUTSIDE_FILES=1 "
            "if you trust the manifest.",
        )
    return path


def read_table(path: Path, kind: type[Table]) -> Table:
    """Read a TOML file of a kind: unknown keys are refused with the nearest name, missing ones all named at once."""
    return checked(read_toml(path), kind, path)


def checked(content: Mapping[str, Any], kind: type[Table], path: Path) -> Table:
    """A table of a kind from what a file holds."""
    _check_keys(content, kind, path)
    return typed(content, kind, path)


def _check_keys(content: Mapping[str, Any], kind: type[msgspec.Struct], path: Path, place: str = "") -> None:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in content:
        if key not in fields:
            raise DataError(path, f"unknown key '{place}{key}'. {suggestion(key, fields)}")
    missing = [name for name, field in fields.items() if field.required and name not in content]
    if missing:
        keys = "the key" if len(missing) == 1 else "the keys"
        names = " and ".join(f"'{place}{name}'" for name in missing)
        raise DataError(path, f"{keys} {names} {'is' if len(missing) == 1 else 'are'} missing.")
    for name, field in fields.items():
        inner = _table_kind(field.type)
        for key, value in _tables(content.get(name), field.type) if inner else ():
            _check_keys(value, inner, path, f"{place}{name}.{key}." if key else f"{place}{name}.")


def _table_kind(of: Any) -> Any:
    """The kind of table a field holds: alone, by name, or where it may be left out."""
    kinds = (of, *getattr(of, "__args__", ()))
    return next((kind for kind in kinds if isinstance(kind, type) and issubclass(kind, msgspec.Struct)), None)


def _tables(value: Any, of: Any) -> list[tuple[str, Mapping[str, Any]]]:
    if getattr(of, "__origin__", None) is dict:
        named = value.items() if isinstance(value, Mapping) else ()
        return [(str(key), one) for key, one in named if isinstance(one, Mapping)]
    return [("", value)] if isinstance(value, Mapping) else []

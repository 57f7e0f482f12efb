"""Finds suite manifests, verifies their data, and loads suites."""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from mteval.core import registry
from mteval.core.errors import DataError, MtevalError, UnknownNameError, UsageError, suggestion
from mteval.core.suites import Suite, SuiteSource
from mteval.text.lines import read_bytes, read_text
from mteval.text.shipped import data_folder

MANIFEST = "suite.toml"
PLAIN_KEYS = ("name", "family", "version", "licence", "citation", "description", "status", "format")
LIST_KEYS = ("languages", "metrics", "slices")
TABLE_KEYS = ("files", "fields", "options")
REQUIRED_KEYS = ("name", "family", "version", "languages", "licence", "format", "files")
FILE_KEYS = ("path", "sha256", "url")
MAIN_FILE = "data"


def cache_folder() -> Path:
    """Where fetched data and answers are kept: MTEVAL_CACHE, or the user's cache folder."""
    chosen = os.environ.get("MTEVAL_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "mteval"


def suite_folders() -> list[Path]:
    """Folders that hold suites: the shipped ones and those named in MTEVAL_SUITES."""
    own = [Path(part) for part in os.environ.get("MTEVAL_SUITES", "").split(os.pathsep) if part]
    return [*own, data_folder("challenge_sets")]


def manifests() -> dict[str, Path]:
    """Every manifest by suite name, the folder's name; a user's folder wins over the shipped one."""
    found: dict[str, Path] = {}
    for folder in suite_folders():
        for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
            found.setdefault(manifest.parent.name, manifest)
    return dict(sorted(found.items()))


def find_suite(name: str, format: str | None = None) -> SuiteSource:
    """The suite meant by a name, a manifest, a folder with one, or a data file with its format."""
    path = Path(name)
    if format is not None:
        return bare_suite(path, format)
    if path.is_dir() and (path / MANIFEST).is_file():
        return read_manifest(path / MANIFEST)
    if path.name.endswith(".toml") and path.is_file():
        return read_manifest(path)
    known = manifests()
    if name in known:
        return read_manifest(known[name])
    if path.is_file():
        formats = ", ".join(registry.formats.names())
        raise UsageError(f"{name} is a file, so say what it holds: --format FORMAT, one of {formats}.")
    if path.is_dir():
        raise DataError(
            path, f"is a folder without {MANIFEST}. Name a suite (mteval list suites) or a file with --format."
        )
    raise UnknownNameError("suite", name, known)


def bare_suite(path: Path, format: str) -> SuiteSource:
    """A suite made of one data file whose format the user names."""
    plugin = registry.formats.find(format)
    if path.is_dir() and not getattr(plugin, "reads_folders", False):
        raise DataError(path, "is a folder, not a file. Name one file in it.")
    if not path.exists():
        raise DataError(path, "no such file. Check the path.")
    digest = "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
    return SuiteSource(name=path.name, family=plugin.family, format=format, files={MAIN_FILE: path}, digest=digest)


def read_manifest(path: Path) -> SuiteSource:
    """Read and check a manifest; the data files are verified against their digests."""
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise DataError(path, f"is not valid TOML: {error}.") from None
    _check_keys(path, table)
    files = {key: _locate(path, key, entry) for key, entry in table["files"].items()}
    digest = hashlib.sha256("".join(sorted(entry["sha256"] for entry in table["files"].values())).encode())
    plain: dict[str, Any] = {key: str(table.get(key, "")) for key in PLAIN_KEYS}
    lists: dict[str, Any] = {key: tuple(table.get(key, ())) for key in LIST_KEYS}
    return SuiteSource(
        **plain,
        **lists,
        files=files,
        fields=table.get("fields", {}),
        options=table.get("options", {}),
        digest=digest.hexdigest(),
    )


def _check_keys(path: Path, table: Mapping[str, Any]) -> None:
    known = (*PLAIN_KEYS, *LIST_KEYS, *TABLE_KEYS)
    for key in table:
        if key not in known:
            raise DataError(path, f"unknown key '{key}'. {suggestion(key, known)}")
    for key in REQUIRED_KEYS:
        if key not in table:
            raise DataError(path, f"the key '{key}' is missing.")
    for key in LIST_KEYS:
        if not isinstance(table.get(key, []), list):
            raise DataError(path, f"'{key}' must be a list.")
    for key in TABLE_KEYS:
        if not isinstance(table.get(key, {}), dict):
            raise DataError(path, f"'{key}' must be a table.")
    if MAIN_FILE not in table["files"]:
        raise DataError(path, f"[files] names no '{MAIN_FILE}', the suite's main file.")


def _locate(manifest: Path, key: str, entry: Any) -> Path:
    """The local copy of one data file, fetched if need be, its digest verified."""
    if not isinstance(entry, dict) or "path" not in entry or "sha256" not in entry:
        raise DataError(manifest, f"files.{key} needs a path and a sha256.")
    for name in entry:
        if name not in FILE_KEYS:
            raise DataError(manifest, f"unknown key 'files.{key}.{name}'. {suggestion(name, FILE_KEYS)}")
    path = manifest.parent / str(entry["path"])
    if not path.exists() and "url" in entry:
        path = fetch(entry["url"], entry["sha256"])
    verify(path, entry["sha256"])
    return path


def verify(path: Path, sha256: str) -> None:
    """Refuse a file whose digest is not the one promised."""
    if not path.exists():
        raise DataError(path, "no such file, though the manifest names it. Install the suite again.")
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != sha256:
        raise DataError(
            path, f"has sha256 {found[:12]}…, but its manifest says {sha256[:12]}…. Restore it or correct the manifest."
        )


def offline() -> bool:
    """Whether the user forbade network access (MTEVAL_OFFLINE=1)."""
    return os.environ.get("MTEVAL_OFFLINE", "").lower() in ("1", "true", "yes")


def fetch(url: str, sha256: str) -> Path:
    """The cached copy of a file on the network, downloaded at first use."""
    folder = cache_folder() / "data"
    name = f"{sha256[:16]}-{url.rstrip('/').rsplit('/', 1)[-1]}"
    if (folder / name).exists():
        return folder / name
    if offline():
        raise DataError(url, f"is not in {folder}, and MTEVAL_OFFLINE forbids fetching it. Fetch it once while online.")
    import pooch
    import requests

    try:
        return Path(pooch.retrieve(url, known_hash=sha256, path=folder, fname=name, progressbar=False))
    except ValueError:
        raise DataError(url, "the file there is not the one the manifest describes (sha256 differs).") from None
    except (requests.RequestException, OSError, MtevalError) as error:
        reason = type(error).__name__
        raise DataError(
            url, f"cannot be fetched ({reason}). Check the network, or put the file into {folder}/{name}."
        ) from None


def load_suite(source: SuiteSource, overrides: Mapping[str, Any] | None = None) -> Suite:
    """Read a suite's files and let its family make cases of them; `overrides` win over the manifest's options."""
    options = {**source.options, **(overrides or {})}
    source = replace(source, options=options)
    contents = registry.formats.find(source.format)().read(source)
    languages = source.languages or tuple(contents.languages)
    source = replace(source, digest=_whole_digest(source, contents.files), languages=languages)
    suite: Suite = registry.families.find(source.family)(options).load(source, contents)
    return replace(suite, options={**suite.options, **options})


def _whole_digest(source: SuiteSource, found: Iterable[Path]) -> str:
    """The digest of all data: whichever of the files was given, and the siblings its format found, in any order."""
    given = {path.resolve() for path in source.files.values()}
    others = [hashlib.sha256(path.read_bytes()).hexdigest() for path in found if path.resolve() not in given]
    if not others:
        return source.digest
    return hashlib.sha256("".join(sorted(filter(None, (source.digest, *others)))).encode()).hexdigest()


def file_digest(paths: Iterable[Path]) -> str:
    """One sha256 over the contents of several files."""
    digest = hashlib.sha256()
    for path in paths:
        digest.update(hashlib.sha256(read_bytes(path)).digest())
    return digest.hexdigest()

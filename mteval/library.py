"""Finds suites, ratings and score files, recognises their formats, verifies their data, and loads them."""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.core import registry
from mteval.core.errors import DataError, MtevalError, UnknownNameError, UsageError, WrongFormatError
from mteval.core.options import OptionValues, parse_spec, read_options, refuse_unknown
from mteval.core.protocols import Contents
from mteval.core.suites import MAIN_FILE, Suite, SuiteSource
from mteval.storage.digests import file_digest, joint_digest
from mteval.text.packed import is_input, read_bytes
from mteval.text.shipped import data_folder

if TYPE_CHECKING:
    from mteval.human.ratings import Ratings
    from mteval.storage.manifests import DataFile

MANIFEST = "suite.toml"

HEAD = 1 << 16


def suite_folders() -> list[Path]:
    """Folders that hold suites: those named in MTEVAL_SUITES, those of installed packages, and the shipped ones."""
    own = [Path(part) for part in os.environ.get("MTEVAL_SUITES", "").split(os.pathsep) if part]
    return [*own, *_installed_folders(), data_folder("challenge_sets")]


def _installed_folders() -> list[Path]:
    """What packages offer under the entry point `mteval.suites`: a package or module whose folder holds suites."""
    from importlib.util import find_spec

    folders = []
    for point in registry.installed_entry_points("mteval.suites"):
        module, _, attribute = point.value.partition(":")
        try:
            found = find_spec(module)
        except (Exception, SystemExit):  # noqa: BLE001, S112 - what cannot be imported offers no suites, and stops nobody else
            continue
        places = list(found.submodule_search_locations or ()) if found else []
        folders += [Path(place) / attribute if attribute else Path(place) for place in places]
    return folders


def manifests() -> dict[str, Path]:
    """Every manifest by the name it gives its suite; a user's folder wins over the shipped one."""
    from mteval.storage.manifests import suite_name

    found: dict[str, Path] = {}
    for folder in suite_folders():
        for manifest in sorted(folder.glob(f"*/{MANIFEST}")):
            found.setdefault(suite_name(manifest), manifest)
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class SuiteEntry:
    """What a list of suites tells of one, read from its manifest alone; `cases` is None where that does not say."""

    family: str
    languages: tuple[str, ...]
    cases: int | None
    status: str
    description: str


def suite_facts(*, family: str = "", language: str = "") -> dict[str, SuiteEntry]:
    """Every suite by name with what its manifest tells; those of one family, or that have to do with one language."""
    from mteval.storage.manifests import read_suite_file

    if family:
        registry.families.find(family)
    found = {}
    for name, path in manifests().items():
        try:
            table = read_suite_file(path)
        except DataError as error:
            found[name] = SuiteEntry("", (), None, "broken", str(error))
            continue
        found[name] = SuiteEntry(table.family, table.languages, table.cases, table.status, table.description)
    return {
        name: facts
        for name, facts in found.items()
        if family in ("", facts.family) and (not language or _speaks(facts.languages, language))
    }


def _speaks(languages: Sequence[str], wanted: str) -> bool:
    """Whether a language is among those of a suite, with or without its region; a pair (en-es) must be both in order."""
    whole = [code.lower() for code in languages]
    plain = [code.partition("-")[0] for code in whole]
    asked = wanted.lower()
    return asked in whole or asked in plain or asked in ("-".join(whole), "-".join(plain))


def plugin_descriptions(plugins: registry.Registry) -> dict[str, str]:
    """The first sentence on every plugin of a kind, read without importing those of mteval."""
    folder = Path(__file__).parent / plugins.kind
    return {name: _first_sentence(plugins, name, folder) for name in plugins.names()}


def _first_sentence(plugins: registry.Registry, name: str, folder: Path) -> str:
    path = folder / f"{plugins.file_of(name)}.py"
    if path.is_file():
        return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    try:
        return (inspect.getdoc(plugins.find(name)) or "").partition("\n")[0]
    except MtevalError as error:
        return str(error)


def find_suite(name: str, format: str | None = None) -> SuiteSource:
    """The suite meant by a name, a manifest, a folder with one, or a data file with its format."""
    if format is not None:
        return bare_suite(Path(name), format)
    return read_manifest(find_manifest(name))


def find_manifest(name: str) -> Path:
    """The suite.toml meant by a name, a folder with one, or its own path."""
    path = Path(name)
    if path.is_dir() and (path / MANIFEST).is_file():
        return path / MANIFEST
    if path.name.endswith(".toml") and is_input(path):
        return path
    known = manifests()
    if name in known:
        return known[name]
    if is_input(path):
        formats = ", ".join(registry.formats.names())
        raise UsageError(f"{name} is a file, so say what it holds: --format FORMAT, one of {formats}.")
    if path.is_dir():
        raise DataError(
            path, f"is a folder without {MANIFEST}. Name a suite (mteval list suites) or a file with --format."
        )
    raise UnknownNameError("suite", name, known)


def data_file(name: str, family: str) -> Path:
    """The data file meant: the file itself, or the main file of a suite of the family."""
    path = Path(name)
    if is_input(path) and not path.name.endswith(".toml"):
        return path
    if path.parent != Path() and not path.is_dir() and not path.name.endswith(".toml"):
        raise DataError(path, "no such file. Check the path.")
    if path.suffix and name not in manifests() and not path.exists():
        raise DataError(path, "no such file. Check the path.")
    source = find_suite(name)
    if source.family != family:
        raise UsageError(f"'{name}' is a suite of the family '{source.family}', not '{family}'.")
    return source.files[MAIN_FILE]


def bare_suite(path: Path, format: str) -> SuiteSource:
    """A suite made of one data file whose format the user names."""
    plugin = registry.formats.find(format)
    if path.is_dir() and not plugin.reads_folders:
        raise DataError(path, "is a folder, not a file. Name one file in it.")
    if not path.exists():
        raise DataError(path, "no such file. Check the path.")
    digest = "" if path.is_dir() else file_digest(path)
    return SuiteSource(name=path.name, family=plugin.family, format=format, files={MAIN_FILE: path}, digest=digest)


def read_manifest(path: Path) -> SuiteSource:
    """Read and check a manifest; the data files are verified against their digests."""
    from mteval.storage.manifests import confined_options, judged_facts, read_suite_file

    table = read_suite_file(path)
    plugins = (registry.formats.find(table.format), registry.families.find(table.family))
    files = {key: _locate(path, entry) for key, entry in table.files.items()}
    digests = (entry.sha256 or file_digest(files[key]) for key, entry in table.files.items())
    return SuiteSource(
        name=table.name,
        family=table.family,
        format=table.format,
        files=files,
        version=table.version,
        languages=table.languages,
        licence=table.licence,
        citation=table.citation,
        description=table.description,
        metrics=tuple(_confined_metric(path, text) for text in table.metrics),
        slices=table.slices,
        fields=table.fields,
        options=confined_options(path, table.options, [option for one in plugins for option in one.options]),
        digest=joint_digest(digests),
        status=table.status,
        judged=judged_facts(table),
    )


def _confined_metric(manifest: Path, text: str) -> str:
    """A metric that a manifest names, with the files among its options in the manifest's folder."""
    from mteval.storage.manifests import confined_options

    spec = parse_spec(text)
    if not spec.options:
        return text
    plugin = registry.metrics.find(spec.name)
    return str(replace(spec, options=confined_options(manifest, spec.options, plugin.options)))


def _locate(manifest: Path, entry: DataFile) -> Path:
    """The local copy of one data file, fetched if need be, its digest verified where the manifest gives one."""
    from mteval.storage.downloads import fetch, verify
    from mteval.storage.manifests import inside

    path = inside(manifest, entry.path)
    if not is_input(path) and entry.url:
        path = fetch(entry.url, entry.sha256)
    if entry.sha256:
        verify(path, entry.sha256)
    elif not is_input(path):
        raise DataError(path, "no such file. The manifest beside it names it: check the path.")
    return path


def load_suite(source: SuiteSource, overrides: Mapping[str, Any] | None = None) -> Suite:
    """Read a suite's files and let its family make cases of them; `overrides` win over the manifest's options."""
    of_format, of_family = _options(source, {**source.options, **(overrides or {})})
    source = replace(source, options=of_format)
    contents = read_contents(source)
    languages = source.languages or tuple(contents.languages)
    source = replace(source, digest=_whole_digest(source, contents.files), languages=languages)
    family = registry.families.find(source.family)(of_family)
    suite: Suite = family.load(source, contents)
    return replace(suite, family=family)


def _options(source: SuiteSource, given: Mapping[str, Any]) -> tuple[OptionValues, OptionValues]:
    """The options a suite's format declares, and those its family declares; what neither knows is refused."""
    plugins = (registry.formats.find(source.format), registry.families.find(source.family))
    names = [{option.name for option in plugin.options} for plugin in plugins]
    owners = (f"the format '{source.format}'", f"the family '{source.family}'")
    refuse_unknown(given, names[0] | names[1], owners[1])
    parts = ({name: value for name, value in given.items() if name in known} for known in names)
    first, second = (
        read_options(plugin.options, part, owner) for plugin, part, owner in zip(plugins, parts, owners, strict=True)
    )
    return first, second


def read_contents(source: SuiteSource) -> Contents:
    """Read a suite's files; where they are of another format, say which one they look like."""
    plugin = registry.formats.find(source.format)
    source = replace(source, options=read_options(plugin.options, source.options, f"the format '{source.format}'"))
    try:
        contents: Contents = plugin().read(source)
    except WrongFormatError as error:
        hint = _looks_like(error.path, besides=error.format)
        raise DataError(error.path, f"{error.problem} {hint}", line=error.line) from None
    return contents


def _whole_digest(source: SuiteSource, found: Iterable[Path]) -> str:
    """The digest of all data: whichever of the files was given, and the siblings its format found, in any order."""
    given = {path.resolve() for path in source.files.values()}
    others = [file_digest(path) for path in found if path.resolve() not in given]
    return joint_digest(filter(None, (source.digest, *others))) if others else source.digest


def likely_formats(path: Path) -> tuple[str, ...]:
    """The names of all formats that recognise the file."""
    try:
        head = read_bytes(path)[:HEAD]
    except DataError:
        return ()
    return tuple(name for name in registry.formats if _recognises(name, head, path))


def _recognises(name: str, head: bytes, path: Path) -> bool:
    try:
        return bool(registry.formats.find(name)().recognise(head, path))
    except MtevalError:
        return False


def _looks_like(path: Path, *, besides: str) -> str:
    """A sentence saying which other format the file looks like, or what to do where there is none."""
    names = [name for name in likely_formats(path) if name != besides]
    if not names:
        return "See 'mteval list formats' for the formats known."
    return f"It looks like {' or '.join(repr(name) for name in names)}; try --format {names[0]}."


def rating_formats() -> tuple[str, ...]:
    """The formats that hold people's ratings."""
    found = registry.formats.usable().items()
    return tuple(name for name, plugin in found if plugin.family == "human" and not plugin.reads_folders)


def read_ratings(path: Path, format: str | None = None, ranges: str = "") -> Ratings:
    """Read a ratings file in the format named, or in the one it looks like; `ranges` as in `adequacy:0-100`."""
    return read_rating_files([path], format, {"ranges": ranges} if ranges else {})


def read_rating_files(
    paths: Sequence[Path], format: str | None = None, given: Mapping[str, Any] | None = None
) -> Ratings:
    """Read one or several files as one set of ratings; `given` are options of their format (ranges, weights, protocol)."""
    from mteval.human.ratings import joined_ratings

    return joined_ratings([_read_one(path, format, given or {}) for path in paths])


def _read_one(path: Path, format: str | None, given: Mapping[str, Any]) -> Ratings:
    from mteval.human.ratings import Ratings

    name = format or recognised_ratings(path)
    plugin = registry.formats.find(name)
    if plugin.family != "human":
        raise UsageError(f"'{name}' holds no ratings. Use one of {', '.join(rating_formats())}.")
    options = read_options(plugin.options, given, f"the format '{name}'")
    contents = read_contents(SuiteSource(path.name, "human", name, {MAIN_FILE: path}, options=options))
    return Ratings(path, tuple(contents.records), contents.findings, contents.ranges)


def recognised_ratings(path: Path) -> str:
    """The rating format a file looks like."""
    if path.is_dir():
        raise DataError(path, "is a folder. Name one ratings file.")
    if not path.exists():
        raise DataError(path, "no such file. Check the path.")
    found = [name for name in likely_formats(path) if name in rating_formats()]
    if found:
        return found[0]
    raise DataError(
        path,
        "holds no ratings that are recognised: a CSV or TSV file with a header (annotator, item, system, adequacy, fluency), "
        "an Appraise or Pearmut export, or the server's database. Name the format with --format.",
    )

"""Everything the command line gives, for notebooks and programs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, cast

from mteval.analysis.adjudication import Row, write_page, write_sheet
from mteval.case_results import source_text
from mteval.compare import Settings
from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.options import Spec, parse_specs, parse_system
from mteval.core.protocols import Contents, Exports, GivesSheet, System
from mteval.core.queries import Query, Translate, Translation
from mteval.core.records import Segment
from mteval.core.results import Finding, Results
from mteval.core.suites import Suite, SuiteSource
from mteval.evaluation import Watch, answer_cached, evaluate, family_of, judge_all, open_systems
from mteval.library import find_suite, load_suite
from mteval.scoring import NamedSystem, describe_suite
from mteval.text.lines import Lines, read_lines, require_same_length

SHOWN_CASES = 3
Texts = Sequence[str] | str | Path


class GivenTranslations:
    """A system whose translations are already there, one per segment."""

    answers: ClassVar[tuple[type, ...]] = (Translate,)
    deterministic: ClassVar[bool] = True

    def __init__(self, texts: Sequence[str], findings: Sequence[Finding] = ()) -> None:
        self._texts = texts
        self._findings = tuple(findings)

    def answer(self, queries: Sequence[Query]) -> Iterator[Translation]:
        """The translations, in order."""
        return (Translation(text) for text in self._texts)

    @property
    def signature(self) -> Mapping[str, str]:
        """The digest of the text."""
        return {"digest": hashlib.sha256("\n".join(self._texts).encode()).hexdigest()[:16]}

    @property
    def fingerprint(self) -> str:
        """Nothing worth caching."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading the file."""
        return self._findings


@dataclass(frozen=True, slots=True)
class References:
    """References of one test set, each line-aligned with the others, and what goes with them."""

    columns: tuple[Lines, ...]
    source: Lines | None = None
    documents: Lines | None = None

    def __post_init__(self) -> None:
        for lines in (*self.columns, self.source, self.documents):
            if lines is not None:
                require_same_length(self.columns[0], lines)


def score(
    translations: Mapping[str, Texts] | Sequence[Texts] | Texts,
    references: Sequence[Texts] | Texts,
    *,
    source: Texts | None = None,
    documents: Texts | None = None,
    metrics: str | Sequence[str] = "bleu,chrf",
    settings: Settings | None = None,
) -> Results:
    """Score translations against references and test every pair of systems.

    Translations and references are files or lists of segments; name systems by giving a mapping. `references` are given as
    in sacrebleu: one list (or file) per reference, each as long as the translations.
    """
    systems = _named_texts(translations)
    columns = tuple(_lines(texts, f"reference {i}") for i, texts in enumerate(_texts(references), start=1))
    if not columns:
        raise UsageError("There is no reference to score against.")
    if not systems:
        raise UsageError("There are no translations to score.")
    _refuse_transposed(systems, columns)
    given = References(columns, _optional(source, "source"), _optional(documents, "documents"))
    for lines in systems.values():
        require_same_length(given.columns[0], lines)
    opened: list[NamedSystem] = [_given(name, lines) for name, lines in systems.items()]
    return evaluate(_reference_suite(given), opened, _specs(metrics), settings)


def _given(name: str, lines: Lines) -> NamedSystem:
    system: System = GivenTranslations(lines.lines, lines.findings)
    return NamedSystem(name, "output-file", system)


def _reference_suite(given: References) -> Suite:
    family = registry.families.find("reference")({})
    sources: Sequence[str | None] = given.source.lines if given.source else [None] * len(given.columns[0])
    names: Sequence[str | None] = given.documents.lines if given.documents else [None] * len(given.columns[0])
    texts = zip(*(column.lines for column in given.columns), strict=True)
    records = tuple(
        Segment(text, origin, {} if document is None else {"document": (document,)})
        for text, origin, document in zip(texts, sources, names, strict=True)
    )
    files = [lines for lines in (*given.columns, given.source, given.documents) if lines is not None]
    digest = hashlib.sha256()
    for lines in files:
        digest.update(hashlib.sha256("\n".join(lines.lines).encode()).digest())
    name = given.columns[0].path.name
    suite_source = SuiteSource(name, "reference", "lines", {"data": given.columns[0].path}, digest=digest.hexdigest())
    findings = tuple(finding for lines in files for finding in lines.findings)
    suite: Suite = family.load(suite_source, Contents(records, (), findings))
    return suite


def run(
    suites: str | Sequence[str],
    *,
    systems: str | Sequence[str] | Mapping[str, System | Callable[..., Any]],
    metrics: str | Sequence[str] = "",
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    watch: Watch | None = None,
) -> Results:
    """Run suites (names, folders, or files with `format`) on systems.

    Systems are specs as on the command line; or, by name, system objects, or functions from a list of texts to a list of
    answers (see `mteval explain python`).
    """
    names = _each(suites)
    loaded = _told_apart(names, [load_suite(find_suite(name, format), options) for name in names])
    opened = _open(systems)
    parts = [evaluate(suite, opened, _specs(metrics), settings, watch) for suite in loaded]
    return merge(parts)


def export(suite: str, *, format: str | None = None, options: Mapping[str, Any] | None = None) -> list[str]:
    """The lines a system must translate or score, in the order its answers must come back."""
    loaded = load_suite(find_suite(suite, format), options)
    family = family_of(loaded)
    if not isinstance(family, Exports):
        raise CapabilityError(f"Suites of the family '{loaded.source.family}' have no lines to export.")
    return list(family.export(loaded))


def show(suite: str, *, format: str | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a suite is: where it comes from, its size, metrics, slices (how many values each tag has) and first cases."""
    loaded = load_suite(find_suite(suite, format), options)
    return {
        **describe_suite(loaded),
        "description": loaded.source.description,
        "metrics": list(loaded.metrics),
        "slices": {tag: len({v for case in loaded.cases for v in case.tags.get(tag, ())}) for tag in loaded.slices},
        "findings": [f"{finding.code}: {finding.message}" for finding in loaded.findings],
        "first cases": [source_text(case.query) for case in loaded.cases[:SHOWN_CASES]],
    }


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a person must decide of one system's translations: the rows, and of how many cases they are."""

    title: str
    rows: tuple[Row, ...]
    cases: int


def adjudicate(
    suite: str,
    *,
    system: str | Mapping[str, System | Callable[..., Any]],
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    output: str | Path | None = None,
    html: str | Path | None = None,
) -> Sheet:
    """The translations that hold words of both senses or of none, for a person to decide.

    `output` writes them as TSV, `html` as a page to decide on with the mouse; the decided sheet is merged back with the option
    `adjudicated`.
    """
    loaded = load_suite(find_suite(suite, format), options)
    family = family_of(loaded)
    if not isinstance(family, GivesSheet):
        raise CapabilityError(f"Suites of the family '{loaded.source.family}' leave nothing to decide by hand.")
    opened = _open(system)
    if len(opened) != 1:
        raise UsageError("A sheet is of one system. Give one.")
    answers = answer_cached(loaded, opened[0])
    rows = tuple(family.sheet(loaded, answers, judge_all(loaded, family, answers)))
    sheet = Sheet(f"{loaded.name}: {opened[0].name}", rows, len(loaded.cases))
    if output is not None:
        write_sheet(Path(output), rows)
    if html is not None:
        write_page(Path(html), rows, sheet.title)
    return sheet


def _told_apart(given: Sequence[str], suites: Sequence[Suite]) -> list[Suite]:
    """Suites that would share a name in the report have the one they were asked for by."""
    if len(set(given)) < len(given):
        raise UsageError("The same suite is given twice. Leave one of them out.")
    names = [suite.name for suite in suites]
    return [
        replace(suite, source=replace(suite.source, name=text)) if names.count(suite.name) > 1 else suite
        for text, suite in zip(given, suites, strict=True)
    ]


def _open(systems: str | Sequence[str] | Mapping[str, System | Callable[..., Any]]) -> list[NamedSystem]:
    if isinstance(systems, Mapping):
        objects = {name: _as_system(system) for name, system in systems.items()}
        return [NamedSystem(name, getattr(system, "name", "python"), system) for name, system in objects.items()]
    return open_systems([parse_system(text) for text in _each(systems)])


def _as_system(given: System | Callable[..., Any]) -> System:
    system: Any = given if hasattr(given, "answer") else registry.systems.find("python").of(given)
    return cast(System, system)


def merge(parts: Iterable[Results]) -> Results:
    """Several results as one document."""
    parts = list(parts)
    return Results(
        tuple(report for part in parts for report in part.reports),
        tuple(test for part in parts for test in part.comparisons),
        tuple(rank for part in parts for rank in part.ranks),
    )


def _specs(metrics: str | Sequence[str]) -> tuple[Spec, ...]:
    return tuple(spec for text in _each(metrics) for spec in parse_specs(text))


def _each(given: str | Sequence[str]) -> list[str]:
    """One name or several."""
    return [given] if isinstance(given, str) else list(given)


def _texts(given: Sequence[Texts] | Texts) -> list[Texts]:
    """One text or several; a bare path is one text, and so is a list of segments."""
    if isinstance(given, (str, Path)):
        return [given]
    several: list[Any] = list(given)
    segments = all(isinstance(one, str) for one in several) and not _paths(several)
    return [several] if several and segments else several


def _paths(texts: Sequence[str]) -> bool:
    """Whether strings are file names rather than segments: each is a file, or looks like the name of one."""
    return all(_is_there(text) or _looks_like_a_path(text) for text in texts)


def _is_there(text: str) -> bool:
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with signs that no name may have
        return False


def _looks_like_a_path(text: str) -> bool:
    """Without blanks and with a folder or an ending, as `out/system` or `system.txt`."""
    return not any(map(str.isspace, text)) and any(sign in text[1:-1] for sign in "/.")


def _named_texts(translations: Mapping[str, Texts] | Sequence[Texts] | Texts) -> dict[str, Lines]:
    if isinstance(translations, Mapping):
        return {name: _lines(texts, name) for name, texts in translations.items()}
    texts = _texts(translations)
    read = [_lines(one, f"system {i}") for i, one in enumerate(texts, start=1)]
    names = [lines.path.name for lines in read]
    unique = [str(lines.path) if names.count(lines.path.name) > 1 else lines.path.name for lines in read]
    if len(set(unique)) < len(unique):
        raise UsageError("The same translations are given twice. Leave one of them out.")
    return dict(zip(unique, read, strict=True))


def _lines(texts: Texts, name: str) -> Lines:
    if isinstance(texts, (str, Path)):
        return read_lines(texts)
    if not all(isinstance(text, str) for text in texts):
        raise UsageError(f"{name} must be a file or a list of strings, one per segment.")
    if not texts:
        raise UsageError(f"{name} has no segments.")
    return Lines(Path(name), tuple(texts))


def _optional(texts: Texts | None, name: str) -> Lines | None:
    return None if texts is None else _lines(texts, name)


def _refuse_transposed(systems: Mapping[str, Lines], columns: Sequence[Lines]) -> None:
    """References given per segment instead of per reference would be scored as nonsense."""
    segments = len(next(iter(systems.values())))
    if len(columns) == segments and len(columns) != len(columns[0]) and len({len(c) for c in columns}) == 1:
        raise UsageError(
            f"The references seem transposed: {len(columns)} lists of {len(columns[0])} for {segments} segments. "
            "Give one list per reference, each as long as the translations."
        )

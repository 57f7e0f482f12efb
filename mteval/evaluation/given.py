"""Translations and references handed over by the user, as files or as lists of segments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, cast

from mteval.core import registry
from mteval.core.columns import MANY, Columns, Same
from mteval.core.errors import UsageError
from mteval.core.options import NOTHING_CHOSEN, Option, OptionValues
from mteval.core.protocols import Contents
from mteval.core.queries import QUERIES_AT_ONCE, Query, Translate, Translation
from mteval.core.records import Segment
from mteval.core.results import Finding
from mteval.core.suites import Suite, SuiteSource
from mteval.evaluation.opened import NamedSystem, distinct_ends
from mteval.evaluation.segment_metadata import BUCKET_NAMES, LENGTH, SegmentMetadata, Tags, length_tags
from mteval.storage.digests import bytes_digest, lines_digest
from mteval.text.lines import Lines, read_lines, require_same_length
from mteval.text.packed import is_input
from mteval.text.packed_lines import joined

STANDARD_INPUT = Path("/dev/stdin")
Texts = Sequence[str] | str | Path
"""Segments in a list, or a file of them: a Path or a string that names it."""


class GivenTranslations:
    """A system whose translations are already there, one per segment."""

    answers: ClassVar[tuple[type, ...]] = (Translate,)
    options: ClassVar[tuple[Option, ...]] = ()
    reads_ratings: ClassVar[bool] = False
    at_once: ClassVar[int] = QUERIES_AT_ONCE
    opens_model: ClassVar[bool] = False
    chosen: OptionValues = NOTHING_CHOSEN

    def __init__(self, texts: Sequence[str], findings: Sequence[Finding] = (), path: Path | None = None) -> None:
        self._texts = texts
        self.path = path
        self._findings = tuple(findings)

    def answer(self, queries: Sequence[Query]) -> Iterator[Translation]:
        """The translations, in order."""
        return (Translation(text) for text in self._texts)

    @property
    def translations(self) -> Columns[Translation]:
        """The same, made when they are looked at."""
        return Columns(Translation, self._texts)

    @property
    def signature(self) -> Mapping[str, str]:
        """The digest of the text."""
        return {"digest": bytes_digest(joined(self._texts))[:16]}

    @property
    def fingerprint(self) -> str:
        """Nothing worth caching."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading the file."""
        return self._findings


@dataclass(frozen=True, slots=True)
class References:
    """References of one test set, each line-aligned with the others, and what goes with them; without any, the source."""

    columns: tuple[Lines, ...]
    source: Lines | None = None
    documents: Lines | None = None
    metadata: SegmentMetadata | None = None

    def __post_init__(self) -> None:
        rows = None if self.metadata is None else self.metadata.lines
        for lines in (*self.columns, self.source, self.documents, rows):
            if lines is not None:
                require_same_length(self.first, lines)

    @property
    def first(self) -> Lines:
        """The text that all others are aligned with."""
        if self.columns:
            return self.columns[0]
        if self.source is None:
            raise UsageError(
                "There is nothing to score against. Give a reference (-r), or the source (-s) for metrics without."
            )
        return self.source


def reference_suite(given: References) -> Suite:
    """The suite that references, or a source alone, make: one case per segment."""
    family = registry.families.find("reference")({})
    records, slices = segment_records(given, lengths=True)
    files = [lines for lines in (*given.columns, given.source, given.documents) if lines is not None]
    path = given.first.path
    # The source has a digest of its own: scores that do not read it are the same with it and without.
    digest = lines_digest(lines.lines for lines in files if lines is not given.source or not given.columns)
    sources_digest = lines_digest([given.source.lines]) if given.source and given.columns else ""
    source = SuiteSource(
        path.name,
        "reference",
        "lines",
        # Names of files tell the target language, so that of the source is not among them.
        {"data": path} if given.columns else {},
        digest=digest,
        slices=slices,
        source_digest=sources_digest,
    )
    findings = tuple(finding for lines in files for finding in lines.findings)
    suite: Suite = family.load(source, Contents(records, (), findings))
    return replace(suite, family=family, order={LENGTH: BUCKET_NAMES})


def segment_records(given: References, *, lengths: bool = False) -> tuple[Sequence[Segment], tuple[str, ...]]:
    """A segment for each line, and the tags that make slices; with `lengths` that of the first text is one."""
    count = len(given.first)
    sources: Sequence[str | None] = given.source.lines if given.source else Same(None, count)
    texts: Sequence[tuple[str, ...]] = Columns(tuple, *(one.lines for one in given.columns), make=_beside)
    known, slices = _segment_tags(given, lengths=lengths)
    if given.documents:
        known = [{**tags, "document": (name,)} for name, tags in zip(given.documents.lines, known, strict=True)]
    records: Columns[Segment] = Columns(Segment, texts if given.columns else Same((), count), sources, known)
    return records if count >= MANY else tuple(records), slices


def _beside(*texts: str) -> tuple[str, ...]:
    return texts


def _segment_tags(given: References, *, lengths: bool) -> tuple[list[Tags], tuple[str, ...]]:
    """What is known of each segment, and the tags that make slices: those handed over, and the length of the first text.

    That is the reference where there is one, so that a source given or not makes no other slices.
    """
    own = length_tags(given.first.lines) if lengths else [{}] * len(given.first)
    by_length = (LENGTH,) if any(own) else ()
    if given.metadata is None:
        return own, by_length
    rows = [{**length, **row} for length, row in zip(own, given.metadata.rows, strict=True)]
    return rows, tuple(dict.fromkeys((*given.metadata.slices, *by_length)))


def given_systems(translations: Mapping[str, Texts] | Sequence[Texts] | Texts) -> dict[str, Lines]:
    """Every system's translations by name: the name given, or its file's."""
    if isinstance(translations, Mapping):
        return {name: given_lines(texts, name) for name, texts in translations.items()}
    texts = several_texts(translations)
    read = [given_lines(one, f"system {i}") for i, one in enumerate(texts, start=1)]
    names = [lines.path.name for lines in read]
    if len({str(lines.path) for lines in read}) < len(read):
        raise UsageError("The same translations are given twice. Leave one of them out.")
    apart = distinct_ends(str(lines.path) for lines in read)
    return {apart[str(lines.path)] if names.count(lines.path.name) > 1 else lines.path.name: lines for lines in read}


def named_files(given: Sequence[str], names: Sequence[str]) -> Sequence[Path] | dict[str, Path]:
    """The files meant by FILE, NAME=FILE or - (standard input); `names` name them in their order."""
    if names and len(names) != len(given):
        raise UsageError(f"{len(names)} names are given for {len(given)} translations. Give --name once for each.")
    pairs = [_name_and_file(text) for text in given]
    if names:
        pairs = [(name, path) for name, (_, path) in zip(names, pairs, strict=True)]
    if not any(name for name, _ in pairs):
        return [path for _, path in pairs]
    chosen = [name or path.name for name, path in pairs]
    twice = [name for name in chosen if chosen.count(name) > 1]
    if twice:
        raise UsageError(f"Two systems are named '{twice[0]}'. Name them apart, as in NAME=FILE.")
    return {name: path for name, (_, path) in zip(chosen, pairs, strict=True)}


def _name_and_file(text: str) -> tuple[str, Path]:
    name, equals, file = text.partition("=")
    if not equals or not name or "/" in name or is_input(Path(text)):
        name, file = "", text
    if file == "-":
        return name or "stdin", STANDARD_INPUT
    return name, Path(file)


def given_file(text: str | None) -> Path | None:
    """A file, or standard input where it is -."""
    return None if text is None else STANDARD_INPUT if text == "-" else Path(text)


def named_system(name: str, lines: Lines) -> NamedSystem:
    """Translations as a system."""
    return NamedSystem(name, "output-file", GivenTranslations(lines.lines, lines.findings, lines.path))


def several_texts(given: Sequence[Texts] | Texts) -> list[Texts]:
    """One text or several: a file is one text, and so is a list of strings; a list of files or of lists holds several.

    Strings in a list are segments, whatever they look like; write `Path("file")` where a list of files is meant.
    """
    if isinstance(given, (str, Path)):
        return [given]
    several = list(given)
    if several and all(isinstance(one, str) for one in several):
        return [cast(list[str], several)]
    return several


def given_lines(texts: Texts, name: str) -> Lines:
    """The segments of one text."""
    if isinstance(texts, (str, Path)):
        return read_lines(texts)
    if not all(isinstance(text, str) for text in texts):
        raise UsageError(f"{name} must be a file or a list of strings, one per segment.")
    if not texts:
        raise UsageError(f"{name} has no segments.")
    return Lines(Path(name), tuple(texts))


def refuse_transposed(systems: Mapping[str, Lines], columns: Sequence[Lines]) -> None:
    """References given per segment instead of per reference would be scored as nonsense."""
    segments = len(next(iter(systems.values())))
    if len(columns) == segments and len(columns) != len(columns[0]) and len({len(c) for c in columns}) == 1:
        raise UsageError(
            f"The references seem transposed: {len(columns)} lists of {len(columns[0])} for {segments} segments. "
            "Give one list per reference, each as long as the translations."
        )

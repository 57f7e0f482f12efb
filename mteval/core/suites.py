"""A test suite: cases to put to a system, and what to make of its answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mteval.core.columns import Columns, kinds_of
from mteval.core.options import OptionValues
from mteval.core.queries import Query, Translate
from mteval.core.results import Finding

if TYPE_CHECKING:
    from mteval.core.protocols import Family
    from mteval.core.records import Segment

Tags = Mapping[str, tuple[str, ...]]
MAIN_FILE = "data"
"""The key of a suite's main file."""


@dataclass(frozen=True, slots=True)
class Case:
    """One question of a suite.

    `gold` is what the family needs to judge the answer (its own type); `tags` name the slices the case belongs to, several
    values per tag allowed. Cases with the same `question` number have the same query and share one answer (one contrast
    each of an item scored once); without a number a case asks for itself, since answer files have a line for each.
    """

    id: str
    query: Query
    gold: Any = None
    tags: Tags = field(default_factory=dict)
    question: int | None = None


class SegmentCases(Columns[Case]):
    """The cases of very many segments: they ask for a translation each, and are made when they are looked at."""

    __slots__ = ("ids", "queries", "references", "sources", "tags")

    def __init__(self, records: Columns[Segment]) -> None:
        self.references, self.sources, self.tags = records.columns
        self.ids = Columns(str, range(1, len(records) + 1))
        self.queries: Columns[Query] = Columns(Translate, self.sources, make=_translation_of)
        super().__init__(Case, self.ids, records, make=segment_case)


def segment_case(identity: str, record: Segment) -> Case:
    """The case of one segment."""
    return Case(identity, Translate(record.source or ""), record, record.tags)


def _translation_of(source: str | None) -> Translate:
    return Translate(source or "")


@dataclass(frozen=True, slots=True)
class SuiteSource:
    """Where a suite comes from: what a manifest or a bare file with --format says, before any family has parsed it.

    `source_digest` is of source texts that only some metrics read, and `digest` does not cover. `judged` is what people said of
    a sample of its items, where the manifest tells.
    """

    name: str
    family: str
    format: str
    files: Mapping[str, Path]
    version: str = "0"
    languages: tuple[str, ...] = ()
    licence: str = ""
    citation: str = ""
    description: str = ""
    metrics: tuple[str, ...] = ()
    slices: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=OptionValues)
    digest: str = ""
    status: str = ""
    source_digest: str = ""
    judged: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaidOutput:
    """One system's translations that the test set's own files hold, one for each case, and what was seen on the way."""

    texts: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """A loaded suite: its source, its cases, and the defects found in its data.

    `cluster` names the tag whose values are resampled together (cases of one ambiguous word are not independent).
    `order` gives the values of a tag in the order slices are shown, where that is not the order of the cases. `options` are
    the family's as they took effect; `source.options` are the format's. `family` judges the answers. `outputs` are what systems
    made of the cases, where the suite's own files hold it.
    """

    source: SuiteSource
    cases: Sequence[Case]
    metrics: tuple[str, ...]
    slices: tuple[str, ...] = ()
    cluster: str | None = None
    findings: tuple[Finding, ...] = ()
    options: OptionValues = field(default_factory=OptionValues)
    family: Family | None = None
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    outputs: Mapping[str, LaidOutput] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The suite's name."""
        return self.source.name

    def questions(self) -> tuple[Sequence[Query], Sequence[int]]:
        """The queries to ask in order, and for each case which of them answers it."""
        if isinstance(self.cases, SegmentCases):
            return self.cases.queries, range(len(self.cases))
        seen: dict[int, int] = {}
        queries: list[Query] = []
        places: list[int] = []
        for case in self.cases:
            place = len(queries) if case.question is None else seen.setdefault(case.question, len(queries))
            if place == len(queries):
                queries.append(case.query)
            places.append(place)
        return tuple(queries), tuple(places)

    def query_kinds(self) -> set[type]:
        """The kinds of question that the cases ask."""
        if isinstance(self.cases, SegmentCases):
            return kinds_of(self.cases.queries)
        return {type(case.query) for case in self.cases}

    def tagged(self, tag: str) -> Iterator[tuple[str, ...]]:
        """The values of a tag, case by case."""
        tags = self.cases.tags if isinstance(self.cases, SegmentCases) else (case.tags for case in self.cases)
        return (own.get(tag, ()) for own in tags)

    def clusters(self) -> list[str] | None:
        """The label of each case's cluster, a case without one standing alone; None where the suite has no clusters."""
        return None if self.cluster is None else cluster_labels(self.cluster, self.cases)


class TaggedItem(Protocol):
    """Anything with an id and tags: a case, or its result."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def tags(self) -> Tags: ...  # noqa: D102


def cluster_labels(tag: str, cases: Sequence[TaggedItem]) -> list[str]:
    """The label of each case's cluster by one tag; a case without that tag stands alone."""
    return [case.tags[tag][0] if case.tags.get(tag) else f"\0{case.id}" for case in cases]


def unique_ids(wanted: Sequence[str]) -> list[str]:
    """An id for each item: its own where it has one (repeats numbered), else its place."""
    counts: Counter[str] = Counter()
    ids = []
    for place, own in enumerate(wanted, start=1):
        identity = own or str(place)
        counts[identity] += 1
        ids.append(identity if counts[identity] == 1 else f"{identity}#{counts[identity]}")
    return ids

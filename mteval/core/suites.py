"""A test suite: cases to put to a system, and what to make of its answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mteval.core.queries import Query
from mteval.core.results import Finding

Tags = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Case:
    """One question of a suite.

    `gold` is what the family needs to judge the answer (its own type); `tags` name the slices the case belongs to, several
    values per tag allowed.
    """

    id: str
    query: Query
    gold: Any = None
    tags: Tags = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SuiteSource:
    """Where a suite comes from: what a manifest or a bare file with --format says, before any family has parsed it."""

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
    options: Mapping[str, Any] = field(default_factory=dict)
    digest: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Suite:
    """A loaded suite: its source, its cases, and the defects found in its data.

    `cluster` names the tag whose values are resampled together (cases of one ambiguous word are not independent).
    `order` gives the values of a tag in the order slices are shown, where that is not the order of the cases.
    """

    source: SuiteSource
    cases: tuple[Case, ...]
    metrics: tuple[str, ...]
    slices: tuple[str, ...] = ()
    cluster: str | None = None
    findings: tuple[Finding, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    order: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The suite's name."""
        return self.source.name

    def questions(self) -> tuple[tuple[Query, ...], tuple[int, ...]]:
        """The distinct queries in order, and for each case which of them it asks.

        Cases that hold one and the same query object are answered by one answer (one contrast each of an item scored
        once). Equal but separate objects stay separate, since answer files have a line for each.
        """
        seen: dict[int, int] = {}
        queries: list[Query] = []
        places: list[int] = []
        for case in self.cases:
            place = seen.setdefault(id(case.query), len(queries))
            if place == len(queries):
                queries.append(case.query)
            places.append(place)
        return tuple(queries), tuple(places)

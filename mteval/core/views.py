"""How a family shows its reports: pictures, tables and findings made from reports alone, without any state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from mteval.core.results import Finding, PairedTest, Report, Results


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the HTML report: a title and a fragment of HTML.

    The fragment is what a template that escapes gives (markupsafe's Markup); any other text is escaped as text.
    """

    title: str
    html: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class TextTable:
    """A small table for reports in plain text: the first column names the rows, the others hold numbers as text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


class View:
    """What a family adds to a report beside scores; override what it has.

    `extras` gives the type of what stands under each key of its reports' extras that the view shows, as msgspec checks it:
    reports may come from strangers, and are refused where they hold something else.
    """

    extras: ClassVar[Mapping[str, Any]] = {}

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """Sections of the HTML report, from the reports of all suites of the family."""
        del reports
        return ()

    def tables(self, reports: Sequence[Report]) -> Iterable[TextTable]:
        """Tables shown with the headline wherever it is shown, from the reports of one suite."""
        del reports
        return ()

    def findings(self, reports: Sequence[Report], tests: Sequence[PairedTest]) -> Mapping[str, Sequence[Finding]]:
        """What a reader of the comparison must know, per system name, from the reports and tests of one suite."""
        del reports, tests
        return {}


@dataclass(frozen=True, slots=True)
class Origin:
    """When and by which command a page was made; never part of the results, which are the same for the same seed."""

    date: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """Results with what their families add: all that a renderer shows.

    `word_classes` gives, for each suite whose references were tagged, the part of speech of every lower-cased word.
    """

    results: Results
    sections: tuple[Section, ...] = ()
    tables: Mapping[str, tuple[TextTable, ...]] = field(default_factory=dict)
    origin: Origin = Origin()
    word_classes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

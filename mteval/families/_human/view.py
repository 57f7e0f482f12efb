"""How ratings and judged metrics are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Required, TypedDict

from mteval.charts.scatter import scatter
from mteval.charts.tables import plain_table
from mteval.core.results import Report
from mteval.core.views import Section, TextTable, View
from mteval.families._human.pictures import human_sections
from mteval.human.annotator_report import annotator_tables
from mteval.human.metric_tables import metric_tables


class ShownPoint(TypedDict):
    """One system's mean human score and metric score."""

    system: str
    human: float | None
    metric: float | None


class ShownRank(TypedDict):
    """One system in a ranking by people."""

    system: str
    raw: float | None
    z: float | None
    n_segments: int
    n_ratings: int
    range: tuple[int, int]
    cluster: int


class ShownRanking(TypedDict):
    """The systems of one language pair on one scale, best first."""

    languages: str
    scale: str
    signature: str
    systems: list[ShownRank]


class ShownErrors(TypedDict):
    """How often each error was marked, by system."""

    category: str
    severity: str
    counts: dict[str, int]


class ShownErrorTable(TypedDict):
    """The errors of one language pair, and how many translations of each system were rated."""

    languages: str
    rated: dict[str, int]
    rows: list[ShownErrors]


class ShownError(TypedDict, total=False):
    """One error marked in a text."""

    start: int
    end: int
    missing: bool
    severity: Required[str]
    category: str
    side: Required[str]


class ShownTranslation(TypedDict):
    """One annotator's rating of one translation."""

    system: str
    annotator: str
    score: float
    target: str
    errors: list[ShownError]


class ShownSegment(TypedDict):
    """A segment and its translations."""

    languages: str
    item: str
    document: str
    source: str
    translations: list[ShownTranslation]


Facts = str | float | bool | list[str] | None


class HumanView(View):
    """A scatter plot per metric that was judged; where ratings were, ranks, errors, segments and the annotators' tendencies."""

    extras: ClassVar[Mapping[str, Any]] = {
        "systems": list[ShownPoint],
        "floors": dict[str, dict[str, float | None]],
        "annotators": dict[str, list[dict[str, Facts]]],
        "controls": dict[str, list[dict[str, Facts]]],
        "rankings": list[ShownRanking],
        "errors": list[ShownErrorTable],
        "segments": list[ShownSegment],
        "segments_with_errors": int,
    }

    def tables(self, reports: Sequence[Report]) -> Iterable[TextTable]:
        """Every correlation of every metric, beside what a constant and a random metric would get."""
        return metric_tables(reports)

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """What metrics agree with people on, then plots and tables, report by report."""
        for suite in dict.fromkeys(str(report.suite["name"]) for report in reports):
            for table in metric_tables([one for one in reports if one.suite["name"] == suite]):
                title = f"Agreement with people, {table.header[0]}: {suite}"
                yield Section(title, plain_table(("metric", *table.header[1:]), table.rows, table.note))
        for report in reports:
            name = str(report.system["name"])
            points = report.extras.get("systems")
            if points:
                yield Section(f"{name} beside people", scatter(points, name), f"scatter-{name}")
            yield from human_sections(report.extras, name)
            for title, table in annotator_tables(report.extras):
                yield Section(f"{title}: {name}", plain_table(table.header, table.rows, table.note))

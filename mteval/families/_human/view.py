"""How ratings and judged metrics are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypedDict

from mteval.charts.scatter import scatter
from mteval.charts.tables import plain_table
from mteval.core.results import Report
from mteval.core.views import Section, View
from mteval.human.annotator_report import annotator_tables


class ShownPoint(TypedDict):
    """One system's mean human score and metric score."""

    system: str
    human: float | None
    metric: float | None


Facts = str | float | bool | list[str] | None


class HumanView(View):
    """A scatter plot per metric that was judged, and the annotators' tendencies where ratings were."""

    extras: ClassVar[Mapping[str, Any]] = {
        "systems": list[ShownPoint],
        "annotators": dict[str, list[dict[str, Facts]]],
        "controls": dict[str, list[dict[str, Facts]]],
    }

    def sections(self, reports: Sequence[Report]) -> Iterable[Section]:
        """Plots and tables, report by report."""
        for report in reports:
            name = str(report.system["name"])
            points = report.extras.get("systems")
            if points:
                yield Section(f"{name} beside people", scatter(points, name), f"scatter-{name}")
            for title, table in annotator_tables(report.extras):
                yield Section(f"{title}: {name}", plain_table(table.header, table.rows, table.note))

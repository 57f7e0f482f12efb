"""Results with the pictures, tables and findings their families add, ready for a renderer."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from mteval.core import registry
from mteval.core.formatting import all_visible
from mteval.core.results import Report, Results
from mteval.core.views import Origin, ReportView, Section, TextTable, View


def family_view(name: str) -> View:
    """How a family shows its reports; one that is not installed adds nothing."""
    if name not in registry.families.names():
        return View()
    view: View = registry.families.find(name).view
    return view


def view(results: Results, *, sections: bool = True) -> ReportView:
    """Everything a renderer shows; sections are left out for one that does not show them."""
    tables = {suite: _tables(reports) for suite, reports in results.by_suite()}
    return ReportView(results, _sections(results.reports) if sections else (), tables)


def _tables(reports: Sequence[Report]) -> tuple[TextTable, ...]:
    return tuple(family_view(reports[0].suite["family"]).tables(reports))


def _sections(reports: Sequence[Report]) -> tuple[Section, ...]:
    families: dict[str, list[Report]] = {}
    for report in reports:
        families.setdefault(report.suite["family"], []).append(report)
    return tuple(section for name, own in families.items() for section in family_view(name).sections(own))


def origin(command: str = "") -> Origin:
    """Now, or the time that SOURCE_DATE_EPOCH gives for pages that are to be the same byte for byte."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = datetime.fromtimestamp(int(given), UTC) if given.isdecimal() else datetime.now(UTC)
    return Origin(now.isoformat(timespec="seconds"), command)


def render(
    results: Results,
    renderer: str,
    made: Origin | None = None,
    word_classes: Mapping[str, Mapping[str, str]] | None = None,
) -> str:
    """Results in one form, by the renderer's name; what would steer a terminal is made visible."""
    plugin = registry.renderers.find(renderer)
    shown = replace(
        view(all_visible(results), sections=plugin.shows_sections),
        origin=made or Origin(),
        word_classes=word_classes or {},
    )
    text: str = plugin().render(shown)
    return text

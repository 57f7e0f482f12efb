"""Results with the pictures, tables and findings their families add, ready for a renderer."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.core import registry
from mteval.core.formatting import all_visible
from mteval.core.results import Report, Results
from mteval.core.views import ReportView, Section, TextTable, View


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


def render(results: Results, renderer: str) -> str:
    """Results in one form, by the renderer's name; what would steer a terminal is made visible."""
    plugin = registry.renderers.find(renderer)
    text: str = plugin().render(view(all_visible(results), sections=plugin.shows_sections))
    return text

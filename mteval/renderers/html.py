"""Results as one self-contained HTML page: no network, light and dark, desktop and phone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.charts.policy import content_policy
from mteval.core import registry
from mteval.core.formatting import interval_text, key_text, short_names, value_text
from mteval.core.results import Report, Results
from mteval.core.views import ReportView
from mteval.renderers._html.cases import case_data
from mteval.renderers._html.choice import choice_text, shown_cases
from mteval.renderers._html.findings import ShownFinding, shown_findings
from mteval.renderers._html.leaderboard import Chart, SuiteHeadline, chart, matrix_verdict, overview
from mteval.renderers._html.packing import embedded_json, pack_json
from mteval.renderers._html.pairs import Matrix, matrices, pair_tests
from mteval.renderers._html.slices import slice_rows
from mteval.renderers._presentation import RANKS_NOTE, MetricStanding, by_rank, standings, verdict

FOLDER = Path(__file__).parent / "_html"
SCRIPTS = (
    "dom",
    "inflate",
    "data",
    "tables",
    "words",
    "difference",
    "list",
    "cases",
    "charts",
    "pairs",
    "slices",
    "page",
)
LARGEST_DATA = 56_000_000
"""How many signs of packed data a page holds, so that it stays below 60 MB."""


@dataclass(frozen=True, slots=True)
class SuitePage:
    """All that the page shows of one suite; `data` are packed parts by name, `facts` what opens them."""

    name: str
    anchor: str
    about: tuple[tuple[str, str], ...]
    findings: tuple[ShownFinding, ...]
    reports: tuple[Report, ...]
    standings: tuple[MetricStanding, ...]
    short: dict[str, str]
    verdict: str
    charts: tuple[Chart, ...]
    matrices: tuple[Matrix, ...]
    draft: bool
    facts: dict[str, Any]
    data: dict[str, str]

    @property
    def compared(self) -> bool:
        """Whether the page compares its systems case by case."""
        return bool(self.facts["cases"]) and len(self.reports) > 1

    @property
    def headline(self) -> SuiteHeadline:
        """The suite as a column of the matrix of suites."""
        return SuiteHeadline(self.name, self.anchor, self.draft, self.standings[0], self.verdict)


@registry.renderers.register("html")
class Html:
    """Who wins and how sure that is, findings, charts, slices, A against B, each family's own sections, and every case."""

    shows_sections = True

    def render(self, view: ReportView) -> str:
        """Give the results as a page."""
        from jinja2 import Environment, FileSystemLoader

        environment = Environment(
            loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        environment.globals.update(value_text=value_text, interval_text=interval_text, key_text=key_text)
        suites = list(_suite_pages(view))
        style, script = (FOLDER / "report.css").read_text(encoding="utf-8"), page_script()
        scored = [suite for suite in suites if suite.standings]
        return environment.get_template("report.html.j2").render(
            suites=suites,
            overview=overview([suite.headline for suite in scored]) if len(scored) > 1 else None,
            matrix_verdict=matrix_verdict,
            short=short_names(list(dict.fromkeys(report.system["name"] for report in view.results.reports))),
            ranks_note=RANKS_NOTE,
            origin=view.origin,
            sections=view.sections,
            policy=content_policy([script], [style]),
            style=style,
            script=script,
            facts=embedded_json([suite.facts for suite in suites]),
            found=sum(len(suite.findings) for suite in suites),
            has_cases=any(suite.facts["cases"] for suite in suites),
            has_pairs=any(suite.compared for suite in suites),
            has_slices=any("slices" in suite.data for suite in suites),
        )


def page_script() -> str:
    """The page's scripts, one after the other in one function of their own."""
    parts = [(FOLDER / "scripts" / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "\n})();\n"


def _suite_pages(view: ReportView) -> Iterator[SuitePage]:
    room = LARGEST_DATA
    for number, (suite, reports) in enumerate(view.results.by_suite(), start=1):
        page = _suite_page(number, suite, reports, view, room)
        room -= sum(map(len, page.data.values()))
        yield page


def _suite_page(number: int, suite: str, reports: Sequence[Report], view: ReportView, room: int) -> SuitePage:
    results: Results = view.results
    rows = standings(suite, reports, results)
    ranked = by_rank(suite, reports, results)
    names = [report.system["name"] for report in ranked]
    short = short_names(names)
    table, total = shown_cases(ranked)
    found = shown_findings(ranked, table.positions)
    parts = _parts(ranked, rows, found)
    if view.word_classes.get(suite):
        parts["classes"] = pack_json(dict(view.word_classes[suite]))
    cases = case_data(table, room - sum(map(len, parts.values()))) if table.ids else None
    languages = [str(language) for language in reports[0].suite.get("languages", ())]
    facts = {
        "name": suite,
        "languages": [languages[0], languages[-1]] if languages else ["", ""],
        "systems": [short[name] for name in names],
        "fullNames": names,
        "metrics": [_metric_facts(standing, names) for standing in rows],
        "tests": pair_tests(rows, names),
        **(cases.facts if cases else {"cases": 0}),
    }
    return SuitePage(
        name=suite,
        anchor=f"suite-{number}",
        about=(*_about(reports[0]), *_cases_left_out(len(table.ids), total)),
        findings=found,
        reports=tuple(ranked),
        standings=tuple(rows),
        short=short,
        verdict=verdict(rows[0], short) if rows else "",
        charts=tuple(chart(standing) for standing in rows),
        matrices=tuple(matrices(rows)),
        draft=str(reports[0].suite.get("status", "")).startswith(("draft", "machine")),
        facts=facts,
        data=parts | (cases.parts if cases else {}),
    )


def _parts(reports: Sequence[Report], rows: Sequence[MetricStanding], found: Sequence[ShownFinding]) -> dict[str, str]:
    slices = slice_rows(reports, rows)
    parts = {"findings": pack_json([one.cases for one in found])}
    return parts | ({"slices": pack_json(slices)} if slices else {})


def _metric_facts(standing: MetricStanding, names: Sequence[str]) -> dict[str, Any]:
    values = [standing.scores[name].value for name in names]
    return {
        "spec": standing.spec,
        "higher": standing.higher_is_better,
        "decimals": standing.decimals,
        "values": [None if math.isnan(value) else value for value in values],
        "test": standing.test_note,
    }


def _cases_left_out(shown: int, total: int) -> Iterator[tuple[str, str]]:
    if shown < total:
        yield "shown", choice_text(shown, total)


def _about(report: Report) -> Iterator[tuple[str, str]]:
    suite = report.suite
    for key in ("family", "version", "cases", "licence", "status", "judged", "citation"):
        if suite.get(key):
            yield key, str(suite[key])
    if suite.get("languages"):
        yield "languages", " → ".join(suite["languages"])
    if suite.get("digest"):
        yield "data", str(suite["digest"])[:12]

"""Pictures of CheckList results: capability × language, and the failing instances by template."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from mteval.core.protocols import Section
from mteval.core.results import Report, Results, Score

METRIC = "failure-rate"
SHOWN_TEMPLATES = 40


def checklist_sections(results: Results) -> Iterator[Section]:
    """A heat map for each system, then the failing instances of each report."""
    reports = [report for report in results.reports if report.suite.get("family") == "checklist"]
    for system in dict.fromkeys(str(report.system.get("name", "")) for report in reports):
        own = [report for report in reports if str(report.system.get("name", "")) == system]
        yield Section(f"Failure rate by capability and language: {system}", heat_map(own), f"checklist-map-{system}")
        for report in own:
            failures = report.extras.get("failures", ())
            if failures:
                name = str(report.suite.get("name", ""))
                title = f"Failing instances by template: {system} on {name}"
                yield Section(title, failure_list(failures), f"checklist-failures-{system}-{name}")


def heat_map(reports: Sequence[Report]) -> str:
    """A table of failure rates, capabilities down and suites across, each cell coloured from white (0) to red (1)."""
    rows = dict.fromkeys(part.value for report in reports for part in report.slices if part.tag == "capability")
    head = "".join(f"<th>{escape(_column(report))}</th>" for report in reports)
    body = "".join(_row(capability, [_rate(report, capability) for report in reports]) for capability in rows)
    total = _row("mean over capabilities", [_whole(report) for report in reports])
    drafts = any(_is_draft(report) for report in reports)
    note = "<p>† unverified: a draft or machine-made CheckList, not part of any headline.</p>" if drafts else ""
    return f'<table class="heat-map"><thead><tr><th></th>{head}</tr></thead><tbody>{body}{total}</tbody></table>{note}'


def _column(report: Report) -> str:
    languages = "→".join(str(language) for language in report.suite.get("languages", ()))
    return f"{languages} {report.suite.get('name', '')}{' †' if _is_draft(report) else ''}".strip()


def _is_draft(report: Report) -> bool:
    return str(report.suite.get("status", "")).startswith(("draft", "machine"))


def _row(name: str, scores: Iterable[Score | None]) -> str:
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(_cell(score) for score in scores)}</tr>'


def _cell(score: Score | None) -> str:
    if score is None or math.isnan(score.value):
        return "<td>–</td>"
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    title = f"{100 * low:.1f}–{100 * high:.1f} %, {score.values.get('decided', score.n):.0f} test cases"
    shade = f"background:rgba(200,30,30,{0.85 * score.value:.2f})"
    colour = ";color:#fff" if score.value > 0.6 else ""
    return f'<td data-metric="{METRIC}" style="{shade}{colour}" title="{escape(title)}">{100 * score.value:.1f}</td>'


def _rate(report: Report, capability: str) -> Score | None:
    for part in report.slices:
        if part.tag == "capability" and part.value == capability:
            return next((score for score in part.scores if score.metric == METRIC), None)
    return None


def _whole(report: Report) -> Score | None:
    return next((score for score in report.scores if score.metric == METRIC), None)


def failure_list(failures: Sequence[Mapping[str, Any]]) -> str:
    """One folded entry per template, the worst first, with some failing instances."""
    shown = "".join(_template(group) for group in failures[:SHOWN_TEMPLATES])
    rest = len(failures) - SHOWN_TEMPLATES
    return shown + (f"<p>and {rest} more templates.</p>" if rest > 0 else "")


def _template(group: Mapping[str, Any]) -> str:
    expected = f", expected {' or '.join(group['expected'])}" if group.get("expected") else ""
    head = (
        f"<code dir='auto'>{escape(str(group['template']))}</code> {escape(str(group['capability']))}, "
        f"{escape(str(group['type']))}{escape(expected)}: {group['failed']} of {group['decided']} failed"
    )
    examples = "".join(_example(example) for example in group["examples"])
    return f"<details><summary>{head}</summary><ul>{examples}</ul></details>"


def _example(example: Mapping[str, Any]) -> str:
    texts = "<br>".join(
        f"<span dir='auto'>{escape(str(text['text']))}</span> → <b dir='auto'>{escape(str(text['answer']))}</b>"
        for text in example["texts"]
    )
    reason = f" <i>{escape(str(example['reason']))}</i>" if example.get("reason") else ""
    return f"<li>{texts}{reason}</li>"

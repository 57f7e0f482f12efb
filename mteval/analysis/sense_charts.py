"""Pictures of sense choice: positive, negative and unknown translations as stacked bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite

from mteval.analysis.bars import TONES, Stack, stacks_svg
from mteval.core.protocols import Section
from mteval.core.results import Report, Results, Score

METRIC = "sense-f1"
PARTS = (("good", "positive"), ("bad", "negative"), ("open", "unknown"))


def choice_sections(results: Results) -> Iterator[Section]:
    """One section for each suite: what became of the ambiguous words, in-domain, out-of-domain and all."""
    names = dict.fromkeys(str(report.suite["name"]) for report in results.reports)
    for place, name in enumerate(names):
        reports = [report for report in results.reports if report.suite["name"] == name]
        stacks = [stack for report in reports for stack in _stacks(report)]
        if stacks:
            picture = stacks_svg(stacks, f"Sense choice on {name}")
            yield Section(f"Sense choice: {name}", _legend() + picture + _bounds(reports), f"sense-choice-{place}")


def _stacks(report: Report) -> Iterator[Stack]:
    system = str(report.system["name"])
    for name, scores in (
        ("all", report.scores),
        *((one.value, one.scores) for one in report.slices if one.tag == "domain"),
    ):
        score = _score(scores)
        if score is not None and all(isfinite(score.values[key]) for _, key in PARTS):
            parts = tuple((tone, int(score.values[key])) for tone, key in PARTS)
            yield Stack(f"{name}: {system}", parts, f"F1 {score.values['f1_b']:.3f}")


def _score(scores: Sequence[Score]) -> Score | None:
    return next((score for score in scores if score.metric == METRIC), None)


def _legend() -> str:
    keys = "".join(f'<span style="color:{TONES[tone]}">■</span> {name} &ensp;' for tone, name in PARTS)
    return f"<p>{keys}</p>"


def _bounds(reports: Sequence[Report]) -> str:
    rows = []
    for report in reports:
        for name, bound in report.extras.get("bounds", {}).items():
            best, worst = bound["best"]["f1_b"], bound["worst"]["f1_b"]
            system = escape(str(report.system["name"]))
            rows.append(f"<tr><td>{system}</td><td>{escape(name)}</td><td>{worst:.3f}</td><td>{best:.3f}</td></tr>")
    if not rows:
        return ""
    head = "<tr><th>system</th><th>domain</th><th>all undecided wrong</th><th>all undecided right</th></tr>"
    caption = "<caption>F1 if the undecided were decided</caption>"
    return f"<table>{caption}<thead>{head}</thead><tbody>{''.join(rows)}</tbody></table>"

"""The waterfall and the part-of-speech composition as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import isnan
from typing import Any

from mteval.core.protocols import Section
from mteval.core.results import Report

COLOURS = ("#3b6ea5", "#c8702a", "#4b8b5a", "#9a4f8f", "#7a6a4f", "#58707f")
ROW, LEFT, WIDTH = 22, 260, 420


def waterfall_section(suite: str, reports: Sequence[Report]) -> Section:
    """The waterfall of one suite: a bar per step and system, and the same as a table."""
    parts = [_bars(reports), _table(reports), _false_false_positives(reports), _flips(reports), _by_pos(reports)]
    anchor = "waterfall-" + "".join(letter if letter.isalnum() else "-" for letter in suite)
    return Section(f"What is left of P@1: {suite}", "".join(parts), anchor)


def _bars(reports: Sequence[Report]) -> str:
    """Bars with intervals, steps from top to bottom, one colour per system."""
    steps = [step["step"] for step in reports[0].extras["waterfall"]]
    height = len(steps) * (len(reports) * ROW + 14) + 20
    shapes = []
    for i, name in enumerate(steps):
        top = 10 + i * (len(reports) * ROW + 14)
        shapes.append(f'<text x="{LEFT - 10}" y="{top + 15}" text-anchor="end" font-size="13">{escape(name)}</text>')
        for j, report in enumerate(reports):
            shapes.append(_bar(report.extras["waterfall"][i], top + j * ROW, COLOURS[j % len(COLOURS)]))
    label = f"P@1 at each step for {', '.join(str(report.system['name']) for report in reports)}"
    size = f'viewBox="0 0 {LEFT + WIDTH + 90} {height}" width="{LEFT + WIDTH + 90}" height="{height}"'
    return f'<svg {size} role="img" aria-label="{escape(label)}" fill="currentColor">{"".join(shapes)}</svg>'


def _bar(step: dict[str, Any], top: int, colour: str) -> str:
    """One bar, its interval and its value."""
    value, (low, high) = step["value"], step["interval"]
    if value is None or isnan(value):
        return f'<text x="{LEFT + 6}" y="{top + 14}" font-size="12">nothing to score</text>'
    middle = top + ROW // 2 - 2
    return (
        f'<rect x="{LEFT}" y="{top + 2}" width="{value * WIDTH:.1f}" height="{ROW - 8}" fill="{colour}" opacity="0.85"/>'
        f'<line x1="{LEFT + low * WIDTH:.1f}" x2="{LEFT + high * WIDTH:.1f}" y1="{middle}" y2="{middle}" stroke="currentColor"/>'
        f'<text x="{LEFT + max(value, high) * WIDTH + 6:.1f}" y="{top + 14}" font-size="12">{value:.3f}</text>'
    )


def _table(reports: Sequence[Report]) -> str:
    """The same figures as a table."""
    names = [str(report.system["name"]) for report in reports]
    keys = [f'<span style="color:{COLOURS[i % len(COLOURS)]}">■</span> {escape(name)}' for i, name in enumerate(names)]
    head = "".join(f"<th>{key}</th>" for key in ("step", *keys))
    rows = []
    for i, step in enumerate(reports[0].extras["waterfall"]):
        cells = "".join(f"<td>{_cell(report.extras['waterfall'][i])}</td>" for report in reports)
        rows.append(f"<tr><th>{escape(step['step'])}</th>{cells}</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cell(step: dict[str, Any]) -> str:
    value = step["value"]
    if value is None or isnan(value):
        return "–"
    low, high = step["interval"]
    return f"{value:.3f} [{low:.3f}, {high:.3f}], n = {step['n']}"


def _false_false_positives(reports: Sequence[Report]) -> str:
    """One sentence per system."""
    lines = []
    for report in reports:
        found = report.extras["false_false_positives"]
        if not found["wrong"]:
            continue
        low, high = found["interval"]
        judged = ", ".join(found["judged_from"]) or "nothing at hand"
        lines.append(
            f"<li>{escape(str(report.system['name']))}: of {found['wrong']} words counted as wrong, {found['inflections']} "
            f"got an inflection and {found['synonyms']} a synonym of a gold target ({found['share']:.1%}, interval {low:.1%} to "
            f"{high:.1%}; judged from {escape(judged)}).</li>"
        )
    return f"<p>False false positives:</p><ul>{''.join(lines)}</ul>" if lines else ""


def _flips(reports: Sequence[Report]) -> str:
    """The ranking flips found."""
    found = {finding.message for report in reports for finding in report.findings if finding.code == "ranking-flip"}
    return "".join(f"<p><strong>Ranking flip.</strong> {escape(message)}</p>" for message in sorted(found))


def _by_pos(reports: Sequence[Report]) -> str:
    """P@1 per part of speech, by source word and by pair, where the dictionary is annotated."""
    tables = []
    for report in reports:
        rows = "".join(
            f"<tr><th>{escape(pos)}</th><td>{_cell(found['by_source'])}</td><td>{_cell(found['by_pair'])}</td></tr>"
            for pos, found in report.extras.get("pos", {}).items()
        )
        if rows:
            head = "<tr><th>part of speech</th><th>P@1 by source word</th><th>P@1 of its pairs alone</th></tr>"
            name = escape(str(report.system["name"]))
            tables.append(f"<p>{name}</p><table><thead>{head}</thead><tbody>{rows}</tbody></table>")
    return "".join(tables)


def composition_svg(title: str, shares: Sequence[tuple[str, float]]) -> str:
    """A bar chart of shares, largest scale 100 %."""
    rows = []
    for i, (name, share) in enumerate(shares):
        top = 30 + i * ROW
        rows.append(
            f'<text x="{LEFT - 10}" y="{top + 14}" text-anchor="end" font-size="13">{escape(name)}</text>'
            f'<rect x="{LEFT}" y="{top + 2}" width="{share * WIDTH:.1f}" height="{ROW - 8}" fill="{COLOURS[0]}"/>'
            f'<text x="{LEFT + share * WIDTH + 6:.1f}" y="{top + 14}" font-size="12">{share:.1%}</text>'
        )
    width, height = LEFT + WIDTH + 90, 40 + len(shares) * ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif"><text x="10" y="18" font-size="14">{escape(title)}</text>{"".join(rows)}</svg>\n'
    )

"""The waterfall and the part-of-speech composition as HTML and as tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isnan
from typing import Any

from mteval.core.presentation import short_names
from mteval.core.protocols import Section, TextTable
from mteval.core.results import Report

COLOURS = ("#3b6ea5", "#c8702a", "#4b8b5a", "#9a4f8f", "#7a6a4f", "#58707f")
ROW, LEFT, WIDTH = 22, 260, 420
WITH_INTERVALS = 2  # systems whose intervals fit a terminal


def waterfall_section(suite: str, reports: Sequence[Report]) -> Section:
    """The waterfall of one suite: a bar per step and system, and the same as a table."""
    parts = [_bars(reports), _table(reports), _false_false_positives(reports), _flips(reports), _by_pos(reports)]
    anchor = "waterfall-" + "".join(letter if letter.isalnum() else "-" for letter in suite)
    return Section(f"What is left of P@1: {suite}", "".join(parts), anchor)


def waterfall_tables(reports: Sequence[Report]) -> Iterator[TextTable]:
    """The waterfall and the false false positives for reports in plain text."""
    if not all("waterfall" in report.extras for report in reports):
        return
    short = short_names([str(report.system["name"]) for report in reports])
    names = tuple(short[str(report.system["name"])] for report in reports)
    steps = zip(*(report.extras["waterfall"] for report in reports), strict=True)
    cell = _plain_cell if len(reports) <= WITH_INTERVALS else _plain_value
    rows = tuple((str(row[0]["step"]), _sizes(row), *map(cell, row)) for row in steps)
    yield TextTable(("what is left of P@1", "n", *names), rows, "each step on top of the one before it")
    found = [report.extras["false_false_positives"] for report in reports]
    if any(one["wrong"] for one in found):
        yield _false_table(found, names)
    parts = reports[0].extras.get("pos", {})
    if parts and all(report.extras.get("pos", {}).keys() == parts.keys() for report in reports):
        by_pair = ([report.extras["pos"][pos]["by_pair"] for report in reports] for pos in parts)
        rows = tuple((pos, _sizes(row), *map(_plain_value, row)) for pos, row in zip(parts, by_pair, strict=True))
        note = "P@1 of the dictionary cut down to the pairs of one part of speech; below, by source word"
        yield TextTable(("pos, pairs alone", "n", *names), rows, note)


def _false_table(found: Sequence[dict[str, Any]], names: Sequence[str]) -> TextTable:
    """Words counted as wrong that are not, one column per system."""
    counts = (f"{one['inflections']} + {one['synonyms']} of {one['wrong']}" for one in found)
    shape = "{:.1%} [{:.1%}, {:.1%}]" if len(found) <= WITH_INTERVALS else "{:.1%}"
    shares = (shape.format(one["share"], *one["interval"]) if one["wrong"] else "–" for one in found)
    rows = [("inflections + synonyms", *counts), ("share", *shares)]
    if any(one.get("other_gold") for one in found):
        rows.append(("gold in another pair or case", *(str(one.get("other_gold", 0)) for one in found)))
    judged = ", ".join(found[0]["judged_from"]) or "nothing at hand"
    note = f"words counted as wrong that got an inflection or a synonym of a gold target, judged from: {judged}"
    return TextTable(("false false positives", *names), tuple(rows), note)


def _sizes(row: Sequence[dict[str, Any]]) -> str:
    return " / ".join(dict.fromkeys(str(step["n"]) for step in row))


def _plain_value(step: dict[str, Any]) -> str:
    value = step["value"]
    return "–" if value is None or isnan(value) else f"{value:.4f}"


def _plain_cell(step: dict[str, Any]) -> str:
    shown = _plain_value(step)
    return shown if shown == "–" else "{} [{:.4f}, {:.4f}]".format(shown, *step["interval"])


def _bars(reports: Sequence[Report]) -> str:
    """Bars with intervals, steps from top to bottom, one colour per system; as wide as the page is."""
    parts = []
    for i, step in enumerate(reports[0].extras["waterfall"]):
        rows = "".join(
            _bar(str(report.system["name"]), report.extras["waterfall"][i], COLOURS[j % len(COLOURS)])
            for j, report in enumerate(reports)
        )
        parts.append(f'<figure class="forest"><figcaption>{escape(step["step"])}</figcaption>{rows}</figure>')
    return f'<div style="display:grid;gap:.6rem;margin-bottom:1rem">{"".join(parts)}</div>'


def _bar(name: str, step: dict[str, Any], colour: str) -> str:
    """One system at one step: its bar, its interval and its value."""
    value = step["value"]
    label = f'<span class="name" title="{escape(name)}">{escape(name)}</span>'
    if value is None or isnan(value):
        return f'<div class="row">{label}<span class="dim">nothing to score</span><span class="value">–</span></div>'
    low, high = step["interval"]
    title = f"{name}: {value:.3f} [{low:.3f}, {high:.3f}]"
    bar = f'<span style="position:absolute;inset:1px auto 1px 0;width:{value:.2%};background:{colour}"></span>'
    line = f"position:absolute;top:calc(50% - 1px);height:2px;left:{low:.2%};width:{high - low:.2%}"
    track = f'<span class="track" role="img" aria-label="{escape(title)}" title="{escape(title)}">{bar}'
    interval = f'<span style="{line};background:currentColor"></span></span>'
    return f'<div class="row">{label}{track}{interval}<span class="value">{value:.3f}</span></div>'


def _table(reports: Sequence[Report]) -> str:
    """The same figures as a table."""
    names = [str(report.system["name"]) for report in reports]
    keys = [f'<span style="color:{COLOURS[i % len(COLOURS)]}">■</span> {escape(name)}' for i, name in enumerate(names)]
    rows = []
    for row in zip(*(report.extras["waterfall"] for report in reports), strict=True):
        rows.append((str(row[0]["step"]), _number(_sizes(row)), *map(_cell, row)))
    return _html_table("P@1 at each step", ("step", "n", *keys), rows)


def _html_table(label: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls by itself where the page is too narrow; the first cell of a row names it."""
    first, *others = header
    head = f'<th scope="col">{first}</th>' + "".join(f'<th scope="col" class="number">{name}</th>' for name in others)
    body = "".join(f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>' for name, *cells in rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">{table}</div>'


def _number(text: str) -> str:
    return f'<td class="number">{text}</td>'


def _cell(step: dict[str, Any]) -> str:
    value = step["value"]
    if value is None or isnan(value):
        return _number("–")
    low, high = step["interval"]
    return _number(f'{value:.3f} <span class="dim">[{low:.3f}, {high:.3f}]</span>')


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
            f"{high:.1%}; judged from {escape(judged)}){_other_gold(found)}.</li>"
        )
    return f"<h3>False false positives</h3><ul>{''.join(lines)}</ul>" if lines else ""


def _other_gold(found: dict[str, Any]) -> str:
    count = found.get("other_gold")
    return f", and {count} a gold target of another pair of the word or in another case" if count else ""


def _flips(reports: Sequence[Report]) -> str:
    """The ranking flips found."""
    found = {finding.message for report in reports for finding in report.findings if finding.code == "ranking-flip"}
    return "".join(f"<p><strong>Ranking flip.</strong> {escape(message)}</p>" for message in sorted(found))


def _by_pos(reports: Sequence[Report]) -> str:
    """P@1 per part of speech, by source word and by pair, where the dictionary is annotated."""
    tables = []
    header = ("part of speech", "words", "P@1 by source word", "words", "P@1 of its pairs alone")
    for report in reports:
        rows = [
            (
                pos,
                *(
                    cell
                    for step in (one["by_source"], one["by_pair"])
                    for cell in (_number(str(step["n"])), _cell(step))
                ),
            )
            for pos, one in report.extras.get("pos", {}).items()
        ]
        if rows:
            title = f"By part of speech: {report.system['name']}"
            tables.append(f"<h3>{escape(title)}</h3>{_html_table(title, header, rows)}")
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

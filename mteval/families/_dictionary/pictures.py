"""The waterfall and what else a dictionary's report has of its own, as HTML and as tables of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.charts.numbers import brackets_text, decimal_text, is_known, known_interval
from mteval.charts.tables import Cell, Column, number_table, plain_table
from mteval.charts.templates import fragment
from mteval.core.formatting import short_names
from mteval.core.results import Report
from mteval.core.views import Section, TextTable
from mteval.families._dictionary.gaps import gap_tables

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
COLOURS = ("#3b6ea5", "#c8702a", "#4b8b5a", "#9a4f8f", "#7a6a4f", "#58707f")
WITH_INTERVALS = 2  # systems whose intervals fit a terminal
POS_HEADER = ("part of speech", "words", "P@1 by source word", "words", "P@1 of its pairs alone")

NONE_WRONG: Mapping[str, Any] = {"wrong": 0, "inflections": 0, "synonyms": 0, "judged_from": ()}
StepFacts = Mapping[str, Any]
"""One step as it stands in a report's extras: step, value, interval (or null), n, sources."""


@dataclass(frozen=True, slots=True)
class _StepBar:
    """One system at one step; lengths in per cent, `left` and `span` of its interval empty where there is none."""

    system: str
    colour: str
    value: str
    title: str = ""
    width: str = ""
    left: str = ""
    span: str = ""


@dataclass(frozen=True, slots=True)
class _FalseFalsePositives:
    """How many of one system's words counted as wrong are not, as text."""

    system: str
    wrong: int
    inflections: int
    synonyms: int
    other_gold: int
    share: str
    interval: tuple[str, ...]
    judged_from: str


def waterfall_sections(reports: Sequence[Report]) -> Iterator[Section]:
    """One section for each suite: a bar per step and system, and the same as a table."""
    found = [report for report in reports if report.extras.get("waterfall")]
    for suite in dict.fromkeys(str(report.suite["name"]) for report in found):
        anchor = "waterfall-" + "".join(letter if letter.isalnum() else "-" for letter in suite)
        own = [report for report in found if report.suite["name"] == suite]
        yield Section(f"What is left of P@1: {suite}", _body(own), anchor)


def _body(reports: Sequence[Report]) -> Markup:
    flips = {finding.message for report in reports for finding in report.findings if finding.code == "ranking-flip"}
    return fragment(
        FOLDER,
        "waterfall.html.j2",
        steps=_bars(reports),
        table=_steps_table(reports),
        false_false_positives=list(_false_false_positives(reports)),
        flips=sorted(flips),
        by_pos=list(_pos_tables(reports)),
        gaps=[(plain_table(table.header, table.rows), table.note) for table in gap_tables(reports)],
    )


def waterfall_tables(reports: Sequence[Report]) -> Iterator[TextTable]:
    """The waterfall, the false false positives and P@1 by part of speech for reports in plain text."""
    if not all(report.extras.get("waterfall") for report in reports):
        return
    short = short_names([_system(report) for report in reports])
    names = tuple(short[_system(report)] for report in reports)
    cell = _plain_cell if len(reports) <= WITH_INTERVALS else _plain_value
    rows = tuple((str(row[0]["step"]), _sizes(row), *map(cell, row)) for row in _steps(reports))
    yield TextTable(("what is left of P@1", "n", *names), rows, "each step on top of the one before it")
    found = [report.extras.get("false_false_positives", NONE_WRONG) for report in reports]
    if any(one["wrong"] for one in found):
        yield _false_table(found, names)
    yield from _pos_text_tables(reports, names)


def _pos_text_tables(reports: Sequence[Report], names: Sequence[str]) -> Iterator[TextTable]:
    parts = reports[0].extras.get("pos", {})
    if parts and all(report.extras.get("pos", {}).keys() == parts.keys() for report in reports):
        by_pair = ([report.extras["pos"][pos]["by_pair"] for report in reports] for pos in parts)
        rows = tuple((pos, _sizes(row), *map(_plain_value, row)) for pos, row in zip(parts, by_pair, strict=True))
        note = "P@1 of the dictionary cut down to the pairs of one part of speech; below, by source word"
        yield TextTable(("pos, pairs alone", "n", *names), rows, note)


def _false_table(found: Sequence[Mapping[str, Any]], names: Sequence[str]) -> TextTable:
    """Words counted as wrong that are not, one column per system."""
    counts = (f"{one['inflections']} + {one['synonyms']} of {one['wrong']}" for one in found)
    shares = (_plain_share(one, with_interval=len(found) <= WITH_INTERVALS) for one in found)
    rows = [("inflections + synonyms", *counts), ("share", *shares)]
    if any(one.get("other_gold") for one in found):
        rows.append(("gold in another pair or case", *(str(one.get("other_gold", 0)) for one in found)))
    note = (
        f"words counted as wrong that got an inflection or a synonym of a gold target, judged from: {_judges(found[0])}"
    )
    return TextTable(("false false positives", *names), tuple(rows), note)


def _plain_share(found: Mapping[str, Any], *, with_interval: bool) -> str:
    if not found["wrong"]:
        return "–"
    bounds = known_interval(found["interval"]) if with_interval else None
    share = f"{found['share']:.1%}"
    return "{} [{:.1%}, {:.1%}]".format(share, *bounds) if bounds else share


def _judges(found: Mapping[str, Any]) -> str:
    return ", ".join(found["judged_from"]) or "nothing at hand"


def _system(report: Report) -> str:
    return str(report.system["name"])


def _steps(reports: Sequence[Report]) -> Iterator[tuple[StepFacts, ...]]:
    """The systems at each step."""
    return zip(*(report.extras["waterfall"] for report in reports), strict=True)


def _sizes(row: Sequence[StepFacts]) -> str:
    return " / ".join(dict.fromkeys(str(step["n"]) for step in row))


def _plain_value(step: StepFacts) -> str:
    return decimal_text(step["value"], 4)


def _plain_cell(step: StepFacts) -> str:
    interval = brackets_text(step["interval"], 4) if is_known(step["value"]) else ""
    return f"{_plain_value(step)} {interval}".rstrip()


def _bars(reports: Sequence[Report]) -> list[tuple[str, list[_StepBar]]]:
    """The bars of each step, from top to bottom, one colour per system."""
    names = [_system(report) for report in reports]
    return [
        (
            str(row[0]["step"]),
            [_bar(name, step, _colour(i)) for i, (name, step) in enumerate(zip(names, row, strict=True))],
        )
        for row in _steps(reports)
    ]


def _bar(system: str, step: StepFacts, colour: str) -> _StepBar:
    """One system at one step: its bar, its interval and its value."""
    value, shown = step["value"], decimal_text(step["value"], 3)
    if not is_known(value):
        return _StepBar(system, colour, shown)
    title = f"{system}: {shown} {brackets_text(step['interval'], 3)}".rstrip()
    bar = _StepBar(system, colour, shown, title, f"{value:.2%}")
    bounds = known_interval(step["interval"])
    return replace(bar, left=f"{bounds[0]:.2%}", span=f"{bounds[1] - bounds[0]:.2%}") if bounds else bar


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _steps_table(reports: Sequence[Report]) -> Markup:
    """The same figures as a table."""
    systems = [Column(_system(report), _colour(place)) for place, report in enumerate(reports)]
    rows = [(str(row[0]["step"]), (Cell(_sizes(row)), *map(_cell, row))) for row in _steps(reports)]
    return number_table("P@1 at each step", (Column("step"), Column("n"), *systems), rows)


def _cell(step: StepFacts) -> Cell:
    value = step.get("value")
    return Cell(decimal_text(value, 3), brackets_text(step.get("interval"), 3) if is_known(value) else "")


def _false_false_positives(reports: Sequence[Report]) -> Iterator[_FalseFalsePositives]:
    for report in reports:
        found = report.extras.get("false_false_positives", NONE_WRONG)
        if found["wrong"]:
            yield _FalseFalsePositives(
                system=_system(report),
                wrong=found["wrong"],
                inflections=found["inflections"],
                synonyms=found["synonyms"],
                other_gold=found.get("other_gold", 0),
                share=f"{found['share']:.1%}",
                interval=tuple(f"{bound:.1%}" for bound in known_interval(found["interval"]) or ()),
                judged_from=_judges(found),
            )


def _pos_tables(reports: Sequence[Report]) -> Iterator[tuple[str, Markup]]:
    """(title, table) of P@1 per part of speech, by source word and by pair, where the dictionary is annotated."""
    for report in reports:
        rows = [
            (
                pos,
                [
                    cell
                    for way in ("by_source", "by_pair")
                    for cell in (Cell(str(one[way].get("n", "–"))), _cell(one[way]))
                ],
            )
            for pos, one in report.extras.get("pos", {}).items()
        ]
        if rows:
            title = f"By part of speech: {_system(report)}"
            yield title, number_table(title, [Column(name) for name in POS_HEADER], rows)

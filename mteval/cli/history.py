"""mteval history: scores over releases."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mteval.cli._shared import TestingOptions, WritableFile, origin, print_json, say, testing_options

if TYPE_CHECKING:
    from mteval.charts.history import LineChart
    from mteval.evaluation.history import History, HistoryLine

NAME_WIDTH = 24
SHOWN_DROPS = 10
SHOWN_NOTES = 10


@click.command(name="history", short_help="Scores over releases, significant drops marked.")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option(
    "--order",
    type=click.Choice(("name", "date")),
    default="name",
    show_default=True,
    help="Releases by folder or file time.",
)
@click.option("--html", type=WritableFile(), metavar="FILE", help="Write a page with a picture of every line.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@testing_options
def command(folder: Path, order: str, html: Path | None, as_json: bool, testing: TestingOptions) -> None:
    """Show scores over releases: DIR holds one folder for each, written by 'mteval run -o' or 'mteval score -o'.

    Every score and slice is tested against the release before it that has the same suite and system (a suite with one system
    in a release is one line, whatever the system is called), with Holm's correction over all of a release. Releases go by
    the name of their folder, numbers in it as numbers, or by when they were written. Where a suite's data changed, that is
    said and nothing is compared across it.

    \b
    Example:
      mteval history releases
      mteval history releases --html history.html
    """
    from mteval.evaluation.history import history
    from mteval.text.writing import write_text

    found = history(folder, order, testing.settings())
    if html is not None:
        from mteval.charts.history import history_page

        made = origin()
        notes = [finding.message for finding in found.findings]
        page = history_page(
            f"History of {folder.resolve().name}",
            found.releases,
            _charts(found),
            notes,
            f"{made.date} {made.command}".strip(),
        )
        write_text(html, str(page))
    if as_json:
        print_json(found)
        return
    _print(found)
    if html is not None:
        say(html)


def _charts(found: History) -> list[LineChart]:
    from mteval.charts.history import LineChart, ReleaseValue

    charts = []
    for line in found.lines:
        values = []
        before = ""
        for point in line.points:
            mark = "drop" if point.dropped else "rise" if point.rose else ""
            broken = bool(before) and before != point.data
            values.append(ReleaseValue(point.release, point.value, point.low, point.high, mark, point.p_value, broken))
            before = point.data
        charts.append(LineChart(line.name, line.metric, line.decimals, tuple(values), not line.tag))
    return charts


def _print(found: History) -> None:
    """A row for each line that is whole or dropped, the latest drops, and what to know, on 80 columns."""
    from mteval.core.formatting import p_text
    from mteval.evaluation.history import summary

    first, last = found.releases[0], found.releases[-1]
    say(f"{len(found.releases)} releases, {first} to {last}")
    say(f"{'suite':<{NAME_WIDTH}}  {'metric':<12} {'first':>8} {'last':>8} {'best':>8} {'runs':>5} {'drops':>5}")
    for line in summary(found):
        say(_row(line))
    drops = [(point, line) for line in found.lines for point in line.drops]
    order = {release: place for place, release in enumerate(found.releases)}
    drops.sort(key=lambda pair: order[pair[0].release], reverse=True)
    if drops:
        say(f"Significant drops ({len(drops)}), the latest first:")
    for point, line in drops[:SHOWN_DROPS]:
        value = f"{point.value:.{line.decimals}f}"
        say(
            f"  {point.release}: {line.name}, {line.metric} {value} (after {point.predecessor}, p {p_text(point.p_value)})"
        )
    if len(drops) > SHOWN_DROPS:
        say(f"  … and {len(drops) - SHOWN_DROPS} more: see --html or --json")
    for finding in found.findings[:SHOWN_NOTES]:
        say(f"Warning: {finding.message}", err=True)
    if len(found.findings) > SHOWN_NOTES:
        say(f"Warning: … and {len(found.findings) - SHOWN_NOTES} more of this kind: see --json", err=True)


def _row(line: HistoryLine) -> str:
    from mteval.core.formatting import number_text

    known = [point.value for point in line.points if point.value == point.value]
    best = (max if line.higher_is_better else min)(known, default=float("nan"))
    values = (line.points[0].value, line.points[-1].value, best)
    numbers = " ".join(f"{number_text(value, line.decimals):>8}" for value in values)
    name, metric = _short(line.name, NAME_WIDTH), _short(line.metric, 12)
    return f"{name:<{NAME_WIDTH}}  {metric:<12} {numbers} {len(line.points):>5} {len(line.drops):>5}"


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"

"""Results as tables for a terminal of any width."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from mteval.core import registry
from mteval.core.formatting import interval_text, key_text, p_text, short_names, signed_text, size_text, value_text
from mteval.core.results import Report
from mteval.core.views import ReportView, TextTable
from mteval.renderers._presentation import (
    ALPHA,
    FEW_SYSTEMS,
    RANKS_NOTE,
    MetricStanding,
    by_rank,
    judges_text,
    slice_scores,
    standings,
    told_findings,
)

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

SCORE_WIDTH = 31
SLICE_WIDTH, SIZE_WIDTH = 9, 8
SLICE_ROWS, SLICE_COLUMN = 12, 16
WHERE_ALL = "with --json or -o DIR"
LISTED_SYSTEMS = 3
MATRIX_NOTE = f"; row minus column, * where p (Holm) < {ALPHA}".replace("0.", ".")
BEATEN_NOTE = f"; significantly at {ALPHA}, by numbers".replace("0.", ".")


@registry.renderers.register("terminal")
class Terminal:
    """Findings first, then a table of scores with intervals and rank ranges, slices, and the pairs that were tested."""

    def render(self, view: ReportView) -> str:
        """Give the results as text, coloured where standard output is a terminal."""
        from rich.console import Console
        from rich.text import Text

        out = io.StringIO()
        console = Console(file=out, force_terminal=sys.stdout.isatty(), highlight=False, markup=False, emoji=False)
        console.width = Console().width
        results = view.results
        ranked = False
        for suite, given in results.by_suite():
            reports = by_rank(suite, given, results)
            rows = standings(suite, reports, results)
            ranked = ranked or any(standing.ranges for standing in rows)
            console.print(Text(f"\n{suite}", style="bold"), Text(f"({reports[0].suite['family']})", style="dim"))
            for code, told in told_findings(reports, short_names([report.system["name"] for report in reports])):
                console.print(Text(f"! {code}: {told}", style="yellow"))
            for part in _parts(suite, reports, view, console.width):
                console.print(part)
            for standing in rows:
                for note in filter(None, (standing.note, f"{standing.spec}: {standing.signature}")):
                    console.print(Text(note, style="dim"))
        if ranked:
            console.print(Text(f"\n{RANKS_NOTE}", style="dim"))
        return out.getvalue()


def _parts(suite: str, reports: Sequence[Report], view: ReportView, width: int) -> Iterator[Table | Text]:
    results = view.results
    rows = standings(suite, reports, results)
    longest = max(len(name) for name in short_names([report.system["name"] for report in reports]).values())
    room = width - min(longest, width // 3)
    per_table = max(1, room // SCORE_WIDTH)
    for start in range(0, len(rows), per_table):
        yield _score_table(reports, rows[start : start + per_table])
    yield from _detail_tables(reports, rows, width, longest)
    yield from _own_tables(view.tables.get(suite, ()))
    yield from _slice_tables(reports, width)
    yield from _pair_tables(rows, short_names([report.system["name"] for report in reports]))


def _score_table(reports: Sequence[Report], metrics: Sequence[MetricStanding]) -> Table:
    from rich.table import Table

    short = short_names([report.system["name"] for report in reports])
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("system", overflow="fold")
    for standing in metrics:
        table.add_column(
            f"{standing.spec} {'↑' if standing.higher_is_better else '↓'}", justify="right", overflow="fold"
        )
    for report in reports:
        cells = [short[report.system["name"]]]
        for standing in metrics:
            score = standing.scores[report.system["name"]]
            parts = (value_text(score), interval_text(score), standing.rank(report.system["name"]))
            cells.append(" ".join(filter(None, parts)))
        table.add_row(*cells)
    return table


def _detail_tables(
    reports: Sequence[Report], metrics: Sequence[MetricStanding], width: int, longest: int
) -> Iterator[Table]:
    """The values beside the headline, where a metric has any; of many systems only what fits one table.

    The first column holds the names of systems, of which the longest is given, below that of the metric.
    """
    from rich.table import Table

    short = short_names([report.system["name"] for report in reports])
    for standing in metrics:
        parted = _parted_keys(standing, width - min(max(longest, len(standing.spec)), width // 3))
        if len(reports) > LISTED_SYSTEMS and len(parted) > 1:
            continue
        for keys in parted:
            table = Table(box=None, pad_edge=False, header_style="dim")
            table.add_column(standing.spec, overflow="fold")
            for key in keys:
                table.add_column(key, justify="right", overflow="fold")
            for report in reports:
                score = standing.scores[report.system["name"]]
                table.add_row(short[report.system["name"]], *(key_text(score, key) for key in keys))
            yield table


def _parted_keys(standing: MetricStanding, room: int) -> list[list[str]]:
    """The values beside the headline in groups that fit the room, each with a gap before it."""
    groups: list[list[str]] = []
    left = 0
    for key in standing.beside:
        width = 2 + max(len(key), *(len(key_text(score, key)) for score in standing.scores.values()))
        if not groups or width > left:
            groups.append([])
            left = room
        groups[-1].append(key)
        left -= width
    return groups


def _own_tables(tables: Sequence[TextTable]) -> Iterator[Table]:
    """What the family wants seen beside its scores."""
    from rich.table import Table

    for own in tables:
        table = Table(box=None, pad_edge=False, header_style="bold", caption_justify="left", caption_style="dim")
        for place, name in enumerate(own.header):
            table.add_column(name, justify="right" if place else "left", overflow="fold")
        for row in own.rows:
            table.add_row(*row)
        table.caption = own.note or None
        yield table


def _slice_tables(reports: Sequence[Report], width: int) -> Iterator[Table | Text]:
    """A table per tag; where systems do not stand side by side they are the rows, and the values of the tag the columns."""
    from rich.text import Text

    values_of: dict[str, list[str]] = {}
    for part in reports[0].slices:
        values_of.setdefault(part.tag, []).append(part.value)
    for tag, values in values_of.items():
        if len(values) < 2:  # one slice is the whole suite again
            continue
        yield Text(f"{reports[0].scores[0].spec} by {tag}", style="italic")
        longest = max(map(len, (tag, *values[:SLICE_ROWS])))
        if len(reports) <= max(1, (width - min(longest, width // 3) - SIZE_WIDTH) // SLICE_WIDTH):
            yield _slice_table(reports, tag, values[:SLICE_ROWS])
            if len(values) > SLICE_ROWS:
                yield Text(f"… and {len(values) - SLICE_ROWS} more; all of them {WHERE_ALL}", style="dim")
        elif len(values) > SLICE_ROWS:
            yield Text(f"{len(values)} values of {tag} for {len(reports)} systems: all {WHERE_ALL}", style="dim")
        else:
            yield from _slice_columns(reports, tag, values, width)


def _slice_columns(reports: Sequence[Report], tag: str, values: Sequence[str], width: int) -> Iterator[Table]:
    """A row per system, as many values side by side as there is room for."""
    from rich.table import Table

    short = short_names([report.system["name"] for report in reports])
    found = [slice_scores(report, tag, reports[0].scores[0].spec) for report in reports]
    room = width - min(max(map(len, short.values())), width // 3)
    per_table = max(1, room // (max(SLICE_WIDTH, *(min(len(value), SLICE_COLUMN) + 2 for value in values))))
    for start in range(0, len(values), per_table):
        shown = values[start : start + per_table]
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column(tag, overflow="fold")
        for value in shown:
            table.add_column(value, justify="right", overflow="fold", max_width=SLICE_COLUMN)
        sizes = ([scores[value] for scores in found if value in scores] for value in shown)
        table.add_row("n", *(size_text(*scores) for scores in sizes), style="dim")
        for report, scores in zip(reports, found, strict=True):
            cells = (value_text(scores[value]) if value in scores else "–" for value in shown)
            table.add_row(short[report.system["name"]], *cells)
        yield table


def _slice_table(reports: Sequence[Report], tag: str, values: Sequence[str]) -> Table:
    from rich.table import Table

    short = short_names([report.system["name"] for report in reports])
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(tag, overflow="fold")
    table.add_column("n", justify="right")
    for report in reports:
        table.add_column(short[report.system["name"]], justify="right", overflow="fold")
    found = [slice_scores(report, tag, reports[0].scores[0].spec) for report in reports]
    for value in values:
        cells = (value_text(scores[value]) if value in scores else "–" for scores in found)
        table.add_row(value, size_text(*(scores[value] for scores in found if value in scores)), *cells)
    return table


def _pair_tables(rows: Sequence[MetricStanding], short: Mapping[str, str]) -> Iterator[Table | Text]:
    """Every pair of a few systems; of some a matrix; of many, for each system which others it beats."""
    from rich.text import Text

    for standing in rows:
        if not standing.tests:
            continue
        forms = ((LISTED_SYSTEMS, _pair_list, ""), (FEW_SYSTEMS, _pair_matrix, MATRIX_NOTE))
        form, note = next(
            ((form, note) for most, form, note in forms if len(standing.scores) <= most), (_beaten_list, BEATEN_NOTE)
        )
        yield Text(f"{standing.spec}: {standing.test_note}{note}", style="italic")
        yield form(standing, short)
    if len(rows[0].scores if rows else ()) <= LISTED_SYSTEMS and (said := _judges_note(rows)):
        yield Text(said, style="dim")


def _judges_note(rows: Sequence[MetricStanding]) -> str:
    return next((standing.judges_note for standing in rows if standing.judges_note), "")


def _pair_list(standing: MetricStanding, short: Mapping[str, str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("a", "b"):
        table.add_column(name, overflow="fold")
    judged = bool(standing.judges_note)
    for name in ("a − b", "p", "p (Holm)", *(("judges",) if judged else ())):
        table.add_column(name, justify="right")
    for test in standing.tests:
        share = (judges_text(test) or "–",) if judged else ()
        cells = (signed_text(test.difference, standing.decimals), p_text(test.p_value), p_text(test.p_adjusted), *share)
        table.add_row(short[test.a], short[test.b], *cells, style="bold" if test.p_adjusted < ALPHA else None)
    return table


def _beaten_list(standing: MetricStanding, short: Mapping[str, str]) -> Table:
    """For each system by its number, those it is significantly better than, and those it cannot be told apart from."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right")
    table.add_column("system", overflow="fold")
    for name in ("better than", "not told apart from", "worse than"):
        table.add_column(name, overflow="fold")
    numbers = {name: number for number, name in enumerate(standing.scores, start=1)}
    for name, number in numbers.items():
        found = standing.against(name)
        cells = (spans(sorted(numbers[other] for other in found[kind])) for kind in ("better", "even", "worse"))
        table.add_row(str(number), short[name], *cells)
    return table


def spans(numbers: Sequence[int]) -> str:
    """Numbers in order, neighbours drawn together: 1 3–6."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs) or "–"


def _pair_matrix(standing: MetricStanding, short: Mapping[str, str]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", overflow="ellipsis", no_wrap=True, max_width=24)
    names = list(standing.scores)
    for number in range(1, len(names) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    # Narrow cells: one decimal of two, two of four.
    decimals = standing.decimals - (1 + (standing.decimals > 2))
    found = {(test.a, test.b): (test.difference, test.p_adjusted) for test in standing.tests}
    found |= {(b, a): (-difference, p) for (a, b), (difference, p) in found.items()}

    def cell(row: str, column: str) -> str:
        if row == column:
            return "·"
        difference, p = found[row, column]
        return signed_text(difference, decimals) + ("*" if p < ALPHA else " ")

    for number, row in enumerate(names, start=1):
        table.add_row(f"{number} {short[row]}", *(cell(row, column) for column in names))
    return table

"""Results as tables for a terminal of any width."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mteval.core import registry
from mteval.core.presentation import (
    Standing,
    grouped_findings,
    interval_text,
    key_text,
    p_text,
    reports_by_suite,
    standings,
    value_text,
)
from mteval.core.results import Report, Results

if TYPE_CHECKING:
    from rich.table import Table

METRICS_A_TABLE = 3
SLICE_ROWS = 12
KEYS_A_TABLE = 5


@registry.renderers.register("terminal")
class Terminal:
    """Findings first, then a table of scores with intervals and rank clusters, slices, and the pairs that were tested."""

    def render(self, results: Results) -> str:
        """Give the results as text, coloured where standard output is a terminal."""
        from rich.console import Console
        from rich.text import Text

        out = io.StringIO()
        console = Console(file=out, force_terminal=sys.stdout.isatty(), highlight=False)
        console.width = Console().width
        for suite, reports in reports_by_suite(results):
            console.print(Text(f"\n{suite}", style="bold"), Text(f"({reports[0].suite['family']})", style="dim"))
            for finding, systems in grouped_findings(reports):
                where = f" [{', '.join(systems)}]" if len(systems) < len(reports) else ""
                console.print(Text(f"! {finding.code}: {finding.message}{where}", style="yellow"))
            for table in _tables(suite, reports, results):
                console.print(table)
            for standing in standings(suite, reports, results):
                for note in filter(None, (standing.note, f"{standing.spec}: {standing.signature}")):
                    console.print(Text(note, style="dim"))
        return out.getvalue()


def _tables(suite: str, reports: Sequence[Report], results: Results) -> Iterator[Table]:
    rows = standings(suite, reports, results)
    for start in range(0, len(rows), METRICS_A_TABLE):
        yield _score_table(reports, rows[start : start + METRICS_A_TABLE])
    yield from _detail_tables(reports, rows)
    yield from _slice_tables(reports)
    yield from _pair_tables(suite, results)


def _score_table(reports: Sequence[Report], metrics: Sequence[Standing]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("system", overflow="fold")
    for standing in metrics:
        table.add_column(
            f"{standing.spec} {'↑' if standing.higher_is_better else '↓'}", justify="right", overflow="fold"
        )
    for report in reports:
        cells = [report.system["name"]]
        for standing in metrics:
            score = standing.scores[report.system["name"]]
            cluster = standing.cluster_of(report.system["name"])
            place = f" #{cluster}" if cluster else ""
            cells.append(f"{value_text(score)} {interval_text(score)}{place}")
        table.add_row(*cells)
    return table


def _detail_tables(reports: Sequence[Report], metrics: Sequence[Standing]) -> Iterator[Table]:
    """The values beside the headline, where a metric has any."""
    from rich.table import Table

    for standing in metrics:
        keys = list(next(iter(standing.scores.values())).values)[1:]
        for start in range(0, len(keys), KEYS_A_TABLE):
            table = Table(box=None, pad_edge=False, header_style="dim")
            table.add_column(standing.spec, overflow="fold")
            for key in keys[start : start + KEYS_A_TABLE]:
                table.add_column(key, justify="right", overflow="fold")
            for report in reports:
                score = standing.scores[report.system["name"]]
                table.add_row(report.system["name"], *(key_text(score, k) for k in keys[start : start + KEYS_A_TABLE]))
            yield table


def _slice_tables(reports: Sequence[Report]) -> Iterator[Table]:
    from rich.table import Table

    for tag in dict.fromkeys(part.tag for part in reports[0].slices):
        values = [part.value for part in reports[0].slices if part.tag == tag]
        table = Table(box=None, pad_edge=False, header_style="bold", caption_justify="left", caption_style="dim")
        table.add_column(tag, overflow="fold")
        table.add_column("n", justify="right")
        for report in reports:
            table.add_column(report.system["name"], justify="right", overflow="fold")
        found = [{(part.tag, part.value): part for part in report.slices} for report in reports]
        for value in values[:SLICE_ROWS]:
            parts = [slices.get((tag, value)) for slices in found]
            count = str(parts[0].scores[0].n) if parts[0] else "0"
            table.add_row(value, count, *(value_text(part.scores[0]) if part else "–" for part in parts))
        if len(values) > SLICE_ROWS:
            table.caption = f"… and {len(values) - SLICE_ROWS} more; all of them with --json or -o DIR"
        yield table


def _pair_tables(suite: str, results: Results) -> Iterator[Table]:
    from rich.table import Table

    for spec in dict.fromkeys(test.spec for test in results.comparisons if test.suite == suite):
        tests = [test for test in results.comparisons if test.suite == suite and test.spec == spec]
        table = Table(
            box=None, pad_edge=False, header_style="bold", title=f"{spec}: {tests[0].test}", title_justify="left"
        )
        for name, justify in (("a", "left"), ("b", "left"), ("a − b", "right"), ("p", "right"), ("p (Holm)", "right")):
            table.add_column(name, justify="right" if justify == "right" else "left", overflow="fold")
        for test in tests:
            style = "bold" if test.p_adjusted < 0.05 else None
            table.add_row(
                test.a,
                test.b,
                f"{test.difference:+.2f}" if abs(test.difference) >= 1 else f"{test.difference:+.4f}",
                p_text(test.p_value),
                p_text(test.p_adjusted),
                style=style,
            )
        yield table

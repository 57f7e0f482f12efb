"""Tables on agreement and annotators for the terminal."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from mteval.core.results import Report, Results, Score

if TYPE_CHECKING:
    from rich.table import Table

NAMES = {
    "alpha_nominal": "Krippendorff's α, nominal",
    "alpha_ordinal": "Krippendorff's α, ordinal",
    "alpha_interval": "Krippendorff's α, interval",
    "fleiss_kappa": "Fleiss' κ",
    "cohen_kappa": "Cohen's κ, mean of pairs",
    "cohen_kappa_linear": "Cohen's κ, linear weights",
    "cohen_kappa_quadratic": "Cohen's κ, quadratic weights",
    "icc1": "ICC(1)",
    "icc2_1": "ICC(2,1)",
    "icc3_1": "ICC(3,1)",
    "icc1_k": "ICC(1,k)",
    "icc2_k": "ICC(2,k)",
    "icc3_k": "ICC(3,k)",
    "kendall_w": "Kendall's W",
    "percent": "percent agreement",
}
IN_SLICES = ("alpha_ordinal", "cohen_kappa_quadratic", "icc1", "percent")
TENDENCY = ("ratings", "shared", "mean", "bias", "severity", "spread")
CONTROL = (
    "repeats",
    "repeat_difference",
    "degraded",
    "degraded_drop",
    "degraded_p",
    "checks",
    "checks_passed",
    "failed",
)
SLICE_ROWS = 40


def agreement_tables(results: Results) -> str:
    """Findings, coefficients with intervals, slices, and each annotator's tendencies and controls."""
    from rich.console import Console
    from rich.text import Text

    report = results.reports[0]
    out = io.StringIO()
    console = Console(file=out, force_terminal=sys.stdout.isatty(), highlight=False, markup=False, emoji=False)
    console.width = Console().width
    console.print(Text(f"\n{report.suite['name']}", style="bold"), Text(f"{report.system['annotators']} annotators"))
    for finding in report.findings:
        console.print(Text(f"! {finding.code}: {finding.message}", style="yellow"))
    for table in (_coefficients(report), *_slices(report), *_people(report)):
        console.print(table)
        console.print()
    return out.getvalue()


def perm_tables(results: Results) -> str:
    """Every pair of metrics on each correlation that was tested, with clusters."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(file=out, force_terminal=sys.stdout.isatty(), highlight=False, markup=False, emoji=False)
    console.width = Console().width
    for suite, statistic in dict.fromkeys((test.suite, test.metric) for test in results.comparisons):
        own = [test for test in results.comparisons if (test.suite, test.metric) == (suite, statistic)]
        where = f"{suite}, " if len({test.suite for test in results.comparisons}) > 1 else ""
        table = _table("a", ["b", "a − b", "p", "p (Holm)"], f"{where}{statistic}: {own[0].test.upper()}")
        for test in own:
            p_values = (f"{test.p_value:.4f}", f"{test.p_adjusted:.4f}")
            table.add_row(test.a, test.b, f"{test.difference:+.4f}", *p_values)
        console.print(table)
        clusters = next(rank.clusters for rank in results.ranks if (rank.suite, rank.metric) == (suite, statistic))
        lines = " | ".join(", ".join(cluster) for cluster in clusters)
        console.print(f"clusters, best first: {lines}\n", markup=False)
    return out.getvalue()


def _table(first: str, columns: Sequence[str], title: str | None = None) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", title=title, title_justify="left")
    table.add_column(first, overflow="fold")
    for name in columns:
        table.add_column(name.replace("_", " "), justify="right", overflow="fold")
    return table


def _scale(score: Score) -> str:
    return (score.spec or score.metric).partition("scale=")[2] or "all ratings"


def _coefficients(report: Report) -> Table:
    table = _table("agreement", [f"{_scale(score)} (n = {score.n})" for score in report.scores])
    for key, name in NAMES.items():
        table.add_row(name, *(_with_interval(score, key) for score in report.scores))
    return table


def _with_interval(score: Score, key: str) -> str:
    low, high = score.intervals.get(key, (float("nan"), float("nan")))
    interval = "" if isnan(low) else f" [{low:.3f}, {high:.3f}]"
    return f"{_cell(score.values[key], 3)}{interval}"


def _slices(report: Report) -> Iterator[Table]:
    for tag in dict.fromkeys(part.tag for part in report.slices):
        table = _table(f"by {tag}", ["scale", "n", *IN_SLICES])
        parts = [part for part in report.slices if part.tag == tag]
        for part in parts[:SLICE_ROWS]:
            for score in part.scores:
                values = [_cell(score.values[key], 3) for key in IN_SLICES]
                table.add_row(part.value, _scale(score), str(score.n), *values)
        if len(parts) > SLICE_ROWS:
            table.caption = f"… and {len(parts) - SLICE_ROWS} more; all of them with --json"
        yield table


def _people(report: Report) -> Iterator[Table]:
    for kind, columns in (("annotators", TENDENCY), ("controls", CONTROL)):
        for scale, people in report.extras.get(kind, {}).items():
            table = _table("annotator", columns, f"{kind}, {scale}")
            for person in people:
                table.add_row(str(person["annotator"]), *(_cell(person[key]) for key in columns))
            yield table


def _cell(value: Any, digits: int = 2) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(value) or "–"
    if isinstance(value, float):
        return "–" if isnan(value) else f"{value:.{digits}f}"
    return str(value)

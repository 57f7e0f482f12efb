"""Results at a glance: one line per suite and system, and how many findings there are."""

from __future__ import annotations

import io
import math
import sys
from collections import Counter

from mteval.core import registry
from mteval.core.formatting import number_text, value_text
from mteval.core.results import Score
from mteval.core.views import ReportView
from mteval.renderers._presentation import standings

LONG_NAME = 24
NUMBERS = ("score", "±", "rank")


@registry.renderers.register("summary")
class Summary:
    """The headline score of every suite and system, half its interval, its rank range, and the codes of the findings."""

    def render(self, view: ReportView) -> str:
        """Give the results as one table that fits 80 columns."""
        from rich.console import Console
        from rich.table import Table

        results, out = view.results, io.StringIO()
        console = Console(file=out, force_terminal=sys.stdout.isatty(), highlight=False)
        console.width = Console().width
        table = Table(box=None, pad_edge=False, header_style="bold")
        for name in ("suite", "system", "metric", "score", "±", "rank"):
            table.add_column(name, justify="right" if name in NUMBERS else "left", overflow="fold")
        for suite, reports in results.by_suite():
            rows = standings(suite, reports, results)
            titles = _over(suite, len(reports))
            for number, report in enumerate(reports if rows else ()):
                name = report.system["name"]
                score = rows[0].scores[name]
                shown = (titles[number], name, score.metric, value_text(score), _half(score))
                table.add_row(*shown, rows[0].rank(name))
        console.print(table)
        codes = Counter(finding.code for report in results.reports for finding in report.findings)
        if codes:
            console.print("findings: " + ", ".join(codes), style="yellow")
        return out.getvalue()


def _over(suite: str, rows: int) -> list[str]:
    """A name over the rows of its systems; a long one is cut at a hyphen and goes on in the second row."""
    parts = [suite]
    if len(suite) > LONG_NAME and rows > 1 and "-" in suite[:LONG_NAME]:
        place = suite.rindex("-", 0, LONG_NAME) + 1
        parts = [suite[:place], suite[place:]]
    return [*parts, *[""] * (rows - len(parts))]


def _half(score: Score) -> str:
    """Half the width of the headline's interval."""
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    return number_text((high - low) / 2, score.scale.decimals)

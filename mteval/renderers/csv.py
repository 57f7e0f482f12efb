"""Results as CSV: one row per suite, system, slice, metric and value."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator

from mteval.core import registry
from mteval.core.results import Report, Results, Score

COLUMNS = ("suite", "system", "tag", "slice", "metric", "key", "value", "low", "high", "n", "skipped", "signature")


@registry.renderers.register("csv")
class Csv:
    """A flat table for spreadsheets and data frames; what is not there stays empty."""

    def render(self, results: Results) -> str:
        """Give the results as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for report in results.reports:
            writer.writerows(_rows(report))
        return out.getvalue()


def _rows(report: Report) -> Iterator[list[str | int]]:
    for score in report.scores:
        yield from _score_rows(report, "", "", score)
    for part in report.slices:
        for score in part.scores:
            yield from _score_rows(report, part.tag, part.value, score)


def _score_rows(report: Report, tag: str, value: str, score: Score) -> Iterator[list[str | int]]:
    for key, number in score.values.items():
        low, high = score.intervals.get(key, (math.nan, math.nan))
        names = [report.suite["name"], report.system["name"], tag, value, score.spec or score.metric, key]
        yield [*names, *map(_text, (number, low, high)), score.n, score.skipped, score.signature]


def _text(number: float) -> str:
    return "" if math.isnan(number) else repr(number)

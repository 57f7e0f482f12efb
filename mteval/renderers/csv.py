"""Results as CSV: one row per suite, system, slice, metric and value."""

from __future__ import annotations

import csv
import io
import math

from mteval.core import registry
from mteval.core.formatting import harmless_cell
from mteval.core.views import ReportView

COLUMNS = ("suite", "system", "tag", "slice", "metric", "key", "value", "low", "high", "n", "skipped", "signature")


@registry.renderers.register("csv")
class Csv:
    """A flat table for spreadsheets and data frames; what is not there stays empty."""

    def render(self, view: ReportView) -> str:
        """Give the results as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        for report in view.results.reports:
            writer.writerows([_text(row[column]) for column in COLUMNS] for row in report.rows())
        return out.getvalue()


def _text(value: str | float) -> str | float:
    """Numbers with all their digits; what is not there stays empty, and no text is taken for a formula."""
    cell: str | float = "" if isinstance(value, float) and math.isnan(value) else harmless_cell(value)
    return cell

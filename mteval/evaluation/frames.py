"""Results as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mteval.core.results import Results

if TYPE_CHECKING:
    import pandas as pd


def score_frame(results: Results) -> pd.DataFrame:
    """A flat table of all reports, one row per system, slice, metric and value."""
    import pandas as pd

    return pd.DataFrame(row for report in results.reports for row in report.rows())

"""Results as data frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from mteval.core.errors import UsageError
from mteval.core.results import CaseResult, PairedTest, Report, Results

if TYPE_CHECKING:
    import pandas as pd


def score_frame(results: Results) -> pd.DataFrame:
    """A flat table of all reports, one row per system, slice, metric and value."""
    import pandas as pd

    return pd.DataFrame(row for report in results.reports for row in report.rows())


def segment_frame(results: Results) -> pd.DataFrame:
    """The scores of single cases, one row per suite, system, case and metric that has such scores."""
    import pandas as pd

    rows = (
        (report.suite["name"], report.system["name"], case.id, spec, score)
        for report, case in _cases(results)
        for spec, score in case.scores.items()
    )
    return pd.DataFrame(rows, columns=["suite", "system", "case", "metric", "score"])


def pair_frame(results: Results) -> pd.DataFrame:
    """Every paired test: the difference a − b of the headline with its interval, and its p-values."""
    import pandas as pd

    plain = [field.name for field in fields(PairedTest) if field.name != "differences"]
    rows = [{**{name: getattr(test, name) for name in plain}, **_bounds(test)} for test in results.comparisons]
    return pd.DataFrame(rows, columns=[*plain, "low", "high"])


def _bounds(test: PairedTest) -> dict[str, float]:
    """The interval of the headline's difference."""
    for _, low, high in test.differences.values():
        return {"low": low, "high": high}
    return {"low": float("nan"), "high": float("nan")}


def case_frame(results: Results) -> pd.DataFrame:
    """One row per suite, system and case: outcome, texts, a column per tag and per metric with scores of single cases."""
    import pandas as pd

    rows = [_case_row(report, case) for report, case in _cases(results)]
    return pd.DataFrame(rows, columns=None if rows else ["suite", "system", "case", "outcome"])


def _case_row(report: Report, case: CaseResult) -> dict[str, Any]:
    return {
        "suite": report.suite["name"],
        "system": report.system["name"],
        "case": case.id,
        "outcome": case.outcome,
        "source": case.source,
        "references": case.references,
        "answer": case.answer,
        **{tag: ", ".join(values) for tag, values in case.tags.items()},
        **case.scores,
    }


def _cases(results: Results) -> Iterator[tuple[Report, CaseResult]]:
    if results.reports and not any(report.cases for report in results.reports):
        raise UsageError("The results hold no cases. Read the folder they were written to, not report.json alone.")
    return ((report, case) for report in results.reports for case in report.cases)

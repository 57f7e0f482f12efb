"""Stored results read back with what their families put under `extras` checked: a report may come from a stranger."""

from __future__ import annotations

from pathlib import Path

import msgspec

from mteval.core.errors import DataError
from mteval.core.results import Report, Results
from mteval.evaluation.views import family_view
from mteval.storage.reports import read_results


def read_stored(path: Path) -> Results:
    """Read what a run wrote; what its family shows of it must be of the type the family declares."""
    results = read_results(path)
    for number, report in enumerate(results.reports):
        _check_extras(path, number, report)
    return results


def _check_extras(path: Path, number: int, report: Report) -> None:
    types = family_view(report.suite["family"]).extras
    for key in types.keys() & report.extras.keys():
        try:
            msgspec.convert(report.extras[key], types[key])
        except msgspec.ValidationError as error:
            where = f"$.reports[{number}].extras.{key}"
            raise DataError(path, f"is not a report of mteval ({error}, below `{where}`).") from None

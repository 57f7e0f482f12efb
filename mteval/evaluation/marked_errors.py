"""The errors that metrics marked in the translations of stored results, as ratings of which the metric is the annotator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mteval.core import registry
from mteval.core.errors import UsageError
from mteval.core.evidence import Rating
from mteval.core.results import CaseResult, Report, Results
from mteval.human.metric_errors import metric_errors
from mteval.human.ratings import MQM

FORMATS = {".jsonl": "mqm-json", ".rating": "mtme-rating"}
"""The format of ratings that a file's ending asks for."""


def write_marked_errors(results: Results, path: Path) -> None:
    """Write them in the format of the ending; a translation that was scored and not marked has no errors."""
    ratings = marked_errors(results)
    if not ratings:
        raise UsageError(
            "No metric of these results marked errors. Metrics that do: comet with an XCOMET model, gemba-mqm, gemba-esa."
        )
    registry.formats.find(FORMATS[path.suffix])().write(ratings, path)


def marked_errors(results: Results) -> list[Rating]:
    """A rating for each translation and metric; where there are several suites, their names stand for documents."""
    several = len({str(report.suite["name"]) for report in results.reports}) > 1
    return [rating for report in results.reports for rating in _ratings(report, several=several)]


def _ratings(report: Report, *, several: bool) -> Iterator[Rating]:
    found = {case.id: {one.metric: one.spans for one in metric_errors(case)} for case in report.cases}
    marking = dict.fromkeys(metric for own in found.values() for metric in own)
    for metric in marking:
        for case in report.cases:
            if metric in found[case.id] or metric in case.scores:
                spans = found[case.id].get(metric, ())
                value = case.scores.get(metric, 0.0)
                detail = _detail(report, case, several=several)
                yield Rating(case.id, metric, MQM, value, str(report.system["name"]), detail, spans)


def _detail(report: Report, case: CaseResult, *, several: bool) -> dict[str, str]:
    answer = case.answer.get("text") if isinstance(case.answer, dict) else case.answer
    languages = "-".join(report.suite.get("languages") or ())
    document = str(report.suite["name"]) if several else ""
    told = {"document": document, "source": case.source, "target": answer, "languages": languages}
    return {name: str(value) for name, value in told.items() if value}

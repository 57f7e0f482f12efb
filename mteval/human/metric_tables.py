"""What metrics agree with people on: every correlation of every metric, beside what knowing nothing would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from mteval.core.results import Report
from mteval.core.views import TextTable

LEVELS = {
    "system level": {
        "pairwise_accuracy": "accuracy",
        "soft_pairwise_accuracy": "SPA",
        "pearson": "Pearson",
        "spearman": "Spearman",
        "kendall_b": "τ-b",
        "kendall_c": "τ-c",
        "kendall_a": "τ-a",
    },
    "segment level": {
        "segment_acc_eq": "acc-eq",
        "segment_pearson": "Pearson",
        "segment_kendall_b": "τ-b",
        "segment_kendall_a": "τ-a",
        "segment_kendall_10": "τ-10",
        "segment_kendall_13": "τ-13",
        "segment_kendall_14": "τ-14",
    },
}


def metric_tables(reports: Sequence[Report]) -> Iterator[TextTable]:
    """One table a level: a row for each metric, best accuracy first, then those of a constant and of a random metric."""
    judged = [report for report in reports if report.extras.get("floors")]
    if not judged:
        return
    order = sorted(judged, key=lambda report: -_sortable(report.scores[0].value))
    floors = judged[0].extras["floors"]
    for level, names in LEVELS.items():
        keys = [key for key in names if key in order[0].scores[0].values]
        if keys:
            own = [(str(one.system["name"]), *(_cell(one.scores[0].values.get(key)) for key in keys)) for one in order]
            known = [(f"({kind})", *(_cell(floor.get(key)) for key in keys)) for kind, floor in floors.items()]
            header = (level, *(names[key] for key in keys))
            yield TextTable(header, (*own, *known), "In brackets: a metric that knows nothing.")


def _sortable(value: float) -> float:
    return float("-inf") if isnan(value) else value


def _cell(value: float | None) -> str:
    return "–" if value is None or isnan(value) else f"{value:.3f}"

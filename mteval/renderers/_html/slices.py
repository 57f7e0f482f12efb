"""Slices as the page holds them: one row for each slice, system and metric."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from mteval.core.formatting import size_text
from mteval.core.results import Report, Score
from mteval.renderers._presentation import MetricStanding, score_of


def slice_rows(reports: Sequence[Report], standings: Sequence[MetricStanding]) -> list[list[Any]]:
    """Metric, tag, value, system, n, n as text, score, interval; tags with one value are left out: they are the whole suite."""
    tags: defaultdict[str, set[str]] = defaultdict(set)
    for report in reports:
        for part in report.slices:
            tags[part.tag].add(part.value)
    return [
        [metric, part.tag, part.value, system, *_numbers(score)]
        for metric, standing in enumerate(standings)
        for system, report in enumerate(reports)
        for part in report.slices
        if len(tags[part.tag]) > 1
        for score in [score_of(part.scores, standing.spec)]
        if score is not None
    ]


def _numbers(score: Score) -> list[Any]:
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    return [score.n, size_text(score), *(_known(value) for value in (score.value, low, high))]


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None

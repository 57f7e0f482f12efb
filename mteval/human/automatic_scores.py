"""Automatic scores of many systems, one `SYSTEM.jsonl` each, as WMT25 publishes them.

A line is one document: `{"language_pair", "domain", "document_id", "metric_scores": {METRIC: [SCORE, …]}}`, one score per
segment; `null` stands where a judge failed. Higher is better on every metric.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from mteval.core.errors import DataError, UsageError, suggestion
from mteval.core.results import Finding
from mteval.statistics.rating_table import Array
from mteval.text.documents import json_lines, typed
from mteval.text.lines import read_text

# Kocmi et al. (2025): CometKiwi is left out where there is no human reference, as other metrics then estimate quality too.
QUALITY_ESTIMATION = "CometKiwi-XL"
WITHOUT_REFERENCE = frozenset(
    f"en-{target}"
    for target in (
        "bn_BD",
        "de_DE",
        "el_GR",
        "fa_IR",
        "hi_IN",
        "id_ID",
        "it_IT",
        "kn_IN",
        "lt_LT",
        "mr_IN",
        "ro_RO",
        "sr_Latn_RS",
        "sv_SE",
        "th_TH",
        "tr_TR",
        "vi_VN",
    )
)
# The same: two languages the neural metrics were never checked on are ranked by chrF++ alone.
CHRF_ONLY = frozenset(("en-bho_IN", "en-mas_KE"))


class ScoredDocument(msgspec.Struct):
    """One line: the scores of a document's segments by metric."""

    language_pair: str
    metric_scores: dict[str, Any]


@dataclass(frozen=True, slots=True)
class SystemMetrics:
    """Each system's mean score by each metric, over the segments scored: (systems, metrics)."""

    systems: tuple[str, ...]
    metrics: tuple[str, ...]
    means: Array
    findings: tuple[Finding, ...] = ()


def read_system_metrics(folder: Path, pair: str, metrics: Sequence[str] = ()) -> SystemMetrics:
    """The systems of one language pair; without a wish, the metrics WMT25 ranks that pair by, of those that are there."""
    scores, pairs = _collected(folder, pair)
    if not scores:
        raise UsageError(f"{folder} has no scores for '{pair}'. {suggestion(pair, sorted(pairs))}")
    present = tuple(sorted({metric for given in scores.values() for metric in given}))
    chosen = tuple(metrics) or wmt25_metrics(pair, present)
    systems = tuple(sorted(scores))
    for metric in chosen:
        if metric not in present:
            raise UsageError(f"{folder} has no scores by '{metric}'. {suggestion(metric, present)}")
        without = [name for name in systems if not [x for x in scores[name].get(metric, []) if x is not None]]
        if without:
            raise DataError(
                folder / f"{without[0]}.jsonl", f"has no score by {metric} for {pair}. Leave the metric out."
            )
    means = np.array([[_mean(scores[name][metric]) for metric in chosen] for name in systems])
    left = [metric for metric in present if metric not in chosen]
    return SystemMetrics(systems, chosen, means, (*_uneven(scores, chosen), *_failed(scores, chosen), *_left_out(left)))


def wmt25_metrics(pair: str, present: Sequence[str]) -> tuple[str, ...]:
    """The metrics of WMT25's preliminary ranking among those present."""
    if pair in CHRF_ONLY and "chrF++" in present:
        return ("chrF++",)
    left_out = {QUALITY_ESTIMATION} if pair in WITHOUT_REFERENCE else set()
    others = tuple(metric for metric in present if metric not in (*left_out, "chrF++"))
    return others or tuple(present)


def _collected(folder: Path, pair: str) -> tuple[dict[str, dict[str, list[float | None]]], set[str]]:
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Name the folder with one SYSTEM.jsonl per system.")
    files = sorted(folder.glob("*.jsonl"))
    if not files:
        raise DataError(folder, "holds no SYSTEM.jsonl.")
    scores: dict[str, dict[str, list[float | None]]] = {}
    pairs: set[str] = set()
    for path in files:
        for number, raw in json_lines(read_text(path), path):
            document = typed(raw, ScoredDocument, path, line=number)
            pairs.add(document.language_pair)
            if document.language_pair == pair:
                own = scores.setdefault(path.stem, {})
                for metric, given in document.metric_scores.items():
                    own.setdefault(metric, []).extend(_numbers(given, metric, path, number))
    return scores, pairs


def _numbers(given: Any, metric: str, path: Path, line: int) -> list[float | None]:
    values = given if isinstance(given, list) else [given]
    for value in values:
        number = isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
        if value is not None and not number:
            raise DataError(path, f"the {metric} score {value!r} is neither a number nor null.", line=line)
    return values


def _mean(values: Sequence[float | None]) -> float:
    return float(np.mean([value for value in values if value is not None]))


def _uneven(scores: dict[str, dict[str, list[float | None]]], metrics: Sequence[str]) -> list[Finding]:
    counts = {name: len(given[metric]) for name, given in scores.items() for metric in metrics if metric in given}
    most = max(counts.values())
    fewer = sorted(name for name, count in counts.items() if count < most)
    if not fewer:
        return []
    message = f"{len(fewer)} systems have fewer than {most} segments scored: {', '.join(fewer[:10])}."
    return [Finding("different-segments", message, count=len(fewer), cases=tuple(fewer[:10]))]


def _failed(scores: dict[str, dict[str, list[float | None]]], metrics: Sequence[str]) -> list[Finding]:
    cells = {(name, metric): given.get(metric, []).count(None) for name, given in scores.items() for metric in metrics}
    failed = {cell: count for cell, count in sorted(cells.items()) if count}
    if not failed:
        return []
    total = sum(failed.values())
    shown = "; ".join(f"{count} of {name} by {metric}" for (name, metric), count in list(failed.items())[:10])
    return [Finding("failed-judge", f"{total} scores are null and were left out of the means: {shown}.", count=total)]


def _left_out(metrics: Sequence[str]) -> list[Finding]:
    if not metrics:
        return []
    message = (
        f"{', '.join(metrics)} stood in the files but does not count for this language pair (--metrics says otherwise)."
    )
    return [Finding("metric-left-out", message, count=len(metrics), cases=tuple(metrics))]

"""The ratings of a job in the layouts of other tools, each of which mteval reads back."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.protocols import Protocol
from mteval.authoring.annotation.work import Download
from mteval.core import registry
from mteval.core.evidence import Rating
from mteval.human.ratings import CHECK, TARGET, item_type

TimedRating = tuple[Rating, datetime, float]
"""A rating, when it was given, and the seconds from first sight to then."""


def rating_downloads(job: AnnotationJob, protocol: Protocol, given: Sequence[TimedRating]) -> Iterator[Download]:
    """Appraise's layout for every protocol; Google's table and ours with spans where errors were marked."""
    stem = job.path.stem
    timed = [_timed(*one) for one in given if item_type(one[0]) != CHECK]
    if timed:
        title = "Appraise's layout (CSV, without attention checks)"
        yield Download(f"{stem}.appraise.csv", "text/csv", written(timed, "appraise", ".csv"), title)
    judged = [one for one in timed if item_type(one) == TARGET]
    if judged and protocol.severities:
        title = "Google's MQM table (TSV, without controls)"
        yield Download(f"{stem}.mqm.tsv", "text/tab-separated-values", written(judged, "mqm", ".tsv"), title)
        title = "Errors as JSON lines (without controls)"
        yield Download(f"{stem}.errors.jsonl", "application/jsonl", written(judged, "mqm-json", ".jsonl"), title)


def written(ratings: Sequence[Rating], format: str, suffix: str) -> str:
    """The ratings as a format writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"ratings{suffix}"
        registry.formats.find(format)().write(ratings, path)
        return path.read_text(encoding="utf-8")


def _timed(rating: Rating, at: datetime, elapsed: float) -> Rating:
    end = at.timestamp()
    return replace(rating, detail={**rating.detail, "start": round(end - elapsed, 3), "end": round(end, 3)})

"""Errors marked beforehand, by a metric or another person, which annotators confirm, change or remove (ESA-AI)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.protocols import Protocol
from mteval.authoring.annotation.rating_work import TaskSegment
from mteval.core import registry
from mteval.core.errors import DataError, suggestion
from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE
from mteval.library import read_rating_files, recognised_ratings

PrefilledSpans = Mapping[tuple[str, str], tuple[ErrorSpan, ...]]
"""The errors by system and segment."""


def read_prefilled(job: AnnotationJob, segments: Sequence[TaskSegment], protocol: Protocol) -> PrefilledSpans:
    """The spans of the file that the job names; none where it names none.

    Marks in the source are left out where the protocol asks for none; what is critical is major where it knows nothing
    graver.
    """
    path = job.files.get("spans")
    if path is None:
        return {}
    texts = {segment.id: segment.translations for segment in segments}
    sources = {segment.id: segment.source for segment in segments}
    severities = protocol.severities
    found: dict[tuple[str, str], tuple[ErrorSpan, ...]] = {}
    for rating in _ratings(path):
        system, segment = rating.system or "", str(rating.detail.get("segment", rating.item))
        if segment not in texts:
            raise DataError(path, f"segment '{segment}' is no line of the source (1 to {len(segments)}).")
        if system not in texts[segment]:
            raise DataError(path, f"the job has no system '{system}'. {suggestion(system, list(texts[segment]))}")
        if (system, segment) in found:
            raise DataError(path, f"two raters marked segment {segment} of '{system}'. Keep one of them.")
        asked = (span for span in rating.spans if span.side == TARGET_SIDE or protocol.source_marks)
        spans = tuple(_known(span, severities) for span in asked)
        sides = {TARGET_SIDE: texts[segment][system], SOURCE_SIDE: sources[segment]}
        for span in spans:
            if span.end > len(sides[span.side]):
                where = "source" if span.side == SOURCE_SIDE else "translation"
                raise DataError(path, f"segment {segment} of '{system}': a span ends after the {where}.")
        unknown = [span.severity for span in spans if span.severity not in severities]
        if unknown:
            problem = (
                f"segment {segment} of '{system}': severity '{unknown[0]}'; the protocol knows {', '.join(severities)}."
            )
            raise DataError(path, problem)
        found[system, segment] = spans
    return found


def _ratings(path: Path) -> tuple[Rating, ...]:
    """The ratings of a file; what its errors cost does not matter, so that all severities may have a weight."""
    weighed = any(option.name == "weights" for option in registry.formats.find(recognised_ratings(path)).options)
    return read_rating_files([path], given={"weights": "mqm-council"} if weighed else {}).ratings


def _known(span: ErrorSpan, severities: Sequence[str]) -> ErrorSpan:
    return replace(span, severity="major") if span.severity == "critical" and "critical" not in severities else span

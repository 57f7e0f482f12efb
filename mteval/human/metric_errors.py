"""Errors that metrics marked in translations (XCOMET, judges), as stored cases hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.evidence import ErrorSpan
from mteval.core.results import CaseResult
from mteval.human.error_spans import LONGEST, SEVERITIES, SOURCE_SIDE, TARGET_SIDE, whole_places


@dataclass(frozen=True, slots=True)
class MetricErrors:
    """The errors that one metric marked in one translation."""

    metric: str
    spans: tuple[ErrorSpan, ...]


def metric_errors(case: CaseResult) -> list[MetricErrors]:
    """What each metric that marks errors marked in a case; entries of another form are passed over."""
    seen = case.detail.get("seen")
    if not isinstance(seen, Mapping):
        return []
    found = ((str(spec), one.get("spans")) for spec, one in seen.items() if isinstance(one, Mapping))
    return [MetricErrors(spec, tuple(_spans(entries))) for spec, entries in found if isinstance(entries, Sequence)]


def _spans(entries: Sequence[Any]) -> Iterator[ErrorSpan]:
    """The entries that have the form of our JSON: places or `missing`, a known severity and side."""
    for one in entries:
        if not isinstance(one, Mapping) or one.get("severity") not in SEVERITIES:
            continue
        missing = bool(one.get("missing"))
        start, end = (0, 0) if missing else whole_places(one.get("start"), one.get("end")) or (-1, -1)
        side = SOURCE_SIDE if one.get("side") == SOURCE_SIDE else TARGET_SIDE
        if 0 <= start <= end <= LONGEST:
            yield ErrorSpan(start, end, one["severity"], str(one.get("category") or ""), side, missing)

"""Agreement of annotators on the error spans they marked in the same translations."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.core.evidence import Rating
from mteval.human.ratings import unit
from mteval.statistics.span_agreement import SpanAgreement, SpanMark, span_agreement


def marked_agreement(ratings: Sequence[Rating]) -> SpanAgreement | None:
    """How well spans agree where two annotators rated the same translation; None where nobody did, or nobody marked any."""
    if not any(one.spans for one in ratings):
        return None
    units: dict[str, dict[str, list[SpanMark]]] = {}
    for one in ratings:
        marks = [SpanMark(span.start, span.end, span.severity, span.side, span.missing) for span in one.spans]
        units.setdefault(unit(one), {})[one.annotator] = marks
    shared = [list(given.values()) for given in units.values() if len(given) > 1]
    return span_agreement(shared) if shared else None

"""How well two sets of error spans agree: by character, and by span.

By character: one character that both marked counts 1, or ½ where they gave it different severities; F1 is twice these
credits over all characters either marked (Blain et al., 2023, WMT's word-level and span tasks). By span: a span is
found where any span of the other overlaps it; what is missing from the text matches another annotator's missing mark.
Counts are summed over all pairs of annotators of a translation before anything is divided, so a translation nobody
marked neither helps nor hurts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from mteval.statistics.character_marks import credit, gravest


class SpanMark(NamedTuple):
    """One span to compare: a half-open stretch of one side of the text, or something missing (start and end 0)."""

    start: int
    end: int
    severity: str
    side: str = "target"
    missing: bool = False


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """Agreement over `pairs` of annotations; NaN where nothing was marked.

    `precision` is the share of the second annotator's spans the first marked too, `recall` the other way round; `span_f1` is the
    share of all spans that the other annotator marked too, whoever comes first.
    """

    pairs: int
    both_clean: int
    one_clean: int
    character_f1: float
    precision: float
    recall: float
    span_f1: float


def span_agreement(units: Iterable[Sequence[Sequence[SpanMark]]]) -> SpanAgreement:
    """Compare every two annotations of each unit; a unit holds one sequence of marks per annotator."""
    credits = marked = 0.0
    pairs = both = one = found_a = found_b = all_a = all_b = 0
    for annotated in units:
        for a, b in combinations(annotated, 2):
            pairs += 1
            both += not a and not b
            one += bool(a) != bool(b)
            shared, total = _characters(a, b)
            credits, marked = credits + shared, marked + total
            found_a, found_b = found_a + _found(a, b), found_b + _found(b, a)
            all_a, all_b = all_a + len(a), all_b + len(b)
    precision, recall = _share(found_b, all_b), _share(found_a, all_a)
    # Overlap is counted from both sides, so F1 is over both counts and does not depend on who comes first.
    span_f1 = _share(found_a + found_b, all_a + all_b)
    return SpanAgreement(pairs, both, one, _share(2 * credits, marked), precision, recall, span_f1)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def _characters(a: Sequence[SpanMark], b: Sequence[SpanMark]) -> tuple[float, int]:
    """The credits for characters both marked, and how many each marked, summed."""
    first, second = _severities(a), _severities(b)
    return credit(first, second), len(first) + len(second)


def _severities(marks: Sequence[SpanMark]) -> dict[tuple[str, int], str]:
    """The severity of each character marked, on either side of the text."""
    return gravest(([(mark.side, place) for place in range(mark.start, mark.end)], mark.severity) for mark in marks)


def _found(marks: Sequence[SpanMark], others: Sequence[SpanMark]) -> int:
    return sum(any(_overlap(mark, other) for other in others) for mark in marks)


def _overlap(a: SpanMark, b: SpanMark) -> bool:
    if a.missing or b.missing:
        return a.missing and b.missing
    return a.side == b.side and a.start < b.end and b.start < a.end

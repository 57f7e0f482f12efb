"""Error spans from the labels of tokens, read as COMET reads them (unbabel-comet 2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.evidence import ErrorSpan
from mteval.human.error_spans import error_of_span

PENALTIES = {"minor": 1, "major": 5, "critical": 10}
WORST = 25


@dataclass(frozen=True, slots=True)
class MarkedError:
    """Characters that a model takes for an error, how grave it is, and the mean probability of its labels."""

    start: int
    end: int
    severity: str
    confidence: float

    @property
    def entry(self) -> dict[str, Any]:
        """As JSON: an error span as people mark it, with the confidence."""
        span = error_of_span(ErrorSpan(self.start, self.end, self.severity))
        return {**span, "confidence": round(self.confidence, 4)}


def error_of_entry(entry: Mapping[str, Any]) -> MarkedError:
    """The error that an entry was made of."""
    return MarkedError(int(entry["start"]), int(entry["end"]), str(entry["severity"]), float(entry["confidence"]))


def read_spans(
    probabilities: Sequence[Sequence[float]], places: Sequence[tuple[int, int]], labels: Sequence[str]
) -> tuple[MarkedError, ...]:
    """Runs of tokens whose likeliest label is a severity; the first token of a run says which.

    A run that reaches to the marker at the end is no span, as in the peer.
    """
    found: list[MarkedError] = []
    severity, start, end, sure = "", 0, 0, list[float]()
    for row, place in zip(probabilities, places, strict=True):
        best = max(range(len(row)), key=row.__getitem__)
        if not best:
            if severity:
                found.append(MarkedError(start, end, severity, sum(sure) / len(sure)))
            severity, sure = "", []
            continue
        if not severity:
            severity, start = labels[best - 1], place[0]
        end = place[1]
        sure.append(row[best])
    return tuple(found)


def mqm_share(errors: Sequence[MarkedError]) -> float:
    """1 for no errors, 0 for those that weigh 25 or more."""
    return 1.0 - min(WORST, sum(PENALTIES[error.severity] for error in errors)) / WORST

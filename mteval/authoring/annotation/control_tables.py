"""What the organiser sees of the control items: how annotators do on them, with those who fail them named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from mteval.human.annotator_controls import control_results
from mteval.human.ratings import Ratings

HEADER = ("annotator", "repeats", "mean |difference|", "degraded", "mean drop", "failed")


def control_tables(ratings: Ratings) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[str]]]]:
    """One table per scale that has controls."""
    for scale, results in control_results(ratings).items():
        body = [
            (
                one.annotator,
                str(one.repeats),
                _figure(one.repeat_difference),
                str(one.degraded),
                _figure(one.degraded_drop),
                ", ".join(one.failed) or "–",
            )
            for one in results
        ]
        yield f"Controls, {scale}", HEADER, body


def _figure(value: float) -> str:
    return "–" if isnan(value) else f"{value:.2f}"

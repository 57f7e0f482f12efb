"""Tuning curves as SVG that stands alone, and as a page with the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

from mteval.authoring.contrast.tuning import TuningPoint
from mteval.charts.templates import fragment

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 560, 320, 48
Measure = Callable[[TuningPoint], float]
CURVES: tuple[tuple[str, str, str, Measure], ...] = (
    ("precision", "#0a58ca", "", lambda point: point.precision),
    ("recall", "#b3261e", "6 3", lambda point: point.recall),
    ("F1", "#1a7f37", "2 3", lambda point: point.f_score()),
    ("F0.5", "#6f42c1", "8 3 2 3", lambda point: point.f_score(0.5)),
)
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
FOLDER = Path(__file__).parent


def table_rows(points: Sequence[TuningPoint]) -> list[tuple[str, ...]]:
    """A row for each threshold, the heading first."""
    head = ("threshold", *(name for name, *_ in CURVES), "right", "inferred", "gold")
    rows = [
        (
            f"{point.threshold:.2f}",
            *(_number(measure(point)) for *_, measure in CURVES),
            str(point.right),
            str(point.inferred),
            str(point.gold),
        )
        for point in points
    ]
    return [head, *rows]


def _number(value: float) -> str:
    return "–" if isnan(value) else f"{value:.4f}"


def curves_svg(points: Sequence[TuningPoint]) -> Markup:
    """Precision, recall, F1 and F0.5 over the thresholds."""
    best = max(points, key=lambda point: point.f_score(0.5) if point.inferred else -1)
    label = f"Precision, recall, F1 and F0.5 by threshold; best F0.5 {best.f_score(0.5):.4f} at {best.threshold:.2f}"
    return fragment(
        FOLDER,
        "curves.svg.j2",
        label=label,
        width=WIDTH,
        height=HEIGHT,
        margin=MARGIN,
        ticks=[(_y(tick), f"{tick:.2f}") for tick in TICKS],
        thresholds=[(_x(point.threshold, points), f"{point.threshold:.2f}") for point in points[::2]],
        curves=[(name, colour, dashes or "none", _path(measure, points)) for name, colour, dashes, measure in CURVES],
    )


def _x(value: float, points: Sequence[TuningPoint]) -> float:
    low, high = points[0].threshold, points[-1].threshold
    return MARGIN + (value - low) / ((high - low) or 1.0) * (WIDTH - MARGIN - 100)


def _y(value: float) -> float:
    return HEIGHT - MARGIN - value * (HEIGHT - MARGIN - 16)


def _path(measure: Measure, points: Sequence[TuningPoint]) -> str:
    known = [(_x(one.threshold, points), _y(measure(one))) for one in points if not isnan(measure(one))]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in known)


def curves_page(points: Sequence[TuningPoint], title: str) -> Markup:
    """A page with the curves and the table."""
    head, *rows = table_rows(points)
    return fragment(FOLDER, "curves.html.j2", title=title, picture=curves_svg(points), head=head, rows=rows)

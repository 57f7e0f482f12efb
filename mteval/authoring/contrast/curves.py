"""Tuning curves as SVG that stands alone, and as a page with the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import isnan

from mteval.authoring.contrast.tuning import TuningPoint

WIDTH, HEIGHT, MARGIN = 560, 320, 48
Measure = Callable[[TuningPoint], float]
CURVES: tuple[tuple[str, str, str, Measure], ...] = (
    ("precision", "#0a58ca", "", lambda point: point.precision),
    ("recall", "#b3261e", "6 3", lambda point: point.recall),
    ("F1", "#1a7f37", "2 3", lambda point: point.f_score()),
    ("F0.5", "#6f42c1", "8 3 2 3", lambda point: point.f_score(0.5)),
)
STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:48rem;padding:0 1rem;color:#1b1f24}"
    "svg{max-width:100%;height:auto}table{border-collapse:collapse}"
    "td,th{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #d0d7de}"
)


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


def curves_svg(points: Sequence[TuningPoint]) -> str:
    """Precision, recall, F1 and F0.5 over the thresholds."""
    best = max(points, key=lambda point: point.f_score(0.5) if point.inferred else -1)
    label = f"Precision, recall, F1 and F0.5 by threshold; best F0.5 {best.f_score(0.5):.4f} at {best.threshold:.2f}"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}">'
    drawn = "".join(_curve(number, points) for number in range(len(CURVES)))
    return head + _frame(points) + drawn + "</svg>"


def _x(value: float, points: Sequence[TuningPoint]) -> float:
    low, high = points[0].threshold, points[-1].threshold
    return MARGIN + (value - low) / ((high - low) or 1.0) * (WIDTH - MARGIN - 100)


def _y(value: float) -> float:
    return HEIGHT - MARGIN - value * (HEIGHT - MARGIN - 16)


def _frame(points: Sequence[TuningPoint]) -> str:
    base, end = HEIGHT - MARGIN, WIDTH - 100
    parts = [f'<path d="M{MARGIN} 16V{base}H{end}" fill="none" stroke="#57606a"/>']
    for tenth in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<path d="M{MARGIN} {_y(tenth):.1f}H{end}" stroke="#d0d7de" stroke-width=".5"/>')
        parts.append(_text(MARGIN - 6, _y(tenth) + 4, f"{tenth:.2f}", "end"))
    parts += [_text(_x(point.threshold, points), base + 16, f"{point.threshold:.2f}") for point in points[::2]]
    return "".join(parts) + _text((MARGIN + end) / 2, HEIGHT - 8, "cosine above which senses are merged")


def _curve(number: int, points: Sequence[TuningPoint]) -> str:
    name, colour, dashes, measure = CURVES[number]
    known = [(_x(one.threshold, points), _y(measure(one))) for one in points if not isnan(measure(one))]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in known)
    line = f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes or "none"}"/>'
    place = 28 + 18 * number
    key = f'<path d="M{WIDTH - 92} {place - 4}h24" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes or "none"}"/>'
    return line + key + _text(WIDTH - 62, place, name, "start")


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="11" fill="#24292f">{escape(text)}</text>'


def curves_page(points: Sequence[TuningPoint], title: str) -> str:
    """A page with the curves and the table."""
    head, *rows = table_rows(points)
    cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    names = "".join(f"<th scope='col'>{escape(name)}</th>" for name in head)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>{curves_svg(points)}"
        f"<table><thead><tr>{names}</tr></thead><tbody>{cells}</tbody></table></body></html>\n"
    )

"""Scatter plots of metric scores beside human scores, as SVG that stands alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import isfinite
from typing import Any

WIDTH, HEIGHT, MARGIN = 340, 260, 44

STYLE = """body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1b1f24}
.plots{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0}figcaption{font-weight:600}svg{max-width:100%;height:auto}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .7rem;text-align:right;border-bottom:1px solid #d0d7de}
th:first-child,td:first-child{text-align:left}.sure{font-weight:700}"""


def scatter(points: Sequence[Mapping[str, Any]], title: str) -> str:
    """One metric: a dot per system, human score across, metric score up, names on the dots."""
    shown = [p for p in points if _finite(p["human"]) and _finite(p["metric"])]
    label = f"{title}: {len(shown)} systems, human score across, metric score up"
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}">'
    if not shown:
        return head + f'<text x="{MARGIN}" y="{HEIGHT / 2}">no systems scored by both</text></svg>'
    across = _axis([float(p["human"]) for p in shown], MARGIN, WIDTH - 16)
    up = _axis([float(p["metric"]) for p in shown], HEIGHT - MARGIN, 16)
    dots = "".join(_dot(p, across, up) for p in shown)
    return head + _frame(across, up) + dots + "</svg>"


class _Scale:
    """Maps values to places along one axis, with a little air at both ends."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        low, high = min(values), max(values)
        air = (high - low) * 0.08 or 1.0
        self.low, self.high = low - air, high + air
        self.ends = (low, high)
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def _axis(values: Sequence[float], start: float, end: float) -> _Scale:
    return _Scale(values, start, end)


def _finite(value: Any) -> bool:
    return value is not None and isfinite(float(value))


def _frame(across: _Scale, up: _Scale) -> str:
    base = HEIGHT - MARGIN
    lines = f'<path d="M{MARGIN} 8V{base}H{WIDTH - 8}" fill="none" stroke="#57606a"/>'
    texts = [
        (across(across.ends[0]), base + 16, "middle", f"{across.ends[0]:.3g}"),
        (across(across.ends[1]), base + 16, "middle", f"{across.ends[1]:.3g}"),
        (MARGIN - 6, up(up.ends[0]) + 4, "end", f"{up.ends[0]:.3g}"),
        (MARGIN - 6, up(up.ends[1]) + 4, "end", f"{up.ends[1]:.3g}"),
        (WIDTH / 2, HEIGHT - 8, "middle", "human score"),
    ]
    drawn = "".join(
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="11" fill="#57606a">{escape(text)}</text>'
        for x, y, anchor, text in texts
    )
    return lines + drawn


def _dot(point: Mapping[str, Any], across: _Scale, up: _Scale) -> str:
    x, y, name = across(float(point["human"])), up(float(point["metric"])), escape(str(point["system"]))
    # Names to the right of a dot, except near the right edge.
    side = ("end", x - 7) if x > WIDTH * 0.7 else ("start", x + 7)
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#0a58ca"><title>{name}</title></circle>'
        f'<text x="{side[1]:.1f}" y="{y + 4:.1f}" text-anchor="{side[0]}" font-size="10" fill="#24292f">{name[:22]}</text>'
    )


def correlation_page(title: str, plots: Sequence[tuple[str, str, str]], tests: Sequence[tuple[str, ...]]) -> str:
    """A whole page: (metric, caption, SVG) for each metric, and the rows of the table of tests."""
    figures = "".join(
        f"<figure><figcaption>{escape(name)}</figcaption><div>{escape(caption)}</div>{svg}</figure>"
        for name, caption, svg in plots
    )
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in tests)
    head = "".join(f"<th>{name}</th>" for name in ("correlation", "a", "b", "a − b", "p (PERM-BOTH)", "p (Holm)"))
    table = (
        f"<h2>Is one metric closer to people?</h2><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f'<div class="plots">{figures}</div>{table if rows else ""}</body></html>\n'
    )

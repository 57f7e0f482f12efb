"""Horizontal bars as inline SVG that follows the page's light or dark colours; every text is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite

LABEL, WIDTH, NUMBERS, ROW = 230, 420, 110, 24
COLOURS = tuple(f"var(--c{number}, currentColor)" for number in (1, 2, 3, 4))
TONES = {
    "good": "var(--good, #14713d)",
    "bad": "var(--bad, #a3261b)",
    "open": "var(--line, #b8bdc4)",
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A value on 0–1 with its interval, and the level it is measured against."""

    label: str
    value: float
    interval: tuple[float, float] | None = None
    level: float | None = None
    note: str = ""
    colour: int = 0


@dataclass(frozen=True, slots=True)
class Stack:
    """Counts that add up to one bar, each with its tone (good, bad, open)."""

    label: str
    parts: tuple[tuple[str, int], ...]
    note: str = ""


def marks_svg(marks: Sequence[Mark], title: str) -> str:
    """A dot with its interval for each value, and a stroke where its level lies."""
    rows = "".join(_mark(mark, 8 + place * ROW) for place, mark in enumerate(marks))
    return _svg(_grid(len(marks)) + rows, len(marks), title)


def stacks_svg(stacks: Sequence[Stack], title: str) -> str:
    """Stacked bars of full width: shares of each whole."""
    rows = "".join(_stack(stack, 8 + place * ROW) for place, stack in enumerate(stacks))
    return _svg(rows, len(stacks), title)


def _svg(content: str, rows: int, title: str) -> str:
    width, height = LABEL + WIDTH + NUMBERS, rows * ROW + 32
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}" '
        f'style="width:100%;max-width:{width}px;height:auto;font:13px system-ui,sans-serif" fill="currentColor">'
        f"<title>{escape(title)}</title>{content}</svg>"
    )


def _grid(rows: int) -> str:
    bottom = 8 + rows * ROW
    lines = (
        f'<line x1="{_x(tick)}" x2="{_x(tick)}" y1="4" y2="{bottom}" stroke="currentColor" opacity=".15"/>'
        f'<text x="{_x(tick)}" y="{bottom + 16}" text-anchor="middle" opacity=".7">{tick:g}</text>'
        for tick in (0, 0.25, 0.5, 0.75, 1)
    )
    return "".join(lines)


def _mark(mark: Mark, top: int) -> str:
    middle = top + ROW // 2
    parts = [_label(mark.label, top)]
    if mark.level is not None and isfinite(mark.level):
        x = _x(mark.level)
        parts.append(
            f'<line x1="{x}" x2="{x}" y1="{top + 3}" y2="{top + ROW - 3}" stroke="currentColor" stroke-width="2"/>'
        )
    colour = COLOURS[mark.colour % len(COLOURS)]
    if mark.interval and all(map(isfinite, mark.interval)):
        low, high = map(_x, mark.interval)
        parts.append(
            f'<line x1="{low}" x2="{high}" y1="{middle}" y2="{middle}" '
            f'style="stroke:{colour};stroke-width:6;stroke-linecap:round;opacity:.4"/>'
        )
    if isfinite(mark.value):
        parts.append(f'<circle cx="{_x(mark.value)}" cy="{middle}" r="5" style="fill:{colour}"/>')
    shown = f"{mark.value:.3f}" if isfinite(mark.value) else "–"
    parts.append(f'<text x="{LABEL + WIDTH + 10}" y="{middle + 5}">{shown} {escape(mark.note)}</text>')
    return "".join(parts)


def _stack(stack: Stack, top: int) -> str:
    whole = sum(count for _, count in stack.parts) or 1
    parts, left = [_label(stack.label, top)], float(LABEL)
    for tone, count in stack.parts:
        width = WIDTH * count / whole
        parts.append(
            f'<rect x="{left:.1f}" y="{top + 3}" width="{width:.1f}" height="{ROW - 6}" style="fill:{TONES[tone]}">'
            f"<title>{count} ({count / whole:.1%})</title></rect>"
        )
        if width > 28:
            colour = "currentColor" if tone == "open" else "var(--card, #fff)"
            x = left + width / 2
            parts.append(f'<text x="{x:.1f}" y="{top + 17}" text-anchor="middle" style="fill:{colour}">{count}</text>')
        left += width
    parts.append(f'<text x="{LABEL + WIDTH + 10}" y="{top + 17}">{escape(stack.note)}</text>')
    return "".join(parts)


def _label(text: str, top: int) -> str:
    shown = text if len(text) <= 29 else text[:28] + "…"
    tip = f"<title>{escape(text)}</title>"
    return f'<text x="{LABEL - 10}" y="{top + 17}" text-anchor="end">{escape(shown)}{tip}</text>'


def _x(share: float) -> str:
    return f"{LABEL + WIDTH * min(max(share, 0.0), 1.0):.1f}"

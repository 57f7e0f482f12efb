"""Horizontal bars as inline SVG that follows the page's light or dark colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mteval.charts.numbers import decimal_text, is_known, known_interval
from mteval.charts.templates import FOLDER, fragment

if TYPE_CHECKING:
    from markupsafe import Markup

LABEL, WIDTH, NUMBERS, ROW = 300, 420, 110, 24
TOP = 8
TICKS = (0, 0.25, 0.5, 0.75, 1)
LONGEST_LABEL = 40
NARROWEST_COUNTED = 28  # a part of a bar that has room for its count
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
class BarStack:
    """Counts that add up to one bar, each with its tone (good, bad, open)."""

    label: str
    parts: tuple[tuple[str, int], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Frame:
    """The size of a picture, and where the labels of its rows end and the notes begin."""

    title: str
    rows: int
    width: int = LABEL + WIDTH + NUMBERS
    label_end: int = LABEL - 10
    note_start: int = LABEL + WIDTH + 10

    @property
    def height(self) -> int:
        return self.rows * ROW + 32

    @property
    def bottom(self) -> int:
        return TOP + self.rows * ROW


@dataclass(frozen=True, slots=True)
class _MarkRow:
    """A mark with the places it is drawn at; None where there is nothing to draw."""

    label: str
    short_label: str
    note: str
    value: str
    colour: str
    top: int
    dot: str | None
    level: str | None
    interval: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a stacked bar; `middle` is where its count stands, None where there is no room for it."""

    tone: str
    fill: str
    count: int
    share: str
    left: str
    width: str
    middle: str | None


@dataclass(frozen=True, slots=True)
class _StackRow:
    """A stacked bar with the place it is drawn at."""

    label: str
    short_label: str
    note: str
    top: int
    parts: tuple[_Part, ...]


def marks_svg(marks: Sequence[Mark], title: str) -> Markup:
    """A dot with its interval for each value, and a stroke where its level lies."""
    rows = [_mark_row(mark, TOP + place * ROW) for place, mark in enumerate(marks)]
    ticks = [(_place(tick), f"{tick:g}") for tick in TICKS]
    return fragment(FOLDER, "marks.svg.j2", frame=_Frame(title, len(rows)), rows=rows, ticks=ticks, row_height=ROW)


def stacks_svg(stacks: Sequence[BarStack], title: str) -> Markup:
    """Stacked bars of full width: shares of each whole."""
    rows = [
        _StackRow(stack.label, _short(stack.label), stack.note, TOP + place * ROW, tuple(_parts(stack)))
        for place, stack in enumerate(stacks)
    ]
    return fragment(FOLDER, "stacks.svg.j2", frame=_Frame(title, len(rows)), rows=rows, row_height=ROW)


def _mark_row(mark: Mark, top: int) -> _MarkRow:
    return _MarkRow(
        label=mark.label,
        short_label=_short(mark.label),
        note=mark.note,
        value=decimal_text(mark.value, 3),
        colour=COLOURS[mark.colour % len(COLOURS)],
        top=top,
        dot=_place(mark.value) if is_known(mark.value) else None,
        level=_place(mark.level) if is_known(mark.level) else None,
        interval=tuple(map(_place, known_interval(mark.interval) or ())),
    )


def _parts(stack: BarStack) -> Iterator[_Part]:
    whole = sum(count for _, count in stack.parts) or 1
    left = float(LABEL)
    for tone, count in stack.parts:
        width = WIDTH * count / whole
        middle = f"{left + width / 2:.1f}" if width > NARROWEST_COUNTED else None
        yield _Part(tone, TONES[tone], count, f"{count / whole:.1%}", f"{left:.1f}", f"{width:.1f}", middle)
        left += width


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def _place(share: float) -> str:
    return f"{LABEL + WIDTH * min(max(share, 0.0), 1.0):.1f}"

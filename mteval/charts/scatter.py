"""Scatter plots of metric scores beside human scores, as SVG that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mteval.charts.numbers import is_known
from mteval.charts.tables import plain_table
from mteval.charts.templates import FOLDER, fragment

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 340, 260, 44
LONGEST_NAME = 22
TESTS_HEADER = ("correlation", "a", "b", "a − b", "p (PERM-BOTH)", "p (Holm)")


@dataclass(frozen=True, slots=True)
class _Axis:
    """Maps values to places along one axis, with a little air at both ends."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def over(cls, values: Sequence[float], start: float, end: float) -> _Axis:
        """The axis that holds all values."""
        return cls(min(values), max(values), start, end)

    def place(self, value: float) -> float:
        """Where a value lies."""
        air = (self.high - self.low) * 0.08 or 1.0
        low, high = self.low - air, self.high + air
        return self.start + (value - low) / (high - low) * (self.end - self.start)


@dataclass(frozen=True, slots=True)
class _Label:
    """A text and where it stands; `anchor` is the part of it that stands there."""

    x: str
    y: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class _Dot:
    """One system with its name beside it."""

    x: str
    y: str
    system: str
    label: _Label


def scatter(points: Sequence[Mapping[str, Any]], title: str) -> Markup:
    """One metric: a dot per system, human score across, metric score up, names on the dots."""
    shown = [point for point in points if is_known(point["human"]) and is_known(point["metric"])]
    label = f"{title}: {len(shown)} systems, human score across, metric score up"
    labels: list[_Label] = []
    dots: list[_Dot] = []
    if shown:
        across = _Axis.over([float(point["human"]) for point in shown], MARGIN, WIDTH - 16)
        up = _Axis.over([float(point["metric"]) for point in shown], HEIGHT - MARGIN, 16)
        labels = list(_axis_labels(across, up))
        dots = [_dot(point, across, up) for point in shown]
    size = {"width": WIDTH, "height": HEIGHT, "margin": MARGIN}
    return fragment(FOLDER, "scatter.svg.j2", label=label, labels=labels, dots=dots, **size)


def _axis_labels(across: _Axis, up: _Axis) -> Iterator[_Label]:
    for value in (across.low, across.high):
        yield _label(across.place(value), HEIGHT - MARGIN + 16, "middle", f"{value:.3g}")
    for value in (up.low, up.high):
        yield _label(MARGIN - 6, up.place(value) + 4, "end", f"{value:.3g}")
    yield _label(WIDTH / 2, HEIGHT - 8, "middle", "human score")


def _dot(point: Mapping[str, Any], across: _Axis, up: _Axis) -> _Dot:
    x, y, name = across.place(float(point["human"])), up.place(float(point["metric"])), str(point["system"])
    # Names to the right of a dot, except near the right edge.
    anchor, side = ("end", x - 7) if x > WIDTH * 0.7 else ("start", x + 7)
    return _Dot(f"{x:.1f}", f"{y:.1f}", name, _label(side, y + 4, anchor, name[:LONGEST_NAME]))


def _label(x: float, y: float, anchor: str, text: str) -> _Label:
    return _Label(f"{x:.1f}", f"{y:.1f}", anchor, text)


def correlation_page(title: str, plots: Sequence[tuple[str, str, Markup]], tests: Sequence[tuple[str, ...]]) -> Markup:
    """A whole page: (metric, caption, SVG) for each metric, and the rows of the table of tests."""
    table = plain_table(TESTS_HEADER, tests) if tests else ""
    return fragment(FOLDER, "correlation.html.j2", title=title, plots=plots, table=table)

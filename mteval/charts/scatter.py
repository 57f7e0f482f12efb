"""Scatter plots of metric scores beside human scores, as SVG that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from mteval.charts.numbers import is_known
from mteval.charts.tables import plain_table
from mteval.charts.templates import FOLDER, fragment

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 400, 300, 44
LONGEST_NAME = 22
LETTER, LINE = 5.8, 11.0  # the room a name takes, by letter and by line
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
        dots = list(_dots(shown, across, up))
    size = {"width": WIDTH, "height": HEIGHT, "margin": MARGIN}
    return fragment(FOLDER, "scatter.svg.j2", label=label, labels=labels, dots=dots, **size)


def _axis_labels(across: _Axis, up: _Axis) -> Iterator[_Label]:
    for value in (across.low, across.high):
        yield _label(across.place(value), HEIGHT - MARGIN + 16, "middle", f"{value:.3g}")
    for value in (up.low, up.high):
        yield _label(MARGIN - 6, up.place(value) + 4, "end", f"{value:.3g}")
    yield _label(WIDTH / 2, HEIGHT - 8, "middle", "human score")


def _dots(points: Sequence[Mapping[str, Any]], across: _Axis, up: _Axis) -> Iterator[_Dot]:
    """Every system with its name where it covers neither another name nor a dot, as far as there is such a place."""
    places = [(across.place(float(one["human"])), up.place(float(one["metric"]))) for one in points]
    taken = [_Box(x - 4, y - 4, x + 4, y + 4) for x, y in places]
    for number, ((x, y), point) in enumerate(zip(places, points, strict=True)):
        name = str(point["system"])
        others = taken[:number] + taken[number + 1 :]
        box, label = _free_place(x, y, name[:LONGEST_NAME], others)
        taken.append(box)
        yield _Dot(f"{x:.1f}", f"{y:.1f}", name, label)


@dataclass(frozen=True, slots=True)
class _Box:
    """A rectangle that something covers."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def _free_place(x: float, y: float, text: str, taken: Sequence[_Box]) -> tuple[_Box, _Label]:
    """Beside the dot, else a little above or below; where nothing is free, where the fewest are covered."""
    length = LETTER * len(text)
    # Names to the right of a dot, except near the right edge.
    sides = ("end", "start") if x > WIDTH * 0.7 else ("start", "end")
    found = []
    for step, anchor in product((0, -1, 1, -2, 2), sides):
        side, middle = (x + 7 if anchor == "start" else x - 7), y + step * LINE
        left = side if anchor == "start" else side - length
        box = _Box(left, middle - LINE / 2, left + length, middle + LINE / 2)
        beyond = left < MARGIN or left + length > WIDTH or middle < LINE / 2 or middle > HEIGHT - MARGIN
        covered = sum(map(box.meets, taken)) + (len(taken) if beyond else 0)
        found.append((covered, box, _label(side, middle + 4, anchor, text)))
    _, box, label = min(found, key=lambda one: one[0])
    return box, label


def _label(x: float, y: float, anchor: str, text: str) -> _Label:
    return _Label(f"{x:.1f}", f"{y:.1f}", anchor, text)


def correlation_page(title: str, plots: Sequence[tuple[str, str, Markup]], tests: Sequence[tuple[str, ...]]) -> Markup:
    """A whole page: (metric, caption, SVG) for each metric, and the rows of the table of tests."""
    table = plain_table(TESTS_HEADER, tests) if tests else ""
    return fragment(FOLDER, "correlation.html.j2", title=title, plots=plots, table=table)

"""Scores over releases: a picture for each line, and the page that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from mteval.charts.templates import FOLDER, fragment
from mteval.core.formatting import number_text, p_text

if TYPE_CHECKING:
    from markupsafe import Markup

WIDTH, HEIGHT, MARGIN = 640, 170, 12
LEFT = 58


@dataclass(frozen=True, slots=True)
class ReleaseValue:
    """A release's value with its interval; `mark` is "drop", "rise" or nothing; `broken`: on other data than the one before."""

    release: str
    value: float
    low: float
    high: float
    mark: str
    p_value: float
    broken: bool


@dataclass(frozen=True, slots=True)
class LineChart:
    """One line of the page."""

    name: str
    metric: str
    decimals: int
    values: tuple[ReleaseValue, ...]
    whole: bool

    @property
    def drops(self) -> tuple[ReleaseValue, ...]:
        """The releases marked as worse."""
        return tuple(one for one in self.values if one.mark == "drop")


def history_svg(chart: LineChart, places: dict[str, int]) -> Markup:
    """A line with its intervals as a band, broken where the data changed; significant drops and rises are marked."""
    known = [one for one in chart.values if not isnan(one.value)]
    bounds = [number for one in known for number in (one.value, one.low, one.high) if not isnan(number)]
    low, high = (min(bounds), max(bounds)) if bounds else (0.0, 1.0)
    spread = (high - low) or max(abs(high), 1.0) * 0.1
    step = (WIDTH - LEFT - MARGIN) / max(len(places) - 1, 1)

    def across(one: ReleaseValue) -> float:
        return round(LEFT + places[one.release] * step, 1)

    def up(value: float) -> float:
        return round(HEIGHT - 24 - (value - low) / spread * (HEIGHT - 40), 1)

    parts = _parts(chart.values)
    lines = ["M" + "L".join(f"{across(one)} {up(one.value)}" for one in part) for part in parts]
    sure = [run for part in parts for run in _with_intervals(part)]
    bands = [_band([(across(one), up(one.low), up(one.high)) for one in run]) for run in sure]
    marks = [
        {
            "x": across(one),
            "y": up(one.value),
            "kind": one.mark or "point",
            "text": f"{one.release}: {number_text(one.value, chart.decimals)}"
            + (f", {one.mark}, p = {p_text(one.p_value)}" if one.mark else ""),
        }
        for one in known
        if one.mark or len(known) <= 60
    ]
    return fragment(
        FOLDER,
        "history.svg.j2",
        label=f"{chart.name}, {chart.metric}: {len(known)} releases, {len(chart.drops)} significant drops",
        size=(WIDTH, HEIGHT, LEFT, MARGIN),
        lines=lines,
        bands=[band for band in bands if band],
        marks=marks,
        scale=[(up(value), number_text(value, chart.decimals)) for value in dict.fromkeys((high, low))],
        ends=[one.release[:24] for one in (known[:1] + known[1:][-1:])],
    )


def _parts(values: Sequence[ReleaseValue]) -> list[list[ReleaseValue]]:
    """Runs of values that may be joined by a line."""
    parts: list[list[ReleaseValue]] = []
    fresh = True
    for one in values:
        if isnan(one.value):
            fresh = True
            continue
        if fresh or one.broken:
            parts.append([])
        parts[-1].append(one)
        fresh = False
    return parts


def _with_intervals(part: Sequence[ReleaseValue]) -> list[list[ReleaseValue]]:
    """Runs of values that all have an interval: no band is drawn over one that has none."""
    runs: list[list[ReleaseValue]] = [[]]
    for one in part:
        if isnan(one.low):
            runs.append([])
        else:
            runs[-1].append(one)
    return runs


def _band(points: Sequence[tuple[float, float, float]]) -> str:
    if len(points) < 2:
        return ""
    there = "L".join(f"{x} {top}" for x, _, top in points)
    back = "L".join(f"{x} {bottom}" for x, bottom, _ in reversed(points))
    return f"M{there}L{back}Z"


def history_page(
    title: str, releases: Sequence[str], charts: Sequence[LineChart], notes: Sequence[str], made: str
) -> Markup:
    """A whole page that stands alone: every line's picture, whole suites first, and a table of the drops."""
    places = {release: place for place, release in enumerate(releases)}
    pictures = [(chart, history_svg(chart, places)) for chart in charts]
    drops = [
        (one.release, chart.name, chart.metric, number_text(one.value, chart.decimals), p_text(one.p_value))
        for chart in charts
        for one in chart.drops
    ]
    return fragment(
        FOLDER,
        "history.html.j2",
        title=title,
        releases=releases,
        pictures=[pair for pair in pictures if pair[0].whole],
        slices=[pair for pair in pictures if not pair[0].whole],
        drops=sorted(drops, key=lambda row: places[row[0]], reverse=True),
        notes=notes,
        made=made,
    )

"""The leaderboard of one suite, best system first, and the matrix of systems and suites."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mteval.core.formatting import interval_text, value_text
from mteval.core.results import Score
from mteval.renderers._presentation import MetricStanding

TICKS = 5
MARGIN = 0.06


@dataclass(frozen=True, slots=True)
class Bar:
    """A value and its interval on an axis, in per cent of its length."""

    at: float
    low: float
    width: float


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One system: its bar on the headline metric, and how many others it is significantly better than."""

    name: str
    rank: str
    best_rank: int
    bar: Bar | None
    value: str
    interval: str
    beats: str
    beaten: int
    line_below: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The systems on one metric, best first, with intervals on a common axis."""

    spec: str
    metric: str
    higher_is_better: bool
    rows: tuple[LeaderRow, ...]
    ticks: tuple[tuple[float, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class SuiteHeadline:
    """One column of the matrix of systems and suites."""

    name: str
    anchor: str
    draft: bool
    standing: MetricStanding


@dataclass(frozen=True, slots=True)
class SuiteMatrix:
    """Every system's headline score on every suite; the systems run on most suites first, then those with the best mean rank."""

    columns: tuple[SuiteHeadline, ...]
    systems: tuple[str, ...]


def chart(standing: MetricStanding) -> Chart:
    """The systems on one metric, best first."""
    first = next(iter(standing.scores.values()))
    bounds = [
        bound
        for score in standing.scores.values()
        if not math.isnan(score.value)
        for bound in (*_interval(score), score.value)
    ]
    low, high = (min(bounds), max(bounds)) if bounds else (0.0, 1.0)
    margin = (high - low) * MARGIN or 0.5
    low, high = low - margin, high + margin

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    order = standing.order
    rows = tuple(
        _row(standing, name, place, order[at + 1] if at + 1 < len(order) else None) for at, name in enumerate(order)
    )
    ticks = tuple((place(tick), text) for tick, text in round_ticks(low, high))
    return Chart(standing.spec, first.metric, standing.higher_is_better, rows, ticks, standing.note)


def _row(standing: MetricStanding, name: str, place: Callable[[float], float], following: str | None) -> LeaderRow:
    score = standing.scores[name]
    beaten = standing.against(name)["better"]
    return LeaderRow(
        name=name,
        rank=standing.rank(name),
        best_rank=standing.best_rank(name),
        bar=_bar(score, place),
        value=value_text(score),
        interval=interval_text(score),
        beats=f"{len(beaten)} of {len(standing.scores) - 1}" if standing.tests else "",
        beaten=len(beaten),
        line_below=following in beaten,
    )


def _bar(score: Score, place: Callable[[float], float]) -> Bar | None:
    if math.isnan(score.value):
        return None
    low, high = map(place, _interval(score))
    return Bar(place(score.value), low, round(max(high - low, 0.4), 2))


def _interval(score: Score) -> tuple[float, float]:
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    return (score.value, score.value) if math.isnan(low) else (low, high)


def round_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """About five round numbers within an axis, with the decimals they need."""
    rough = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step), math.floor(high / step)
    return [(i * step, f"{i * step:.{decimals}f}") for i in range(first, last + 1)]


def suite_matrix(columns: Sequence[SuiteHeadline]) -> SuiteMatrix:
    """Systems × suites; a system's mean rank is over the suites it has a score on."""
    places: dict[str, list[float]] = {}
    for column in columns:
        order = column.standing.order
        for place, name in enumerate(order):
            known = not math.isnan(column.standing.scores[name].value)
            places.setdefault(name, []).append(place / max(len(order) - 1, 1) if known else 1.0)
    systems = sorted(places, key=lambda name: (-len(places[name]), sum(places[name]) / len(places[name])))
    return SuiteMatrix(tuple(columns), tuple(systems))

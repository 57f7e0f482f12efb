"""The leaderboard of one suite, best system first, and the matrix of systems and suites."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mteval.core.formatting import interval_text, value_text
from mteval.core.results import Score
from mteval.renderers._presentation import MetricStanding

TICKS = 5
MARGIN = 0.06
NAMED_LEADERS = 3


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
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class SuiteMatrix:
    """Every system's headline score on every suite; the systems run on most suites first, then those with the best mean rank."""

    columns: tuple[SuiteHeadline, ...]
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """Suites that share systems, in a matrix each; suites whose systems ran on nothing else stand by themselves."""

    matrices: tuple[SuiteMatrix, ...]
    apart: tuple[SuiteHeadline, ...]


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


def overview(columns: Sequence[SuiteHeadline]) -> Overview:
    """All suites, those with systems in common together, the largest group first."""
    groups: list[list[SuiteHeadline]] = []
    for column in columns:
        related = [group for group in groups if any(_share_systems(column, other) for other in group)]
        groups = [group for group in groups if group not in related]
        groups.append([*(one for group in related for one in group), column])
    together = sorted((group for group in groups if len(group) > 1), key=lambda group: -len(group))
    place = {column.anchor: at for at, column in enumerate(columns)}
    in_order = [sorted(group, key=lambda column: place[column.anchor]) for group in together]
    apart = tuple(column for column in columns if [column] in groups)
    return Overview(tuple(map(suite_matrix, in_order)), apart)


def _share_systems(one: SuiteHeadline, other: SuiteHeadline) -> bool:
    return not set(one.standing.scores).isdisjoint(other.standing.scores)


def matrix_verdict(matrix: SuiteMatrix, called: Mapping[str, str]) -> str:
    """On how many suites the first system leads, alone or perhaps, and who else may; systems as they are called."""
    contested = [column.standing for column in matrix.columns if len(column.standing.scores) > 1]
    if not contested:
        return ""
    first, *others = matrix.systems
    if not any(standing.ranges for standing in contested):
        best = sum(standing.order[0] == first for standing in contested)
        return f"{called[first]} has the best value on {best} of {_suites(len(contested))}; systems were not tested."
    leaders = [{name for name in standing.scores if standing.best_rank(name) == 1} for standing in contested]
    alone, perhaps = sum(one == {first} for one in leaders), sum(first in one and len(one) > 1 for one in leaders)
    said = f"{called[first]} is significantly better than all others on {alone} of {_suites(len(contested))}"
    said += f" and may be first on {perhaps} more" if perhaps else ""
    chances = {name: sum(name in one for one in leaders) for name in others}
    also = sorted((name for name in others if chances[name]), key=lambda name: -chances[name])[:NAMED_LEADERS]
    rest = ", ".join(f"{called[name]}{' may be first' * (name == also[0])} on {chances[name]}" for name in also)
    return f"{said}; {rest}." if rest else f"{said}."


def _suites(number: int) -> str:
    return f"{number} suite{'' if number == 1 else 's'}"


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

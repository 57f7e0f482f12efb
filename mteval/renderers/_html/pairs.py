"""Every pair of systems: the matrix of who beats whom, and the tests as the page holds them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mteval.core.formatting import p_text, signed_text
from mteval.core.results import PairedTest
from mteval.renderers._presentation import ALPHA, MetricStanding, judges_text


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One cell of the significance matrix: the row's system against the column's."""

    text: str
    title: str
    kind: str
    judges: str = ""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every pair of systems on one metric, best system first."""

    spec: str
    test: str
    names: tuple[str, ...]
    rows: tuple[tuple[MatrixCell, ...], ...]
    judges_note: str = ""


def matrices(standings: Sequence[MetricStanding]) -> Iterator[Matrix]:
    """A matrix per metric that systems were tested on."""
    for standing in standings:
        if standing.tests:
            names = tuple(standing.order)
            found = {(test.a, test.b): test for test in standing.tests}
            rows = tuple(tuple(_cell(found, standing, row, column) for column in names) for row in names)
            yield Matrix(standing.spec, standing.test_note, names, rows, standing.judges_note)


def _cell(found: Mapping[tuple[str, str], PairedTest], standing: MetricStanding, row: str, column: str) -> MatrixCell:
    if row == column:
        return MatrixCell("", "", "self")
    test, sign = (found.get((row, column)), 1.0) if (row, column) in found else (found.get((column, row)), -1.0)
    if test is None:
        return MatrixCell("–", f"{row} and {column} were not tested", "even")
    difference = sign * test.difference
    title = (
        f"{row} − {column} = {signed_text(difference, standing.decimals + 2)}, p = {p_text(test.p_value)}, "
        f"Holm {p_text(test.p_adjusted)}, n = {test.n}"
    )
    text = signed_text(difference, standing.decimals)
    if not test.p_adjusted < ALPHA:
        return MatrixCell(text, title, "even", judges_text(test))
    kind = "better" if (difference > 0) == standing.higher_is_better else "worse"
    return MatrixCell(text, title, kind, judges_text(test))


def pair_tests(standings: Sequence[MetricStanding], systems: Sequence[str]) -> list[list[Any]]:
    """Metric, systems, difference with its interval, p and corrected p of every test, by number."""
    number = {name: place for place, name in enumerate(systems)}
    return [
        [metric, number[test.a], number[test.b], *map(_known, _numbers(test, standing))]
        for metric, standing in enumerate(standings)
        for test in standing.tests
        if test.a in number and test.b in number
    ]


def _numbers(test: PairedTest, standing: MetricStanding) -> tuple[float, ...]:
    headline = next(iter(standing.scores.values())).headline
    _, low, high = test.differences.get(headline, (math.nan, math.nan, math.nan))
    return test.difference, low, high, test.p_value, test.p_adjusted


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None

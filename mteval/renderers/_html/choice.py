"""Which cases a page shows where there are more than it can: those that matter, and a random sample.

Of very many cases only ids and scores are read; what else is known is read of those that are shown.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

import numpy as np
from numpy.typing import NDArray

from mteval.core.kept_cases import ids_and_scores
from mteval.core.results import Report
from mteval.renderers._html.cases import CaseTable, case_table

MOST = 100_000
SEED = 0

Places = NDArray[np.int64]
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScoredCases:
    """All cases of a suite by their place: ids, where each report has them (−1: nowhere), and scores by metric and report."""

    ids: Sequence[str]
    places: tuple[Places, ...]
    scores: dict[str, tuple[Values, ...]]


def shown_cases(reports: Sequence[Report], most: int = MOST) -> tuple[CaseTable, int]:
    """The cases that are shown, in their order, and of how many: all where they are not too many.

    In turn one of a finding, one of the largest differences and one of the lowest scores by each metric, and one at random.
    """
    if sum(len(report.cases) for report in reports) <= most:
        table = case_table(reports)
        return table, len(table.ids)
    scored = _scored_cases(reports)
    total = len(scored.ids)
    if total <= most:
        return case_table(reports), total
    chosen: dict[int, None] = {}
    for place in chain.from_iterable(zip_longest(*_lists(scored, reports, most))):
        if place is not None:
            chosen[place] = None
        if len(chosen) == most:
            break
    return _table(scored, reports, sorted(chosen)), total


def choice_text(shown: int, total: int) -> str:
    """How many cases a page shows, which, and where the others are."""
    return (
        f"{shown} of {total} are in this page: those of findings, with the largest differences between systems and with the "
        "lowest scores by each metric, and a random sample. All are in the folder of the run, in cases/*.jsonl."
    )


def _table(scored: ScoredCases, reports: Sequence[Report], chosen: Sequence[int]) -> CaseTable:
    """The chosen cases, without their rows of statistics, which no page shows."""
    found = tuple(
        {
            scored.ids[place]: replace(report.cases[int(own[place])], statistics={})
            for place in chosen
            if own[place] >= 0
        }
        for report, own in zip(reports, scored.places, strict=True)
    )
    return CaseTable(tuple(scored.ids[place] for place in chosen), tuple(reports), found)


def _scored_cases(reports: Sequence[Report]) -> ScoredCases:
    specs = list(dict.fromkeys(score.spec for report in reports for score in report.scores))
    read = [_read(report, specs) for report in reports]
    ids = read[0][0]
    if any(own != ids for own, _ in read):
        ids = list(dict.fromkeys(chain.from_iterable(own for own, _ in read)))
    places = tuple(_places(own, ids) for own, _ in read)
    scores = {
        spec: tuple(_laid_out(columns[number], own) for (_, columns), own in zip(read, places, strict=True))
        for number, spec in enumerate(specs)
    }
    return ScoredCases(ids, places, scores)


def _read(report: Report, specs: Sequence[str]) -> tuple[list[str], list[Values]]:
    """The ids of a report's cases, and their scores by each metric; NaN where there is none."""
    ids: list[str] = []
    columns = [array("d") for _ in specs]
    for identity, scores in ids_and_scores(report.cases):
        ids.append(identity)
        for spec, column in zip(specs, columns, strict=True):
            column.append(scores.get(spec, np.nan))
    return ids, [np.array(column) for column in columns]


def _places(own: Sequence[str], ids: Sequence[str]) -> Places:
    if own == ids:
        return np.arange(len(ids))
    known = {identity: place for place, identity in enumerate(own)}
    return np.array([known.get(identity, -1) for identity in ids], dtype=np.int64)


def _laid_out(column: Values, places: Places) -> Values:
    found = column[places] if len(column) else np.full(len(places), np.nan)
    found[places < 0] = np.nan
    return found


def _lists(scored: ScoredCases, reports: Sequence[Report], most: int) -> Iterator[Sequence[int]]:
    """Lists of cases by their places, those that matter most first in each."""
    named = dict.fromkeys(case for report in reports for finding in report.findings for case in finding.cases)
    known = {identity: place for place, identity in enumerate(scored.ids) if identity in named}
    yield [known[case] for case in named if case in known][:most]
    for spec, higher in dict.fromkeys(
        (score.spec, score.higher_is_better) for report in reports for score in report.scores
    ):
        lowest, highest = np.fmin.reduce(scored.scores[spec]), np.fmax.reduce(scored.scores[spec])
        there = np.flatnonzero(~np.isnan(lowest))
        for key in (lowest - highest, lowest if higher else -highest):
            yield there[np.argsort(key[there], kind="stable")][:most].tolist()
    yield random.Random(SEED).sample(range(len(scored.ids)), most)

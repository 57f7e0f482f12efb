"""Which cases a page shows where there are more than it can: those that matter, and a random sample."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from mteval.renderers._html.cases import CaseTable

MOST = 100_000
SEED = 0


def chosen_cases(table: CaseTable, most: int = MOST) -> CaseTable:
    """The table of the cases that are shown, in their order: all of them where they are not too many.

    In turn one of a finding, one of the largest differences and one of the lowest scores by each metric, and one at random.
    """
    if len(table.ids) <= most:
        return table
    chosen: dict[str, None] = {}
    for case in chain.from_iterable(zip_longest(*_lists(table, most))):
        if case is not None:
            chosen[case] = None
        if len(chosen) == most:
            break
    return replace(table, ids=tuple(case for case in table.ids if case in chosen))


def choice_text(shown: int, total: int) -> str:
    """How many cases a page shows, which, and where the others are."""
    return (
        f"{shown} of {total} are in this page: those of findings, with the largest differences between systems and with the "
        "lowest scores by each metric, and a random sample. All are in the folder of the run, in cases/*.jsonl."
    )


def _lists(table: CaseTable, most: int) -> Iterator[Sequence[str]]:
    """Lists of cases, those that matter most first in each."""
    known = set(table.ids)
    named = (case for report in table.reports for finding in report.findings for case in finding.cases)
    yield list(dict.fromkeys(case for case in named if case in known))[:most]
    for score in dict.fromkeys(
        (score.spec, score.higher_is_better) for report in table.reports for score in report.scores
    ):
        spec, higher = score
        values = {case: _values(table, case, spec) for case in table.ids}
        scored = [case for case in table.ids if values[case]]
        yield sorted(scored, key=lambda case: min(values[case]) - max(values[case]))[:most]
        yield sorted(scored, key=lambda case: min(values[case]) if higher else -max(values[case]))[:most]
    yield random.Random(SEED).sample(table.ids, most)


def _values(table: CaseTable, case: str, spec: str) -> list[float]:
    found = (own[case].scores.get(spec, math.nan) for own in table.found if case in own)
    return [value for value in found if not math.isnan(value)]

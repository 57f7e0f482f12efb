"""The results of very many cases, kept where they are (in a file, in columns) and made when they are looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol, overload, runtime_checkable

from mteval.core.results import CaseResult

Scored = tuple[str, Mapping[str, float]]
"""A case's id, and its scores by metric."""


@runtime_checkable
class ScansScores(Protocol):
    """Cases whose scores can be read without everything else that is known of them."""

    def scan_scores(self) -> Iterator[Scored]:
        """Each case's id and scores, in order."""


def ids_and_scores(cases: Sequence[CaseResult]) -> Iterator[Scored]:
    """Each case's id and scores, in order; of cases in a file nothing else is made."""
    return cases.scan_scores() if isinstance(cases, ScansScores) else ((case.id, case.scores) for case in cases)


class ChangedCases(Sequence[CaseResult]):
    """Cases that are changed when they are looked at; ids and names of metrics stay what they are."""

    def __init__(self, cases: Sequence[CaseResult], change: Callable[[CaseResult], CaseResult]) -> None:
        self._cases, self._change = cases, change

    def __len__(self) -> int:
        return len(self._cases)

    @overload
    def __getitem__(self, place: int) -> CaseResult: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[CaseResult]: ...
    def __getitem__(self, place: int | slice) -> CaseResult | Sequence[CaseResult]:
        if isinstance(place, slice):
            return tuple(map(self._change, self._cases[place]))
        return self._change(self._cases[place])

    def __iter__(self) -> Iterator[CaseResult]:
        return map(self._change, self._cases)

    def scan_scores(self) -> Iterator[Scored]:
        """Each case's id and scores, as they show up in the changed case."""
        for identity, found in ids_and_scores(self._cases):
            shown = self._change(CaseResult(identity, "", scores=found))
            yield shown.id, shown.scores

"""Scores another program made: one number a line, in the order reference, contrast 1 … contrast N, next item.

Published evaluation scripts (LingEval97, ContraWSD, ContraPro, MuCoW) take the lower score as the better one unless
told otherwise, since their toolkits print costs; so does this backend. A file of negative log-probabilities needs
`better=higher`: read with the wrong sign it gives an accuracy far below chance, which is reported.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import CHOICE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, LogProb, LogProbs, Query
from mteval.core.results import Finding
from mteval.text.lines import Lines, read_lines


@registry.systems.register("score-file")
class ScoreFile:
    """Answers `LogProb` from a file with one score a line."""

    answers: ClassVar[tuple[type, ...]] = (LogProb,)
    options: ClassVar = (
        Option("better", CHOICE, "lower", "lower: costs; higher: log-probabilities", choices=("lower", "higher")),
    )

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'score-file'")
        self.path = Path(argument)
        self._findings: list[Finding] = []

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Deal the scores out to the queries; a file that is too short or too long is refused whole."""
        wanted = [_targets(query) for query in queries]
        scores = self._scores(wanted)
        place = 0
        for count in wanted:
            yield LogProbs(tuple(scores[place : place + count]))
            place += count

    @property
    def signature(self) -> Mapping[str, str]:
        """Which file the scores came from."""
        return {"backend": "score-file", "file": self.path.name}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """What was seen while reading."""
        return tuple(self._findings)

    def _scores(self, wanted: Sequence[int]) -> list[float]:
        lines = read_lines(self.path)
        values = _numbers(lines)
        _require_count(self.path, len(values), wanted)
        self._findings = [*lines.findings, *self._sign(values)]
        # Answers are log-probabilities, higher is better; a cost is turned round.
        return values if self.chosen["better"] == "higher" else [-value for value in values]

    def _sign(self, values: Sequence[float]) -> Iterator[Finding]:
        finite = [value for value in values if math.isfinite(value)]
        if self.chosen["better"] == "lower" and finite and max(finite) <= 0 > min(finite):
            yield Finding(
                "suspicious-sign",
                f"All scores in {self.path.name} are negative, as log-probabilities are, but lower was taken as "
                "better. "
                "If they are log-probabilities, use better=higher.",
                count=len(finite),
            )


def _targets(query: Query) -> int:
    if not isinstance(query, LogProb):
        asked = type(query).__name__
        raise CapabilityError(f"score-file only gives scores of given translations, but the suite asks for {asked}.")
    return len(query.targets)


def _numbers(lines: Lines) -> list[float]:
    kept = list(lines.lines)
    while kept and not kept[-1].strip():
        kept.pop()
    return [_number(line, number, lines.path) for number, line in enumerate(kept, start=1)]


def _number(line: str, number: int, path: Path) -> float:
    try:
        return float(line)
    except ValueError:
        shown = line if len(line) <= 40 else line[:37] + "..."
        raise DataError(path, f"one number a line expected, found {shown!r}.", line=number) from None


def _require_count(path: Path, found: int, wanted: Sequence[int]) -> None:
    expected = sum(wanted)
    if found == expected:
        return
    difference = f"{expected - found} too few" if found < expected else f"{found - expected} too many"
    contrasts = expected - len(wanted)
    problem = (
        f"{expected} scores expected ({len(wanted)} references and {contrasts} contrasts), found {found}: "
        f"{difference}. "
        "'mteval export' gives the lines to score, in order."
    )
    raise DataError(path, problem)

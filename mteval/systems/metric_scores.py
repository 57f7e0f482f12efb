"""A metric as the system under test: its segment scores from an mt-metrics-eval file, `metric-scores:FILE`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from mteval.core import registry
from mteval.core.errors import CapabilityError, DataError
from mteval.core.options import Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import Answer, Query, Rate, Rated, Unanswered
from mteval.core.results import Finding
from mteval.human.score_files import read_scores
from mteval.text.numbers import whole_number


@registry.systems.register("metric-scores")
class MetricScores:
    """Answers `Rate` with the metric's score of one system's translation of one segment."""

    answers: ClassVar[tuple[type, ...]] = (Rate,)
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, argument: str, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'metric-scores'")
        self.path = Path(argument)
        self.scores = read_scores(self.path)
        if self.scores.values.shape[1] < 2:
            raise DataError(self.path, "scores whole systems; segment scores are needed (NAME-REF.seg.score).")
        self._rows = {system: row for row, system in enumerate(self.scores.systems)}

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Look every score up by system and segment number."""
        for query in queries:
            if not isinstance(query, Rate) or query.system is None:
                raise CapabilityError("metric-scores judges translations of named systems (format evalset).")
            yield self._answer(query.system, query.item)

    def _answer(self, system: str, item: str) -> Answer:
        row = self._rows.get(system)
        if row is None:
            return Unanswered("the metric has no scores of this system")
        place = (whole_number(item) or 0) - 1
        if not 0 <= place < self.scores.values.shape[1]:
            raise DataError(
                self.path, f"has {self.scores.values.shape[1]} segments a system, but '{item}' is asked for."
            )
        return Rated(float(self.scores.values[row, place]))

    @property
    def signature(self) -> Mapping[str, str]:
        """Which file."""
        return {"backend": "metric-scores", "file": self.path.name}

    @property
    def fingerprint(self) -> str:
        """Reading a file is cheaper than caching it."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """Nothing is mended on the way."""
        return ()

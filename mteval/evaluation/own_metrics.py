"""Metrics of the user's own beside those of a test set: computed from the outputs there, or taken from a stored run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import DataError, UsageError, suggestion
from mteval.core.options import Spec
from mteval.core.results import Report, Score
from mteval.evaluation.given import References, named_system, reference_suite
from mteval.evaluation.metric_contests import CandidateMetric
from mteval.evaluation.run import evaluate
from mteval.evaluation.settings import Settings
from mteval.storage.reports import read_results
from mteval.text.lines import Lines, read_lines, require_same_length

Array = NDArray[np.float64]
ONCE = Settings(test="none", resamples=0)


@dataclass(frozen=True, slots=True)
class TestSetTexts:
    """The outputs of some systems in a test set, with a reference; of all segments, or of those whose places are given."""

    __test__ = False  # no test of pytest's

    folder: Path
    pair: str
    reference: str
    systems: tuple[str, ...]
    segments: tuple[int, ...] | None = None

    def references(self) -> References:
        """The reference and the source."""
        source = self.folder / "sources" / f"{self.pair}.txt"
        column = self._lines(self.folder / "references" / f"{self.pair}.{self.reference}.txt")
        return References((column,), self._lines(source) if source.exists() else None)

    def outputs(self) -> dict[str, Lines]:
        """Each system's translations."""
        where = self.folder / "system-outputs" / self.pair
        return {system: self._lines(where / f"{system}.txt") for system in self.systems}

    def _lines(self, path: Path) -> Lines:
        if not path.exists():
            raise DataError(path, "no such file, so metrics cannot be computed from the outputs of this test set.")
        lines = read_lines(path)
        if self.segments is None:
            return lines
        return Lines(path, tuple(lines.lines[place] for place in self.segments))


def computed_metrics(texts: TestSetTexts, specs: Sequence[Spec]) -> list[CandidateMetric]:
    """Each metric's scores of all systems: corpus scores for systems, sentence scores for segments."""
    given, outputs = texts.references(), texts.outputs()
    for lines in outputs.values():
        require_same_length(given.columns[0], lines)
    systems = [named_system(name, lines) for name, lines in outputs.items()]
    reports = evaluate(reference_suite(given), systems, tuple(specs), ONCE).reports
    return [_scored(f"{spec}-{texts.reference}", reports, str(spec)) for spec in specs]


def stored_metric(name: str, folder: Path, systems: Sequence[str]) -> CandidateMetric:
    """Segment scores that a run of mteval stored, for the systems people scored; a report may be named by its file."""
    found = read_results(folder).reports
    reports = {_plain(str(report.system["name"])): report for report in found}
    specs = list(dict.fromkeys(score.spec or score.metric for report in found for score in report.scores))
    spec = name if name in specs else specs[0] if len(specs) == 1 else None
    if spec is None:
        raise UsageError(
            f"{folder} holds the metrics {', '.join(specs)}. Name one of them: --scores {specs[0]}={folder}."
        )
    missing = [system for system in systems if system not in reports]
    if len(missing) == len(systems):
        raise DataError(folder, f"scores none of the systems people scored: {', '.join(systems[:5])}, …")
    known = [reports.get(system) for system in systems]
    return _aligned(name, folder, known, spec)


def _plain(name: str) -> str:
    return name.removesuffix(".txt")


def _aligned(name: str, folder: Path, reports: Sequence[Report | None], spec: str) -> CandidateMetric:
    """Rows of the systems there are; the others have no scores."""
    there = [report for report in reports if report is not None]
    if not all(report.cases for report in there):
        raise DataError(folder, "holds no scores of single cases. Give a folder that 'mteval score -o DIR' wrote.")
    lengths = {str(report.system["name"]): len(report.cases) for report in there}
    if len(set(lengths.values())) > 1:
        (first, most), *rest = lengths.items()
        other = next(system for system, count in rest if count != most)
        raise DataError(folder, f"has {most} segments of '{first}', but {lengths[other]} of '{other}'.")
    rows = _scored(name, there, spec)
    matrix = np.full((len(reports), rows.scores.shape[1]), np.nan)
    totals = np.full(len(reports), np.nan)
    places = [place for place, report in enumerate(reports) if report is not None]
    matrix[places], totals[places] = rows.scores, rows.system_scores(rows.scores)
    return CandidateMetric(name, matrix, totals)


def _scored(name: str, reports: Sequence[Report], spec: str) -> CandidateMetric:
    """Higher is better: a metric of errors changes its sign."""
    scores = [_score(report, spec) for report in reports]
    sign = 1.0 if scores[0].higher_is_better else -1.0
    cases = [[case.scores.get(spec, np.nan) for case in report.cases] for report in reports]
    matrix = np.array(cases, dtype=np.float64)
    if np.isnan(matrix).all():
        raise UsageError(f"The metric '{spec}' has no scores of single segments, so it cannot be correlated.")
    return CandidateMetric(name, sign * matrix, sign * np.array([score.value for score in scores]))


def _score(report: Report, spec: str) -> Score:
    known: Mapping[str, Score] = {score.spec or score.metric: score for score in report.scores}
    if spec not in known:
        raise UsageError(f"There are no scores of '{spec}' for {report.system['name']}. {suggestion(spec, known)}")
    return known[spec]

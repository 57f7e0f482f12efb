"""A test set of mt-metrics-eval, opened: which systems, segments, human scores and metrics of it are meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from mteval.core import registry
from mteval.core.errors import DataError, UsageError, suggestion
from mteval.core.options import Spec, parse_spec
from mteval.evaluation.metric_contests import CandidateMetric, HumanScores, SegmentMarks
from mteval.evaluation.own_metrics import TestSetTexts, stored_metric
from mteval.human.score_files import (
    Scores,
    choose_pair,
    human_files,
    metric_files,
    metric_name,
    read_domain_scores,
    read_scores,
    reference_names,
    segment_domains,
)
from mteval.human.span_files import human_span_file, metric_span_file, read_marked_characters
from mteval.storage.digests import contents_digest
from mteval.storage.reports import DOCUMENT

Array = NDArray[np.float64]
LEVEL_NAMES = {"seg": "segment", "sys": "system"}
NO_OUTLIERS = "none"
BY_DEVIATION = "mad"
CUTOFF = 2.5
LONGEST_HINT = 240


@dataclass(frozen=True, slots=True)
class TestSetChoice:
    """What is taken of a test set.

    `reference` keeps the metrics that used it or none; `humans` takes human translations other than that reference as systems;
    `outliers` are names of systems to leave out, `none`, or `mad` for those far below the median of the human scores;
    `domain` keeps the segments of one domain. `metrics` are names in the test set, with or without the reference, or metrics
    of mteval to compute from the outputs; `files` score files or stored runs by name.
    """

    __test__ = False  # no test of pytest's

    languages: str | None = None
    human: str | None = None
    level: str = "auto"
    metrics: Sequence[str] = ()
    files: Mapping[str, Path] = field(default_factory=dict)
    reference: str | None = None
    humans: bool = False
    outliers: str = NO_OUTLIERS
    domain: str | None = None


@dataclass(frozen=True, slots=True)
class NamedMetrics:
    """The metrics asked for: files of the test set, by NAME-REF, and metrics to compute."""

    stored: tuple[str, ...]
    computed: tuple[Spec, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTestSet:
    """A test set with the language pair, level and human scores chosen."""

    folder: Path
    pair: str
    level: str
    human: str
    people: Scores
    domains: tuple[str, ...]
    choice: TestSetChoice

    @classmethod
    def open(cls, folder: Path, wished: TestSetChoice) -> OpenTestSet:
        """Find what is asked for; without a wish there must be only one of its kind."""
        pair = choose_pair(folder, wished.languages)
        level = wished.level if wished.level != "auto" else "seg" if human_files(folder, pair, "seg") else "sys"
        if level == "sys" and wished.domain is not None:
            raise UsageError("--domain needs segment scores. Leave --level sys out.")
        human, file = _one_human(folder, pair, level, wished.human)
        references = reference_names(folder, pair)
        if wished.reference is not None and wished.reference not in references:
            near = suggestion(wished.reference, references)
            raise UsageError(f"{folder} has no reference '{wished.reference}' for {pair}. {near}")
        people = read_scores(file, human)
        domains = segment_domains(folder, pair) if level == "seg" else ()
        if domains and len(domains) != people.values.shape[1]:
            where = folder / "documents" / f"{pair}.docs"
            raise DataError(where, f"has {len(domains)} lines, but {file} scores {people.values.shape[1]} segments.")
        if wished.domain is not None and wished.domain not in domains:
            near = suggestion(wished.domain, set(domains)) if domains else "It has no file of documents."
            raise UsageError(f"{folder} has no domain '{wished.domain}' for {pair}. {near}")
        return cls(folder, pair, level, human, people, domains, wished)

    def gold(self) -> HumanScores:
        """Human scores of the systems that count, over all segments."""
        people = self.people
        hidden = reference_names(self.folder, self.pair)
        if self.choice.humans:
            hidden = frozenset({self.reference()})
        scored = [name for name in people.systems if name not in hidden and not np.isnan(people.of((name,))).all()]
        left_out = self._outliers(scored)
        systems = tuple(name for name in scored if name not in left_out)
        if len(systems) < 2:
            raise DataError(people.path, "fewer than two systems have human scores.")
        name = f"{self.folder.name}.{self.pair}.{self.human}"
        return HumanScores(
            name if self.choice.domain is None else f"{name}.{self.choice.domain}",
            systems,
            people.of(systems)[:, self._segments()],
            contents_digest([people.path]),
            self._totals(systems, human_files(self.folder, self.pair, self._total_level()).get(self.human)),
            tuple(name for name in self.domains if self.choice.domain in (None, name)),
            tuple(left_out),
            self._marks(human_span_file(self.folder, self.pair, self.human), systems) if self._spans_marked() else (),
        )

    def reference(self) -> str:
        """The reference meant; without a wish there must be only one."""
        if self.choice.reference is not None:
            return self.choice.reference
        names = sorted(reference_names(self.folder, self.pair))
        if len(names) != 1:
            told = ", ".join(names) or "none"
            raise UsageError(f"Choose the reference of {self.folder}, {self.pair}, with --reference: {told}.")
        return names[0]

    def named_metrics(self) -> NamedMetrics:
        """Which metrics: all of the test set unless some of them are named; others named are computed."""
        known = self._metric_files()
        stored, computed = [], []
        for name in self.choice.metrics:
            found = [name] if name in known else [full for full in known if metric_name(full)[0] == name]
            stored += found
            if not found:
                computed.append(self._computable(name, known))
        return NamedMetrics(tuple(stored) or tuple(known), tuple(computed))

    def _computable(self, name: str, known: Mapping[str, Path]) -> Spec:
        spec = parse_spec(name)
        if self.level != "seg" or spec.name not in registry.metrics.names():
            level = LEVEL_NAMES[self.level]
            names = sorted({metric_name(full)[0] for full in known})
            near = suggestion(name, known)
            near = near if len(near) <= LONGEST_HINT else f"It has {len(names)}: {', '.join(names[:5])}, …"
            raise UsageError(f"{self.folder} has no {level} scores of '{name}'. {near}")
        return spec

    def _metric_files(self) -> dict[str, Path]:
        """Files of the level, and of metrics that score whole systems only."""
        known = metric_files(self.folder, self.pair, self.level)
        if self.level == "seg":
            known = {**metric_files(self.folder, self.pair, self._total_level()), **known}
        wanted = {self.choice.reference, "src"}
        return {
            name: path
            for name, path in sorted(known.items())
            if self.choice.reference is None or metric_name(name)[1] in wanted
        }

    def stored(self, gold: HumanScores, name: str) -> CandidateMetric | None:
        """A metric of the test set: its segment scores, and its own scores of systems where it has such."""
        path = metric_files(self.folder, self.pair, self.level).get(name)
        totals = self._totals(gold.systems, metric_files(self.folder, self.pair, self._total_level()).get(name))
        if path is not None:
            marks = self._marks(metric_span_file(self.folder, self.pair, name), gold.systems) if gold.marks else ()
            return CandidateMetric(name, self._fitting(gold, read_scores(path, name)), totals, marks)
        if totals is None or np.isnan(totals).all():
            return None
        return CandidateMetric(name, np.full((len(gold.systems), self.people.values.shape[1]), np.nan), totals)

    def given(self, gold: HumanScores, name: str, path: Path) -> CandidateMetric:
        """A metric from the user's score file, or from a run that mteval stored."""
        if path.is_dir() or path.name == DOCUMENT:
            found = stored_metric(name, path, gold.systems)
            self._require_length(path, found.scores.shape[1])
            return found
        return CandidateMetric(name, self._fitting(gold, read_scores(path, name)))

    def texts(self, gold: HumanScores) -> TestSetTexts:
        """The outputs to compute metrics from."""
        places = None if self.choice.domain is None else tuple(int(i) for i in np.flatnonzero(self._segments()))
        return TestSetTexts(self.folder, self.pair, self.reference(), gold.systems, places)

    def cut(self, gold: HumanScores, one: CandidateMetric) -> CandidateMetric:
        """The metric's scores of the segments that count."""
        if one.scores.shape[1] == gold.scores.shape[1]:
            return one
        by_system = None if self.choice.domain and one.name in self.choice.files else one.by_system
        return CandidateMetric(one.name, one.scores[:, self._segments()], by_system, one.marks)

    def _spans_marked(self) -> bool:
        """Whether any metric marks spans: only then are those of people read."""
        return self.level == "seg" and any((self.folder / "metric-scores" / self.pair).glob("*.seg.rating"))

    def _marks(self, path: Path | None, systems: Sequence[str]) -> SegmentMarks:
        """Marked characters by segment and system, of the segments that count."""
        if path is None:
            return ()
        blocks = read_marked_characters(path)
        length = len(next(iter(blocks.values()), []))
        if length != self.people.values.shape[1]:
            raise DataError(
                path, f"has {length} lines a system, but {self.people.values.shape[1]} segments are scored."
            )
        kept = np.flatnonzero(self._segments())
        return [[blocks[system][i] if system in blocks else None for system in systems] for i in kept]

    def _segments(self) -> NDArray[np.bool_]:
        """Which segments count: all, or those of the domain."""
        if self.choice.domain is None:
            return np.ones(self.people.values.shape[1], dtype=np.bool_)
        return np.array([domain == self.choice.domain for domain in self.domains], dtype=np.bool_)

    def _total_level(self) -> str:
        return "sys" if self.choice.domain is None else "domain"

    def _totals(self, systems: tuple[str, ...], path: Path | None) -> Array | None:
        """Scores of whole systems from their own file, on the whole set or on the domain."""
        if path is None or self.level == "sys":
            return None
        if self.choice.domain is None:
            return read_scores(path).of(systems)[:, 0]
        scores = read_domain_scores(path, self.choice.domain)
        return np.array([scores.get(system, np.nan) for system in systems])

    def _outliers(self, scored: Sequence[str]) -> list[str]:
        wished, people = self.choice.outliers, self.people
        if wished == NO_OUTLIERS:
            return []
        if wished == BY_DEVIATION:
            means = np.nanmean(people.of(tuple(scored)), axis=1)
            return [name for name, far in zip(scored, far_below(means), strict=True) if far]
        named = [name.strip() for name in wished.split(",")]
        for name in named:
            if name not in people.systems:
                raise UsageError(
                    f"{people.path} has no system '{name}' to leave out. {suggestion(name, people.systems)}"
                )
        return [name for name in named if name in scored]

    def _fitting(self, gold: HumanScores, scores: Scores) -> Array:
        self._require_length(scores.path, scores.values.shape[1])
        return scores.required(gold.systems)

    def _require_length(self, path: Path, segments: int) -> None:
        expected = self.people.values.shape[1]
        if segments != expected:
            raise DataError(path, f"has {segments} scores a system, but the human scores have {expected}.")


def far_below(scores: Array) -> NDArray[np.bool_]:
    """Systems more than 2.5 robust deviations from the median (Mathur, Baldwin & Cohn 2020): median ± 2.5 · 1.483 · MAD."""
    apart = np.abs(scores - np.median(scores))
    spread = 1.483 * np.median(apart)
    return np.asarray(apart > CUTOFF * spread) if spread > 0 else np.zeros(len(scores), dtype=np.bool_)


def _one_human(folder: Path, pair: str, level: str, wanted: str | None) -> tuple[str, Path]:
    files = human_files(folder, pair, level)
    if wanted is None:
        if len(files) == 1:
            return next(iter(files.items()))
        names = ", ".join(files) or "none at this level"
        raise UsageError(f"Choose the human scores of {folder}, {pair}, with --human: {names}.")
    if wanted not in files:
        raise UsageError(
            f"{folder} has no {LEVEL_NAMES[level]} scores '{wanted}' for {pair}. {suggestion(wanted, files)}"
        )
    return wanted, files[wanted]

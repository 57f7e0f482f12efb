"""Chooses one of several translations of each segment, by a metric or by minimum Bayes risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison
from mteval.core.options import Spec
from mteval.core.protocols import WeighsCandidates
from mteval.core.results import Finding
from mteval.evaluation.candidate_lists import CandidateList, CandidateSet
from mteval.evaluation.choice_records import MBR, METRIC, ChoiceRecord, overestimate
from mteval.evaluation.opened import NamedMetric, open_metrics
from mteval.evaluation.run import observe
from mteval.statistics.metric_base import Array
from mteval.text.languages import short_code
from mteval.text.lines import Lines, require_same_length

AT_ONCE = 4096
"""Comparisons a metric is shown at a time."""


@dataclass(frozen=True, slots=True)
class SegmentTexts:
    """The source and the references of the segments, where there are any."""

    source: Lines | None = None
    references: tuple[Lines, ...] = ()

    def of(self, segment: int) -> tuple[tuple[str, ...], str | None]:
        """References and source of one segment."""
        source = None if self.source is None else self.source.lines[segment]
        return tuple(column.lines[segment] for column in self.references), source

    def require_length(self, candidates: CandidateSet, first: Lines) -> None:
        """Refuse texts with another number of segments than the candidates have."""
        for lines in (self.source, *self.references):
            if lines is not None and len(lines) != len(candidates):
                require_same_length(Lines(first.path, tuple(one.texts[0] for one in candidates.segments)), lines)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen of one segment's candidates: its place, its text, its file, and the score of every candidate."""

    place: int
    text: str
    origin: str
    scores: tuple[float, ...]

    @property
    def score(self) -> float:
        """The score it was chosen for."""
        return self.scores[self.place]


@dataclass(frozen=True, slots=True)
class Reranking:
    """The choice of every segment, how it was made, and what a reader of the chosen text must know."""

    choices: tuple[Choice, ...]
    record: ChoiceRecord
    findings: tuple[Finding, ...]

    @property
    def lines(self) -> list[str]:
        """The chosen translations."""
        return [choice.text for choice in self.choices]

    @property
    def shares(self) -> dict[str, int]:
        """How many segments were chosen from each file."""
        names = dict.fromkeys(choice.origin for choice in self.choices)
        return {name: sum(choice.origin == name for choice in self.choices) for name in names}


def rerank(
    candidates: CandidateSet,
    spec: Spec,
    rule: str = MBR,
    texts: SegmentTexts | None = None,
    languages: Sequence[str] = (),
) -> Reranking:
    """Choose each segment's best candidate; of equals the first.

    By minimum Bayes risk, the one with the highest mean utility, every candidate standing as the reference of every other; by
    a metric, the one it scores best beside the source or the references.
    """
    texts = texts or SegmentTexts()
    codes = [short_code(one) for one in languages]
    named = open_metrics([spec], codes[-1] if codes else "", codes[0] if len(codes) > 1 else "")[0]
    scores = mean_utilities(candidates, named, texts) if rule == MBR else _scored(candidates, named, texts)
    best = max if named.metric.higher_is_better else min
    worst = -np.inf if best is max else np.inf
    choices = []
    for own, one in zip(candidates.segments, scores, strict=True):
        known = np.where(np.isnan(one), worst, one)
        place = int(np.argmax(known) if best is max else np.argmin(known))
        choices.append(Choice(place, own.texts[place], own.origins[place], tuple(map(float, one))))
    references = rule == METRIC and bool(texts.references) and bool(named.metric.needs_references)
    record = ChoiceRecord(
        rule, spec.name, str(named.spec), named.metric.signature, len(choices), candidates.largest, references
    )
    return Reranking(tuple(choices), record, (*candidates.findings, overestimate(record, str(named.spec))))


def _scored(candidates: CandidateSet, named: NamedMetric, texts: SegmentTexts) -> Iterator[Array]:
    """Each candidate's own score, a group of segments at a time."""
    for first, group in _groups(candidates.segments, [len(one.texts) for one in candidates.segments]):
        evidence = [Comparison(text, *texts.of(first + place)) for place, one in enumerate(group) for text in one.texts]
        values = segment_scores(named, evidence)
        yield from np.split(values, np.cumsum([len(one.texts) for one in group])[:-1])


def mean_utilities(candidates: CandidateSet, named: NamedMetric, texts: SegmentTexts) -> Iterator[Array]:
    """Each candidate's mean utility; metrics without a way of their own are shown every pair."""
    metric = named.metric
    if not metric.needs_references:
        raise CapabilityError(
            f"Minimum Bayes risk compares candidates with each other, and {named.spec.name} reads no references. "
            f"Choose by the metric itself: -m {named.spec.name}."
        )
    if isinstance(metric, WeighsCandidates):
        for _, group in _groups(candidates.segments, [len(one.texts) for one in candidates.segments]):
            yield from metric.expected([one.texts for one in group])
        return
    for segment, one in enumerate(candidates.segments):
        yield _mean_over_pairs(one, named, texts.of(segment)[1])


def _mean_over_pairs(candidates: CandidateList, named: NamedMetric, source: str | None) -> Array:
    """The mean utility of one segment's candidates, row by row, so that no table of all pairs is ever held."""
    distinct = list(dict.fromkeys(candidates.texts))
    times = np.array([candidates.texts.count(text) for text in distinct], dtype=np.float64)
    rows = max(1, AT_ONCE // len(distinct))
    means: list[float] = []
    for start in range(0, len(distinct), rows):
        part = distinct[start : start + rows]
        pairs = [Comparison(text, (other,), source) for text in part for other in distinct]
        table = segment_scores(named, pairs).reshape(len(part), len(distinct))
        means += (table @ times / times.sum()).tolist()
    of = dict(zip(distinct, means, strict=True))
    return np.array([of[text] for text in candidates.texts])


def segment_scores(named: NamedMetric, evidence: Sequence[Comparison]) -> Array:
    """The scores of single segments; a metric that has none is refused."""
    values = named.metric.per_case(observe(named, evidence))
    if values is None:
        raise CapabilityError(f"{named.spec.name} has no scores of single segments, so it cannot choose between them.")
    return values


def _groups(segments: Sequence[CandidateList], sizes: Sequence[int]) -> Iterator[tuple[int, Sequence[CandidateList]]]:
    """Segments in order, as many at a time as make about `AT_ONCE` candidates, with the number of the first."""
    start, held = 0, 0
    for place, size in enumerate(sizes):
        if held and held + size > AT_ONCE:
            yield start, segments[start:place]
            start, held = place, 0
        held += size
    yield start, segments[start:]

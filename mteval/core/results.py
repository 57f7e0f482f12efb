"""What a run gives back: scores with intervals, slices, findings, comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of the data or of the run that a reader of the score must know."""

    code: str
    message: str
    count: int = 1
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """One metric's values over one set of cases, the headline first; NaN where there was nothing to score.

    `spec` is the metric as it was asked for, with its options: what rebuilds it.
    """

    metric: str
    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    n: int
    skipped: int
    higher_is_better: bool
    signature: str
    level: float = 0.95
    spec: str = ""

    @property
    def headline(self) -> str:
        """The key of the value that stands for the score."""
        return next(iter(self.values))

    @property
    def value(self) -> float:
        """The headline value."""
        return self.values[self.headline]


@dataclass(frozen=True, slots=True)
class Slice:
    """The scores of the cases that share one tag value."""

    tag: str
    value: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case as it came out: for the per-case file, the case browser and later comparisons.

    `statistics` holds the row of sufficient statistics per metric (None where the case was skipped), `scores` the
    sentence-level score per metric where the metric has one.
    """

    id: str
    outcome: str
    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    source: str | None = None
    references: tuple[str, ...] = ()
    answer: Any = None
    scores: Mapping[str, float] = field(default_factory=dict)
    statistics: Mapping[str, tuple[float, ...] | None] = field(default_factory=dict)
    strata: Mapping[str, str] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one system got on one suite."""

    suite: Mapping[str, Any]
    system: Mapping[str, Any]
    scores: tuple[Score, ...]
    slices: tuple[Slice, ...] = ()
    findings: tuple[Finding, ...] = ()
    cases: tuple[CaseResult, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)

    def score(self, metric: str) -> Score:
        """The score of one metric, by name."""
        for score in self.scores:
            if score.metric == metric:
                return score
        raise KeyError(metric)


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference between two systems on one metric, a minus b, and how sure it is."""

    suite: str
    metric: str
    a: str
    b: str
    difference: float
    p_value: float
    p_adjusted: float
    test: str
    n: int = 0
    spec: str = ""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Rank clusters of the systems on one metric, and the smallest difference the test set could detect."""

    suite: str
    metric: str
    clusters: tuple[tuple[str, ...], ...]
    detectable: float = float("nan")
    spec: str = ""


@dataclass(frozen=True, slots=True)
class Results:
    """The reports of one run or comparison, in the order the systems were given, with every pair tested."""

    reports: tuple[Report, ...]
    comparisons: tuple[PairedTest, ...] = ()
    ranks: tuple[Ranks, ...] = ()

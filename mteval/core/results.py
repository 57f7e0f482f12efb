"""What a run gives back: scores with intervals, slices, findings, comparisons."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mteval.core.errors import UnknownNameError


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect of the data or of the run that a reader of the score must know."""

    code: str
    message: str
    count: int = 1
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scale:
    """How a metric's values are read: with so many decimals; which of them are counts.

    `coverage` names the value that is the share of the n cases the headline rests on, where some leave the denominator.
    `beside` are the values shown beside the headline in tables (None: all). No value is below `low` or above `high` (None:
    unbounded). `shares` are the values that are plain shares of the decided cases, each case counting once.
    """

    decimals: int = 2
    counts: tuple[str, ...] = ()
    coverage: str = ""
    beside: tuple[str, ...] | None = None
    low: float | None = None
    high: float | None = None
    shares: tuple[str, ...] = ()


PERCENT = Scale(2)
"""Values on 0–100."""
RATE = Scale(4)
"""Values on 0–1: four decimals are hundredths of a per cent, as two are on 0–100."""


@dataclass(frozen=True, slots=True)
class Score:
    """One metric's values over one set of cases, the headline first; NaN where there was nothing to score.

    `spec` is the metric as it was asked for, with its options: what rebuilds it. `scale` is the metric's.
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
    scale: Scale = PERCENT

    @property
    def headline(self) -> str:
        """The key of the value that stands for the score."""
        return next(iter(self.values))

    @property
    def value(self) -> float:
        """The headline value."""
        return self.values[self.headline]

    @property
    def interval(self) -> tuple[float, float]:
        """The headline's interval; NaN bounds where nothing was resampled."""
        return self.intervals.get(self.headline, (math.nan, math.nan))

    def __float__(self) -> float:
        return self.value


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
    """Everything one system got on one suite; `settings` say how its scores were resampled and systems tested.

    `supporting` are scores that the family shows in tables and pictures of its own, not beside the others.
    """

    suite: Mapping[str, Any]
    system: Mapping[str, Any]
    scores: tuple[Score, ...]
    slices: tuple[Slice, ...] = ()
    findings: tuple[Finding, ...] = ()
    cases: Sequence[CaseResult] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    supporting: tuple[Score, ...] = ()

    def __getitem__(self, metric: str) -> Score:
        """The score of one metric, by its name or by the name with its options."""
        everywhere = (*self.scores, *self.supporting)
        for score in everywhere:
            if metric in (score.spec, score.metric):
                return score
        raise UnknownNameError("metric of the results", metric, [score.spec or score.metric for score in everywhere])

    def __iter__(self) -> Iterator[str]:
        return (score.spec or score.metric for score in self.scores)

    def score(self, metric: str) -> Score:
        """The score of one metric, by name."""
        for score in self.scores:
            if score.metric == metric:
                return score
        raise KeyError(metric)

    def rows(self) -> Iterator[dict[str, Any]]:
        """One flat row per slice, metric and value; `tag` and `slice` are empty for the whole suite."""
        whole = [("", "", score) for score in self.scores]
        parts = [(part.tag, part.value, score) for part in self.slices for score in part.scores]
        for tag, value, score in (*whole, *parts):
            for key, number in score.values.items():
                low, high = score.intervals.get(key, (math.nan, math.nan))
                yield {
                    "suite": self.suite["name"],
                    "system": self.system["name"],
                    "tag": tag,
                    "slice": value,
                    "metric": score.spec or score.metric,
                    "key": key,
                    "value": number,
                    "low": low,
                    "high": high,
                    "n": score.n,
                    "skipped": score.skipped,
                    "signature": score.signature,
                }


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference between two systems on one metric, a minus b, and how sure it is.

    `differences` gives, for every value of the metric, the difference with its interval: (difference, low, high); NaN
    bounds where nothing was resampled. `draws` is how often the test drew; 0 where its p-value was computed outright.
    `judges` is the share of people expected to see the same system ahead, NaN for metrics no study covers.
    """

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
    differences: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    draws: int = 0
    judges: float = math.nan


@dataclass(frozen=True, slots=True)
class Ranks:
    """How the systems rank on one metric, and the smallest difference the test set could detect.

    `clusters` are WMT's: everything above a line is significantly better than everything below it. `ranges` give each
    system its best and worst possible rank: 1 + systems significantly better, and N − systems significantly worse.
    """

    suite: str
    metric: str
    clusters: tuple[tuple[str, ...], ...]
    detectable: float = float("nan")
    spec: str = ""
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Results:
    """The reports of one run or comparison, in the order the systems were given, with every pair tested."""

    reports: tuple[Report, ...]
    comparisons: tuple[PairedTest, ...] = ()
    ranks: tuple[Ranks, ...] = ()

    def by_suite(self) -> Iterator[tuple[str, list[Report]]]:
        """The reports of each suite, in the order they came."""
        for suite in dict.fromkeys(report.suite["name"] for report in self.reports):
            yield suite, [report for report in self.reports if report.suite["name"] == suite]

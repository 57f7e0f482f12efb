"""What a run gives back: scores with intervals, slices, findings, comparisons."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


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
    """Everything one system got on one suite; `settings` say how its scores were resampled and systems tested."""

    suite: Mapping[str, Any]
    system: Mapping[str, Any]
    scores: tuple[Score, ...]
    slices: tuple[Slice, ...] = ()
    findings: tuple[Finding, ...] = ()
    cases: tuple[CaseResult, ...] = ()
    extras: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

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

    def to_pandas(self) -> pd.DataFrame:
        """A flat table, one row per slice, metric and value."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        return Results((self,))._repr_html_()


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

    def to_pandas(self) -> pd.DataFrame:
        """A flat table of all reports, one row per slice, metric and value."""
        import pandas as pd

        return pd.DataFrame(row for report in self.reports for row in report.rows())

    def to_html(self) -> str:
        """The whole report as one page."""
        from mteval.core import registry

        page: str = registry.renderers.find("html")().render(self)
        return page

    def _repr_html_(self) -> str:
        """Notebooks show the page in a frame of its own, so that its style does not leak."""
        frame = 'style="width:100%;height:40rem;border:1px solid #8884" sandbox="allow-scripts" title="mteval report"'
        return f'<iframe {frame} srcdoc="{html.escape(self.to_html(), quote=True)}"></iframe>'

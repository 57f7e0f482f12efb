"""What people say of translations, and whether metrics say the same.

What is measured: ratings by annotators (adequacy and fluency from 1 bad to 5 excellent, direct assessment from 0 to 100),
how well the annotators agree with each other, and how well automatic metrics agree with them.

Two kinds of suite. A ratings file (formats ratings, appraise, pearmut, annotation-database) asks for every annotator's
rating of every item; its systems are `ratings:FILE?system=NAME`. Human scores of an mt-metrics-eval test set (format
evalset, or any ratings file with --set ask=metrics) are gold for metrics; its systems are metrics, `metric-scores:FILE`.
`mteval human agree` and `mteval human correlate` do the same from files at once; `mteval human serve` collects ratings.

How to read it: look at agreement before any mean. Krippendorff's α counts chance out and bears missing ratings: above .8
is reliable, below .667 draw no conclusions (Krippendorff); translation ratings usually lie at .2 to .5, so system scores
need many of them. ICC(2,1) says how far one rating by one annotator can be trusted, ICC(2,k) the mean of k; ICC(3,·)
forgives severity. κ and α of ratings on a scale should be ordinal or quadratically weighted: nominal κ treats 4 against 5
as badly as 1 against 5.

Traps: annotators differ in severity, so means over different annotators are not comparable (use z-scores); percent
agreement is high on skewed scales by chance alone; α is undefined (NaN) where only one category was used; with few systems
a system-level Pearson is driven by one outlier; a metric that never ties loses against people who do (hence acc_eq).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

from mteval.analysis.annotator_report import annotator_extras, annotator_tables
from mteval.analysis.correlation_plots import scatter
from mteval.analysis.ratings import ADEQUACY_FLUENCY, CONTROLS, Ratings, human_scores, item_type
from mteval.core import registry
from mteval.core.evidence import Evidence, Rating, Skipped
from mteval.core.options import choice, refuse_unknown
from mteval.core.protocols import Contents, Section
from mteval.core.queries import Answer, Rate, Rated
from mteval.core.results import Finding, Results
from mteval.core.suites import Case, Suite, SuiteSource

PEOPLE, METRICS = "people", "metrics"
RATED_BY_PEOPLE = ("adequacy-fluency", "agreement")
RATED_BY_METRICS = ("correlation",)


@registry.families.register("human")
class Human:
    """Judges ratings: people's of systems, or metrics' beside people's."""

    metrics: ClassVar[tuple[str, ...]] = (*RATED_BY_PEOPLE, *RATED_BY_METRICS)

    def __init__(self, options: Mapping[str, Any]) -> None:
        refuse_unknown(options, ("ask", "ranges"), "the family human")
        self.ask = choice(str(options.get("ask", PEOPLE)), (PEOPLE, METRICS), "ask")
        self.options = dict(options)

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per rating asked for; the ratings of one item are resampled together."""
        ask = str(contents.metadata.get("ask", self.ask))
        ratings: Sequence[Rating] = contents.records
        cases = tuple(_metric_cases(ratings) if ask == METRICS else _people_cases(ratings))
        default = RATED_BY_METRICS if ask == METRICS else RATED_BY_PEOPLE
        slices = () if ask == METRICS else ("type", "annotator", "scale")
        return Suite(
            source=source,
            cases=cases,
            metrics=source.metrics or default,
            slices=source.slices or slices,
            cluster="item",
            findings=contents.findings,
            options={**self.options, "ask": ask},
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """A rating is its own evidence; a metric's score stands beside the human score."""
        if not isinstance(answer, Rated) or not isinstance(case.query, Rate):
            return Skipped("no rating")
        query = case.query
        item, _, kind = query.item.partition("\t")
        if case.gold is not None:
            return Rating(item, "", query.scale, answer.value, query.system, {"human": case.gold})
        detail = {"type": kind} if kind else {}
        return Rating(item, query.annotator, query.scale, answer.value, query.system, detail)

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find constant ratings, which leave agreement and correlation undefined."""
        values = {one.value for one in evidence if isinstance(one, Rating)}
        if len(values) == 1:
            yield Finding(
                "one-category", f"Every rating is {values.pop():g}, so agreement and correlation are undefined."
            )

    def extras(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Mapping[str, Any]:
        """Each system's mean score beside the human one where a metric was judged; else the annotators' ways."""
        beside = [one for one in evidence if isinstance(one, Rating) and "human" in one.detail]
        means: dict[str, list[tuple[float, float]]] = {}
        for one in beside:
            means.setdefault(one.system or "", []).append((float(one.detail["human"]), one.value))
        points = [
            {"system": system, "human": fmean(h for h, _ in pairs), "metric": fmean(m for _, m in pairs)}
            for system, pairs in means.items()
        ]
        if points:
            return {"systems": points}
        given = tuple(one for one in evidence if isinstance(one, Rating))
        return annotator_extras(Ratings(Path(suite.name), given, ranges=ADEQUACY_FLUENCY)) if given else {}

    def sections(self, results: Results) -> Iterable[Section]:
        """A scatter plot per metric that was judged, and the annotators' tendencies where ratings were."""
        for report in results.reports:
            points = report.extras.get("systems")
            if points:
                name = str(report.system["name"])
                yield Section(f"{name} beside people", scatter(points, name), f"scatter-{escape(name)}")
            for title, table in annotator_tables(report.extras):
                yield Section(f"{title}: {report.system['name']}", table)


def _people_cases(ratings: Sequence[Rating]) -> Iterator[Case]:
    """Every (item, annotator, scale) anybody rated, whatever the system: systems are compared on the same cases."""
    seen: set[tuple[str, str, str]] = set()
    for one in ratings:
        kind = item_type(one)
        item = f"{one.item}\t{kind}" if kind in CONTROLS else one.item
        key = (item, one.annotator, one.scale)
        if key not in seen:
            seen.add(key)
            tags = {"item": (one.item,), "annotator": (one.annotator,), "scale": (one.scale,), "type": (kind,)}
            name = "/".join((*item.split("\t"), one.annotator, one.scale))
            yield Case(name, Rate(item, one.scale, one.annotator), None, tags)


def _metric_cases(ratings: Sequence[Rating]) -> Iterator[Case]:
    """Every translation people scored, with their mean score as gold."""
    scale = ratings[0].scale if ratings else ""
    for (system, item), score in human_scores(one for one in ratings if one.scale == scale).items():
        tags = {"item": (item,), "system": (system,)}
        yield Case(f"{system}/{item}", Rate(item, scale, "", system), score, tags)

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
from pathlib import Path
from statistics import fmean
from typing import Any, ClassVar

from mteval.core import registry
from mteval.core.evidence import Evidence, Rating, Skipped
from mteval.core.options import CHOICE, Option, read_options
from mteval.core.protocols import Contents, Measure, Options
from mteval.core.queries import Answer, Rate, Rated
from mteval.core.results import Finding
from mteval.core.suites import Case, Suite, SuiteSource
from mteval.core.views import View
from mteval.families._human.view import HumanView
from mteval.human.annotator_report import annotator_extras
from mteval.human.ratings import ADEQUACY_FLUENCY, CONTROLS, TARGET, Ratings, human_scores, item_type

PEOPLE, METRICS = "people", "metrics"
RATED_BY_PEOPLE = ("adequacy-fluency", "agreement")
RATED_BY_METRICS = ("correlation",)


@registry.families.register("human")
class Human:
    """Judges ratings: people's of systems, or metrics' beside people's."""

    metrics: ClassVar[tuple[str, ...]] = (*RATED_BY_PEOPLE, *RATED_BY_METRICS)
    options: ClassVar[tuple[Option, ...]] = (
        Option("ask", CHOICE, None, "whose ratings are asked for (test sets of metrics: metrics)", (PEOPLE, METRICS)),
    )
    view: ClassVar[View] = HumanView()

    def __init__(self, options: Options) -> None:
        self.chosen = read_options(type(self).options, options, "the family 'human'")

    def load(self, source: SuiteSource, contents: Contents) -> Suite:
        """One case per rating asked for; the ratings of one item are resampled together."""
        ask = contents.customs.get("ask") or self.chosen["ask"] or PEOPLE
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
            options=self.chosen.settled(ask=ask),
        )

    def judge(self, case: Case, answer: Answer) -> Evidence:
        """A rating is its own evidence; a metric's score stands beside the human score."""
        if not isinstance(answer, Rated) or not isinstance(case.query, Rate):
            return Skipped("no rating")
        query = case.query
        if case.gold is not None:
            return Rating(query.item, "", query.scale, answer.value, query.system, {"human": case.gold})
        detail = {"type": query.type} if query.type in CONTROLS else {}
        return Rating(query.item, query.annotator, query.scale, answer.value, query.system, detail)

    def inspect(self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Find constant ratings, which leave agreement and correlation undefined."""
        values = {one.value for one in evidence if isinstance(one, Rating)}
        if len(values) == 1:
            yield Finding(
                "one-category", f"Every rating is {values.pop():g}, so agreement and correlation are undefined."
            )

    def extras(
        self, suite: Suite, answers: Sequence[Answer], evidence: Sequence[Evidence], measure: Measure
    ) -> Mapping[str, Any]:
        """Each system's mean score beside the human one where a metric was judged; else the annotators' ways."""
        del answers, measure
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


def _people_cases(ratings: Sequence[Rating]) -> Iterator[Case]:
    """Every (item, annotator, scale) anybody rated, whatever the system: systems are compared on the same cases."""
    seen: set[Rate] = set()
    for one in ratings:
        kind = item_type(one)
        query = Rate(one.item, one.scale, one.annotator, type=kind if kind in CONTROLS else TARGET)
        if query not in seen:
            seen.add(query)
            tags = {"item": (one.item,), "annotator": (one.annotator,), "scale": (one.scale,), "type": (kind,)}
            control = (kind,) if kind in CONTROLS else ()
            yield Case("/".join((one.item, *control, one.annotator, one.scale)), query, None, tags)


def _metric_cases(ratings: Sequence[Rating]) -> Iterator[Case]:
    """Every translation people scored, with their mean score as gold."""
    scale = ratings[0].scale if ratings else ""
    for (system, item), score in human_scores(one for one in ratings if one.scale == scale).items():
        tags = {"item": (item,), "system": (system,)}
        yield Case(f"{system}/{item}", Rate(item, scale, "", system), score, tags)

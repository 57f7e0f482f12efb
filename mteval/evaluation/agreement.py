"""Everything `mteval human agree` says of a set of ratings, as reports in the one report format.

The first report is of the ratings themselves: agreement per scale, with slices by item type, system and pair of annotators,
and under `extras` each annotator's tendencies and control results. One report per system follows, with mean ratings and
standardised scores; every pair of systems is tested, and clusters are drawn as WMT draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from math import isnan
from statistics import fmean
from typing import Any

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Rating
from mteval.core.options import Spec
from mteval.core.protocols import Metric, Statistics
from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Scale, Score, Slice
from mteval.core.version import own_version
from mteval.evaluation.human_ranking import default_rule, rank_tables
from mteval.evaluation.scores import score
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import Part, joined, option_parts
from mteval.human.annotator_controls import control_results
from mteval.human.annotator_report import annotator_extras, table_of
from mteval.human.error_overview import error_extras
from mteval.human.ratings import CONTROLS, Ratings, item_type, language_pair, unit
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array
from mteval.statistics.multiple import holm, rank_clusters, rank_ranges
from mteval.statistics.ranking_rules import find_rule
from mteval.statistics.resampling import Observation, Resampling, cluster_indices
from mteval.statistics.standardised import Assessment, SystemScore, rank_systems, standardise
from mteval.storage.digests import SHORT, contents_digest

MANY_PAIRS = 60  # beyond this many pairs of annotators, pairs are reported without intervals


@dataclass(frozen=True, slots=True)
class Survey:
    """Ratings to be described: which α is the headline, how intervals are drawn, and the digest of the data."""

    ratings: Ratings
    settings: Settings
    level: str
    digest: str

    @property
    def plain(self) -> list[Rating]:
        """The ratings without those of control items."""
        return [one for one in self.ratings.ratings if item_type(one) not in CONTROLS]

    def suite(self, name: str) -> dict[str, Any]:
        """What reports say of where the ratings come from."""
        return {"name": name, "family": "human", "version": "0", "digest": self.digest}

    def signature(self, own: str, options: Iterable[Part] = (), resamples: int | None = None) -> str:
        """How a number was made: by which rule and options, from which draws and data, by which version."""
        drawn = self.settings.resamples if resamples is None else resamples
        parts = {
            "metric": [*(tuple(part.split(":", 1)) for part in own.split("|")), *options],
            "resampling": [("bs", str(drawn)), ("seed", str(self.settings.seed))] if drawn else [],
            "suite": [("data", self.digest[:SHORT])],
            "mteval": [("mteval", own_version())],
        }
        return joined(parts)  # type: ignore[arg-type]


def agreement_results(ratings: Ratings, settings: Settings | None = None, level: str = "ordinal") -> Results:
    """Reports on the ratings and on every system rated."""
    survey = Survey(ratings, settings or Settings(), level, contents_digest(list(ratings.paths)))
    parts = [replace(survey, ratings=ratings.of_languages(pair)) for pair in ratings.languages]
    several = len(parts) > 1
    ranked = [_systems(part, part.ratings.languages[0] if several else "") for part in parts]
    reports = (report for found, _, _ in ranked for report in found)
    tests = tuple(test for _, found, _ in ranked for test in found)
    return Results((_agreement_report(survey), *reports), tests, tuple(one for _, _, found in ranked for one in found))


def _agreement_report(survey: Survey) -> Report:
    ratings, plain = survey.ratings, survey.plain
    return Report(
        suite=survey.suite(ratings.name),
        system={"name": ratings.name, "backend": "ratings", "annotators": len({r.annotator for r in plain})},
        scores=tuple(_agreement(survey, plain, scale) for scale in ratings.scales),
        slices=tuple(_slices(survey)),
        findings=(*ratings.findings, *_findings(ratings, plain), *_failed(control_results(ratings))),
        extras=annotator_extras(ratings) | error_extras(ratings) | _rankings(ratings),
        settings=survey.settings.record(),
    )


def _rankings(ratings: Ratings) -> dict[str, Any]:
    """The systems as `mteval human rank` ranks them, where there are several."""
    # A scale on which only controls were rated ranks nothing.
    real = {(language_pair(one), one.scale) for one in ratings.ratings if one.system and item_type(one) not in CONTROLS}
    kept = (one for one in ratings.ratings if one.system and (language_pair(one), one.scale) in real)
    rated = replace(ratings, ratings=tuple(kept))
    if len(rated.systems) < 2:
        return {}
    shown = ("system", "raw", "z", "n_segments", "n_ratings", "range", "cluster")
    tables = [table.document() for table in rank_tables(rated, find_rule(default_rule(rated)))]
    return {
        "rankings": [
            {
                **{key: table[key] for key in ("languages", "scale", "signature")},
                "systems": [{key: row[key] for key in shown} for row in table["systems"]],
            }
            for table in tables
        ]
    }


def _agreement(survey: Survey, ratings: Sequence[Rating], scale: str, *, intervals: bool = True) -> Score:
    own = {"scale": scale} if len(survey.ratings.scales) > 1 else {}
    metric = registry.metrics.find("agreement")(**own, level=survey.level, controls="counted")
    chosen = [one for one in ratings if one.scale == scale]
    return _score(survey, Spec("agreement", own), metric, chosen, intervals=intervals)


def _score(survey: Survey, spec: Spec, metric: Metric, ratings: Sequence[Rating], *, intervals: bool = True) -> Score:
    observed = Observation(metric, metric.observe(ratings))
    settings = survey.settings
    # Ratings of one item are not independent, whatever the annotator, scale or system.
    clusters = cluster_indices([one.item for one in ratings])
    resamples = settings.resamples if intervals else 0
    resampling = Resampling(resamples, settings.seed, settings.level, clusters)
    signed = survey.signature(metric.signature, option_parts(metric.chosen), resamples)
    return score(spec, observed, resampling.estimates([observed])[0], resampling, signed)


def _slices(survey: Survey) -> Iterator[Slice]:
    ratings, plain = survey.ratings, survey.plain

    def sliced(tag: str, value: str, chosen: Sequence[Rating], *, intervals: bool = True) -> Slice:
        scores = (_agreement(survey, chosen, scale, intervals=intervals) for scale in ratings.scales)
        return Slice(tag, value, tuple(score for score in scores if score.n))

    yield from _groups("type", ratings.ratings, item_type, sliced)
    yield from _groups("system", plain, lambda one: one.system or "", sliced)
    yield from _groups("languages", plain, language_pair, sliced)
    own: dict[str, list[int]] = {}
    for place, one in enumerate(plain):
        own.setdefault(one.annotator, []).append(place)
    many = len(own) * (len(own) - 1) // 2 > MANY_PAIRS
    for pair in _sharing(plain):
        chosen = [plain[place] for place in sorted((*own[pair[0]], *own[pair[1]]))]
        yield sliced("annotators", " + ".join(pair), chosen, intervals=not many)


def _groups(
    tag: str, ratings: Sequence[Rating], key: Callable[[Rating], str], sliced: Callable[..., Slice]
) -> Iterator[Slice]:
    groups: dict[str, list[Rating]] = {}
    for one in ratings:
        groups.setdefault(key(one), []).append(one)
    if len(groups) > 1:
        yield from (sliced(tag, value, chosen) for value, chosen in groups.items())


def _sharing(ratings: Sequence[Rating]) -> list[tuple[str, str]]:
    """The pairs of annotators who rated something in common, in alphabetical order."""
    raters: dict[tuple[str, str], set[str]] = {}
    for one in ratings:
        raters.setdefault((unit(one), one.scale), set()).add(one.annotator)
    return sorted({pair for found in raters.values() for pair in combinations(sorted(found), 2)})


def _findings(ratings: Ratings, plain: Sequence[Rating]) -> Iterator[Finding]:
    for scale in ratings.scales:
        table = table_of(plain, scale)
        if not len(table.items):
            continue
        values = np.unique(table.values[table.rated])
        if len(values) == 1:
            message = f"Every {scale} rating is {values[0]:g}: with one category only, α and κ are undefined (NaN)."
            yield Finding("one-category", message)
        shared = [bool(column.any()) for column in table.rated[table.shared].T]
        alone = tuple(name for name, linked in zip(table.annotators, shared, strict=True) if not linked)
        if alone:
            message = (
                f"{len(alone)} annotators rated nothing on {scale} that anybody else rated: {', '.join(alone[:10])}."
            )
            yield Finding("no-overlap", f"{message} They say nothing of agreement.", len(alone), alone[:10])
        if len(table.annotators) > 1 and table.complete.sum() < 2:
            message = (
                f"Fewer than two items have a {scale} rating by every annotator: ICC(2,·), ICC(3,·) and W are NaN."
            )
            yield Finding("no-complete-items", f"{message} Look at the pairs of annotators.")


def _failed(controls: dict[str, Any]) -> Iterator[Finding]:
    failed: dict[str, set[str]] = {}
    for results in controls.values():
        for one in results:
            if one.failed:
                failed.setdefault(one.annotator, set()).update(one.failed)
    if failed:
        shown = "; ".join(f"{name} ({', '.join(sorted(what))})" for name, what in sorted(failed.items())[:10])
        message = f"{len(failed)} annotators failed controls: {shown}. Look at their ratings before using them."
        yield Finding("failed-control", message, len(failed), tuple(sorted(failed)[:10]))


def _systems(survey: Survey, pair: str) -> tuple[list[Report], tuple[PairedTest, ...], tuple[Ranks, ...]]:
    """The systems of one language pair, which is named where there are several."""
    plain, name = survey.plain, f"{survey.ratings.name}: {pair + ' ' if pair else ''}systems"
    if survey.ratings.systems == ("",):
        return [], (), ()
    assessments = [
        # Standardised per annotator and scale, but averaged per item: two scales of one item are not two observations.
        Assessment(one.system or "", one.item, f"{one.annotator}\t{one.scale}", one.value)
        for one in plain
    ]
    ranking = rank_systems(assessments)
    z = standardise(assessments)
    reports = [_system_report(survey, name, place, plain, z) for place in ranking.systems]
    adjusted = holm([test.p_value for test in ranking.tests])
    tests = tuple(
        PairedTest(name, "z-score", one.a, one.b, one.difference, one.p_value, p, "rank-sum", one.n, spec="z-score")
        for one, p in zip(ranking.tests, adjusted, strict=True)
    )
    means = {report.system["name"]: report.scores[0].value for report in reports}
    p_values = {frozenset((one.a, one.b)): one.p_adjusted for one in tests}
    clusters = rank_clusters(means, p_values, higher_is_better=True)
    ranges = rank_ranges(means, p_values, higher_is_better=True)
    return reports, tests, (Ranks(name, "z-score", clusters, spec="z-score", ranges=ranges),)


def _system_report(survey: Survey, suite: str, place: SystemScore, ratings: Sequence[Rating], z: Array) -> Report:
    own = [(one, float(value)) for one, value in zip(ratings, z, strict=True) if (one.system or "") == place.system]
    means = registry.metrics.find("adequacy-fluency")()
    return Report(
        # Systems carry other metrics than the ratings as a whole, so they are a suite of their own.
        suite=survey.suite(suite),
        system={"name": place.system, "backend": "ratings"},
        scores=(_z_score(survey, place, own), _score(survey, Spec("adequacy-fluency"), means, [one for one, _ in own])),
        extras={"ranking": asdict(place)},
        settings=survey.settings.record(),
    )


def _z_score(survey: Survey, place: SystemScore, own: Sequence[tuple[Rating, float]]) -> Score:
    """The system's mean over items of standardised ratings, items resampled."""
    items: dict[str, list[float]] = {}
    for one, value in own:
        if not isnan(value):
            items.setdefault(one.item, []).append(value)
    metric = MeanOverItems()
    observed = Observation(metric, metric.table([fmean(given) for given in items.values()]))
    resampling = Resampling(survey.settings.resamples, survey.settings.seed, survey.settings.level)
    signed = survey.signature("metric:z-score|by:annotator-and-scale|mean:item-then-system")
    found = score(Spec("z-score"), observed, resampling.estimates([observed])[0], resampling, signed)
    rated = sum(map(len, items.values()))
    return replace(found, n=place.ratings, skipped=place.ratings - rated)


class MeanOverItems(AdditiveMetric):
    """The mean of one number per item, and how many items there are."""

    keys: tuple[str, ...] = ("z", "items")
    scale = Scale(2, counts=("items",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Ratings as they are."""
        return self.table([one.value for one in evidence if isinstance(one, Rating)])

    def table(self, values: Sequence[float]) -> Statistics:
        """Columns: the number, and one."""
        rows = np.array([(value, 1.0) for value in values], dtype=np.float64).reshape(len(values), 2)
        return Statistics(rows, np.ones(len(values), dtype=np.bool_))

    def combine(self, sums: Array) -> Array:
        """The mean; NaN over nothing."""
        return np.concatenate([ratio(sums[..., :1], sums[..., 1:]), sums[..., 1:]], axis=-1)

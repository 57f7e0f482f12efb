"""Everything `mteval human agree` says of a set of ratings, as reports in the one report format.

The first report is of the ratings themselves: agreement per scale, with slices by item type, system and pair of annotators,
and under `extras` each annotator's tendencies and control results. One report per system follows, with mean ratings and
standardised scores; every pair of systems is tested, and clusters are drawn as WMT draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from mteval.analysis.annotator_controls import control_results
from mteval.analysis.annotator_report import annotator_extras, table_of
from mteval.analysis.ratings import CONTROLS, Ratings, item_type, unit
from mteval.core import registry
from mteval.core.evidence import Rating
from mteval.core.options import Spec
from mteval.core.results import Finding, PairedTest, Ranks, Report, Results, Score, Slice
from mteval.statistics.multiple import holm
from mteval.statistics.resampling import DEFAULT_SEED, Observed, bootstrap, cluster_indices, percentile_interval
from mteval.statistics.standardised import Assessment, Ranking, rank_systems, standardise

MANY_PAIRS = 60  # beyond this many pairs of annotators, pairs are reported without intervals


@dataclass(frozen=True, slots=True)
class Wish:
    """How agreement is computed: which α is the headline, and how intervals are drawn."""

    level: str = "ordinal"
    resamples: int = 1000
    seed: int = DEFAULT_SEED
    confidence: float = 0.95


def agreement_results(ratings: Ratings, digest: str, wish: Wish) -> Results:
    """Reports on the ratings and on every system rated."""
    suite = {"name": ratings.path.name, "family": "human", "version": "0", "digest": digest}
    # Systems carry other metrics than the ratings as a whole, so they are a suite of their own.
    rated = {**suite, "name": f"{ratings.path.name}: systems"}
    system_reports, tests, ranks = _systems(ratings, rated, wish)
    return Results((_agreement_report(ratings, suite, wish), *system_reports), tests, ranks)


def _agreement_report(ratings: Ratings, suite: dict[str, Any], wish: Wish) -> Report:
    scales = ratings.scales
    plain = [one for one in ratings.ratings if item_type(one) not in CONTROLS]
    controls = control_results(ratings)
    return Report(
        suite=suite,
        system={"name": ratings.path.name, "backend": "ratings", "annotators": len({r.annotator for r in plain})},
        scores=tuple(_agreement(plain, scale, len(scales) > 1, wish) for scale in scales),
        slices=tuple(_slices(ratings, plain, wish)),
        findings=(*ratings.findings, *_findings(ratings, plain), *_failed(controls)),
        extras=annotator_extras(ratings),
    )


def _agreement(ratings: Sequence[Rating], scale: str, several: bool, wish: Wish, *, intervals: bool = True) -> Score:
    options = {**({"scale": scale} if several else {}), "level": wish.level, "controls": "counted"}
    chosen = [one for one in ratings if one.scale == scale]
    return _score(Spec("agreement", {"scale": scale} if several else {}), options, chosen, wish, intervals=intervals)


def _score(
    spec: Spec, options: dict[str, str], ratings: Sequence[Rating], wish: Wish, *, intervals: bool = True
) -> Score:
    metric = registry.metrics.find(spec.name)(**options)
    observed = Observed(metric, metric.observe(ratings))
    resamples = wish.resamples if intervals else 0
    # Ratings of one item are not independent, whatever the annotator, scale or system.
    clusters = cluster_indices([one.item for one in ratings])
    drawn = bootstrap([observed], resamples, wish.seed, clusters)[0] if resamples else np.empty((0, len(metric.keys)))
    values = observed.value() if ratings else np.full(len(metric.keys), np.nan)
    return Score(
        metric=spec.name,
        values={key: float(value) for key, value in zip(metric.keys, values, strict=True)},
        intervals={key: percentile_interval(drawn[:, i], wish.confidence) for i, key in enumerate(metric.keys)}
        if resamples
        else {},
        n=int(observed.statistics.counted.sum()),
        skipped=len(ratings) - int(observed.statistics.counted.sum()),
        higher_is_better=metric.higher_is_better,
        signature=f"{metric.signature}|bs:{resamples}|seed:{wish.seed}",
        level=wish.confidence,
        spec=str(spec),
    )


def _slices(ratings: Ratings, plain: Sequence[Rating], wish: Wish) -> Iterator[Slice]:
    scales = ratings.scales
    several = len(scales) > 1

    def sliced(tag: str, value: str, chosen: Sequence[Rating], *, intervals: bool = True) -> Slice:
        scores = (_agreement(chosen, scale, several, wish, intervals=intervals) for scale in scales)
        return Slice(tag, value, tuple(score for score in scores if score.n))

    yield from _groups("type", ratings.ratings, item_type, sliced)
    yield from _groups("system", plain, lambda one: one.system or "", sliced)
    pairs = list(combinations(sorted({one.annotator for one in plain}), 2))
    for pair in pairs:
        chosen = [one for one in plain if one.annotator in pair]
        if _share_items(chosen):
            yield sliced("annotators", " + ".join(pair), chosen, intervals=len(pairs) <= MANY_PAIRS)


def _groups(
    tag: str, ratings: Sequence[Rating], key: Callable[[Rating], str], sliced: Callable[..., Slice]
) -> Iterator[Slice]:
    groups: dict[str, list[Rating]] = {}
    for one in ratings:
        groups.setdefault(key(one), []).append(one)
    if len(groups) > 1:
        yield from (sliced(tag, value, chosen) for value, chosen in groups.items())


def _share_items(ratings: Sequence[Rating]) -> bool:
    raters: dict[tuple[str, str], set[str]] = {}
    for one in ratings:
        raters.setdefault((unit(one), one.scale), set()).add(one.annotator)
    return any(len(found) > 1 for found in raters.values())


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


def _systems(
    ratings: Ratings, suite: dict[str, Any], wish: Wish
) -> tuple[list[Report], tuple[PairedTest, ...], tuple[Ranks, ...]]:
    plain = [one for one in ratings.ratings if item_type(one) not in CONTROLS]
    if ratings.systems == ("",):
        return [], (), ()
    assessments = [
        # Standardised per annotator and scale, but averaged per item: two scales of one item are not two observations.
        Assessment(one.system or "", one.item, f"{one.annotator}\t{one.scale}", one.value)
        for one in plain
    ]
    ranking = rank_systems(assessments)
    z = standardise(assessments)
    reports = [_system_report(place.system, plain, z, suite, wish, ranking) for place in ranking.systems]
    adjusted = holm([test.p_value for test in ranking.tests])
    name = suite["name"]
    tests = tuple(
        PairedTest(name, "z-score", one.a, one.b, one.difference, one.p_value, p, "rank-sum", one.n, spec="z-score")
        for one, p in zip(ranking.tests, adjusted, strict=True)
    )
    return reports, tests, (Ranks(name, "z-score", ranking.clusters),)


def _system_report(
    system: str, ratings: Sequence[Rating], z: Any, suite: dict[str, Any], wish: Wish, ranking: Ranking
) -> Report:
    own = [(one, score) for one, score in zip(ratings, z, strict=True) if (one.system or "") == system]
    place = next(one for one in ranking.systems if one.system == system)
    return Report(
        suite=suite,
        system={"name": system, "backend": "ratings"},
        scores=(
            _z_score(
                [(one.item, float(score)) for one, score in own if not isnan(score)], place.z, place.ratings, wish
            ),
            _score(Spec("adequacy-fluency"), {}, [one for one, _ in own], wish),
        ),
        extras={"ranking": asdict(place)},
    )


def _z_score(scores: Sequence[tuple[str, float]], z: float, n: int, wish: Wish) -> Score:
    """The system's mean over items of standardised ratings, items resampled."""
    items: dict[str, list[float]] = {}
    for item, score in scores:
        items.setdefault(item, []).append(score)
    means = np.array([np.mean(given) for given in items.values()])
    interval = (float("nan"), float("nan"))
    if len(means) and wish.resamples:
        picks = np.random.default_rng(wish.seed).integers(len(means), size=(wish.resamples, len(means)))
        interval = percentile_interval(means[picks].mean(axis=1), wish.confidence)
    return Score(
        metric="z-score",
        values={"z": z, "items": float(len(items))},
        intervals={"z": interval} if wish.resamples else {},
        n=n,
        skipped=n - len(scores),
        higher_is_better=True,
        signature=f"metric:z-score|by:annotator-and-scale|mean:item-then-system|bs:{wish.resamples}|seed:{wish.seed}",
        level=wish.confidence,
        spec="z-score",
    )

"""Every pair of systems tested, with corrected p-values and rank clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.results import Finding, PairedTest, Ranks
from mteval.evaluation.settings import ALPHA, DRAWING, Settings
from mteval.statistics.multiple import holm, rank_clusters
from mteval.statistics.paired import Difference, all_pairs, mcnemar, paired_bootstrap, permutation
from mteval.statistics.resampling import Array, Observation, Resampling


@dataclass(frozen=True, slots=True)
class Contestant:
    """One system under one metric: what was observed of it, and its values on the resamples."""

    name: str
    observed: Observation
    estimates: Array


@dataclass(frozen=True, slots=True)
class Contest:
    """All systems on one metric of one suite."""

    suite: str
    metric: str
    spec: str
    contestants: Sequence[Contestant]
    resampling: Resampling
    supporting: bool = False

    @property
    def observed(self) -> list[Observation]:
        """What was observed of every system."""
        return [one.observed for one in self.contestants]


def compare(contest: Contest, settings: Settings) -> tuple[list[PairedTest], list[Ranks]]:
    """Test every pair of systems, correct for the number of tests, and draw rank clusters."""
    if len(contest.contestants) < 2:
        return [], []
    test = contest.observed[0].metric.paired_test if settings.test == "auto" else settings.test
    if test == "none":
        return [], []
    differences = _test(contest, settings, test)
    adjusted = holm([difference.p_value for difference in differences])
    tests = [_paired_test(contest, found, p) for found, p in zip(differences, adjusted, strict=True)]
    tested = any(not np.isnan(test.p_value) for test in tests)
    return tests, [_ranks(contest, tests)] if tested else []


def _paired_test(contest: Contest, found: Difference, p_adjusted: float) -> PairedTest:
    a, b = contest.contestants[found.a], contest.contestants[found.b]
    return PairedTest(
        suite=contest.suite,
        metric=contest.metric,
        a=a.name,
        b=b.name,
        difference=found.value,
        p_value=found.p_value,
        p_adjusted=p_adjusted,
        test=found.test,
        n=found.n,
        spec=contest.spec,
        differences=_differences(a, b, contest.resampling),
    )


def _differences(a: Contestant, b: Contestant, resampling: Resampling) -> dict[str, tuple[float, float, float]]:
    """The difference of every value, with the interval of its resamples; counts are left out."""
    values = a.observed.value() - b.observed.value()
    drawn = a.estimates - b.estimates
    metric = a.observed.metric
    return {
        key: (float(values[place]), *resampling.interval(drawn[:, place]))
        for place, key in enumerate(metric.keys)
        if key not in metric.scale.counts
    }


def too_few_draws(tests: Sequence[PairedTest], settings: Settings) -> Iterator[Finding]:
    """Say so where even the smallest p-value these resamples can give is not significant once corrected."""
    pairs = Counter((test.suite, test.spec, test.test) for test in tests if not np.isnan(test.p_value))
    most = max(
        ((count, settings.draws(test)) for (*_, test), count in pairs.items() if test in DRAWING), default=(0, 0)
    )
    if most[0] / (most[1] + 1) >= ALPHA:
        message = (
            f"With {most[1]} resamples, Holm's correction for {most[0]} pairs of systems leaves no p-value below {ALPHA}: "
            f"no difference can be significant. Use --resamples {ceil(most[0] / ALPHA)} or more."
        )
        yield Finding("too-few-resamples", message, most[0])


def _test(contest: Contest, settings: Settings, test: str) -> list[Difference]:
    if test == "permutation":
        return permutation(contest.observed, settings.trials, settings.seed, contest.resampling.clusters)
    if test == "mcnemar":
        return [_mcnemar(contest, a, b) for a, b in all_pairs(len(contest.contestants))]
    return paired_bootstrap(contest.observed, [one.estimates for one in contest.contestants])


def _mcnemar(contest: Contest, a: int, b: int) -> Difference:
    """McNemar's test over the cases decided for both systems; the difference is over the same cases."""
    sides = (contest.observed[a], contest.observed[b])
    decisions = [one.metric.decisions(one.statistics) for one in sides]
    first, second = decisions
    if first is None or second is None:
        raise UsageError(
            f"McNemar's test needs decided cases, which '{contest.metric}' does not count. Use --test bootstrap."
        )
    both = first[1] & second[1]
    n = int(both.sum())
    p = mcnemar(first[0][both], second[0][both]) if n else float("nan")
    values = [one.metric.estimate(one.statistics, both[np.newaxis].astype(np.float64))[0, 0] for one in sides]
    value = float(values[0] - values[1]) if n else float("nan")
    return Difference(a, b, value, p, "mcnemar", n)


def _ranks(contest: Contest, tests: Sequence[PairedTest]) -> Ranks:
    scores = {one.name: float(one.observed.value()[0]) for one in contest.contestants}
    p_values: Mapping[frozenset[str], float] = {frozenset((test.a, test.b)): test.p_adjusted for test in tests}
    higher = contest.observed[0].metric.higher_is_better
    clusters = rank_clusters(scores, p_values, higher_is_better=higher)
    return Ranks(contest.suite, contest.metric, clusters, _detectable(contest.contestants), contest.spec)


def _detectable(contestants: Sequence[Contestant]) -> float:
    """From the bootstrap spread of the difference, the middle one over all pairs."""
    # Imported here: the standard library's statistics costs 15 ms, which a job with one system need not pay.
    from statistics import median

    from mteval.statistics.power import detectable_difference

    spreads = []
    for a, b in all_pairs(len(contestants)):
        drawn = contestants[a].estimates[:, 0] - contestants[b].estimates[:, 0]
        drawn = drawn[~np.isnan(drawn)]
        if len(drawn) > 1:
            spreads.append(float(drawn.std()))
    return detectable_difference(median(spreads)) if spreads else float("nan")

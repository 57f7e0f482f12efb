"""Every pair of systems tested, with corrected p-values, rank clusters and rank ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isnan, nan

import numpy as np

from mteval.core.results import Finding, PairedTest, Ranks
from mteval.evaluation.paired_tests import MINIMUM_UNITS, Trial, run_test
from mteval.evaluation.settings import ALPHA, Settings
from mteval.statistics.intervals import standard_error
from mteval.statistics.judge_agreement import judges_share
from mteval.statistics.multiple import holm, rank_clusters, rank_ranges
from mteval.statistics.paired import Difference, all_pairs
from mteval.statistics.power import detectable_difference
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

    def units(self) -> int:
        """How many cases, or clusters of cases, count for any system."""
        counted = np.logical_or.reduce([one.statistics.counted for one in self.observed])
        return self.resampling.units(counted)


def compare(contest: Contest, settings: Settings, tests: int = 1) -> tuple[list[PairedTest], list[Ranks]]:
    """Test every pair of systems, correct for the number of tests, and rank the systems where there are cases enough.

    `tests` says for how many tests the p-values are corrected later, where these are more than the pairs.
    """
    if len(contest.contestants) < 2 or settings.chosen_test == "none":
        return [], []
    units = contest.units()
    estimates = [one.estimates for one in contest.contestants]
    trial = Trial(contest.metric, contest.observed, estimates, contest.resampling, settings, units, tests)
    differences = run_test(settings.chosen_test, trial)
    adjusted = holm([difference.p_value for difference in differences])
    found = [_paired_test(contest, one, p) for one, p in zip(differences, adjusted, strict=True)]
    ranked = units >= MINIMUM_UNITS and any(not np.isnan(test.p_value) for test in found)
    return found, [_ranks(contest, found, units)] if ranked else []


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
        draws=found.draws,
        judges=judges_share(a.observed.metric.studied_as, found.value),
    )


def _differences(a: Contestant, b: Contestant, resampling: Resampling) -> dict[str, tuple[float, float, float]]:
    """The difference of every value, with its interval; counts are left out."""
    values = a.observed.value() - b.observed.value()
    drawn = a.estimates - b.estimates
    metric = a.observed.metric
    counted = a.observed.statistics.counted | b.observed.statistics.counted
    return {
        key: (float(values[place]), *resampling.change(float(values[place]), drawn[:, place], counted, metric.scale))
        for place, key in enumerate(metric.keys)
        if key not in metric.scale.counts
    }


def too_few_cases(contests: Sequence[Contest]) -> Iterator[Finding]:
    """Systems that cannot be ranked, as there are fewer cases or clusters than any test needs."""
    few = {contest.units(): contest for contest in contests if len(contest.contestants) > 1}
    units = min(few, default=MINIMUM_UNITS)
    if units < MINIMUM_UNITS:
        what = "cases" if few[units].resampling.clusters is None else "clusters of cases"
        message = (
            f"Only {units} {what} count, and no test can tell systems apart by fewer than {MINIMUM_UNITS}: "
            "they are not ranked."
        )
        yield Finding("too-few-cases", message, units)


def too_few_draws(tests: Sequence[PairedTest]) -> Iterator[Finding]:
    """Say so where even the smallest p-value these draws can give is not significant once corrected."""
    groups: dict[tuple[str, str], list[PairedTest]] = {}
    for test in tests:
        if not np.isnan(test.p_value):
            groups.setdefault((test.suite, test.spec), []).append(test)
    stuck = [(len(group), test.draws) for group in groups.values() for test in group if _cannot_reject(test, group)]
    if stuck:
        pairs, draws = max(stuck)
        message = (
            f"With {draws} draws, Holm's correction for {pairs} pairs of systems leaves no p-value below {ALPHA}: "
            f"no difference can be significant. Leave --resamples out, or give {ceil(pairs / ALPHA)} or more."
        )
        yield Finding("too-few-resamples", message, pairs)


def _cannot_reject(test: PairedTest, group: Sequence[PairedTest]) -> bool:
    return bool(test.draws) and test.p_adjusted >= ALPHA and len(group) / (test.draws + 1) >= ALPHA


def _ranks(contest: Contest, tests: Sequence[PairedTest], units: int) -> Ranks:
    scores = {one.name: float(one.observed.value()[0]) for one in contest.contestants}
    p_values: Mapping[frozenset[str], float] = {frozenset((test.a, test.b)): test.p_adjusted for test in tests}
    higher = contest.observed[0].metric.higher_is_better
    return Ranks(
        contest.suite,
        contest.metric,
        rank_clusters(scores, p_values, higher_is_better=higher),
        _detectable(contest.contestants, units),
        contest.spec,
        rank_ranges(scores, p_values, higher_is_better=higher),
    )


def _detectable(contestants: Sequence[Contestant], units: int) -> float:
    """From the spread of the difference, the middle one over all pairs, with the correction for all of them."""
    # Imported here: the standard library's statistics costs 15 ms, which a job with one system need not pay.
    from statistics import median

    pairs = all_pairs(len(contestants))
    drawn = [contestants[a].estimates[:, 0] - contestants[b].estimates[:, 0] for a, b in pairs]
    spreads = [error for one in drawn if not isnan(error := standard_error(one, units))]
    return detectable_difference(median(spreads), units, tests=len(pairs)) if spreads else nan

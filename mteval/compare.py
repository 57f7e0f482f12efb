"""Every pair of systems tested, with corrected p-values and rank clusters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from mteval.core.errors import UsageError
from mteval.core.results import Finding, PairedTest, Ranks
from mteval.statistics.multiple import holm, rank_clusters
from mteval.statistics.paired import Difference, all_pairs, mcnemar, paired_bootstrap, permutation
from mteval.statistics.resampling import DEFAULT_SEED, Array, Clusters, Observed

ALPHA = 0.05
DRAWING = ("bootstrap", "permutation")
TESTS = ("auto", "bootstrap", "permutation", "mcnemar", "none")


@dataclass(frozen=True, slots=True)
class Settings:
    """How scores are resampled and systems tested.

    `test="auto"` takes McNemar's test where a family judges case by case, else the paired bootstrap. `trials` counts the
    random swaps of a permutation test.
    """

    test: str = "auto"
    resamples: int = 1000
    trials: int = 10_000
    seed: int = DEFAULT_SEED
    level: float = 0.95
    keep_cases: bool = True

    def __post_init__(self) -> None:
        if self.test not in TESTS:
            raise UsageError(f"--test {self.test} is not possible. Choose one of {', '.join(TESTS)}.")
        if self.resamples < 0 or self.trials < 0:
            raise UsageError("The number of resamples cannot be negative.")
        if self.seed < 0:
            raise UsageError("The seed cannot be negative.")

    def record(self) -> dict[str, str | int | float]:
        """What a report keeps of them, so that later comparisons can test the same way."""
        return {
            "test": self.test,
            "resamples": self.resamples,
            "trials": self.trials,
            "seed": self.seed,
            "level": self.level,
        }

    def draws(self, test: str) -> int:
        """How often a test draws; none for one that computes its p-value outright."""
        return dict(zip(DRAWING, (self.resamples, self.trials), strict=True)).get(test, 0)


@dataclass(frozen=True, slots=True)
class Entry:
    """One system under one metric, ready to be compared.

    `passed` and `decided` say per case whether it was right and whether it counts; None where the family gives no verdicts.
    """

    name: str
    observed: Observed
    estimates: Array
    passed: NDArray[np.bool_] | None = None
    decided: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """All systems on one metric of one suite."""

    suite: str
    metric: str
    spec: str
    entries: Sequence[Entry]
    clusters: Clusters | None = None
    preferred_test: str = "bootstrap"


def compare(contest: Contest, settings: Settings) -> tuple[list[PairedTest], list[Ranks]]:
    """Test every pair of systems, correct for the number of tests, and draw rank clusters."""
    test = contest.preferred_test if settings.test == "auto" else settings.test
    if len(contest.entries) < 2 or test == "none":
        return [], []
    differences = _test(contest, settings, test)
    adjusted = holm([difference.p_value for difference in differences])
    names = [entry.name for entry in contest.entries]
    tests = [
        PairedTest(
            suite=contest.suite,
            metric=contest.metric,
            a=names[found.a],
            b=names[found.b],
            difference=found.value,
            p_value=found.p_value,
            p_adjusted=p,
            test=found.test,
            n=found.n,
            spec=contest.spec,
        )
        for found, p in zip(differences, adjusted, strict=True)
    ]
    tested = any(not np.isnan(test.p_value) for test in tests)
    return tests, [_ranks(contest, tests)] if tested else []


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
    observed = [entry.observed for entry in contest.entries]
    if test == "permutation":
        return permutation(observed, settings.trials, settings.seed, contest.clusters)
    if test == "mcnemar":
        if any(entry.passed is None for entry in contest.entries):
            raise UsageError(
                f"McNemar's test needs verdicts, which '{contest.metric}' does not rest on. Use --test bootstrap."
            )
        return [_mcnemar(contest.entries, a, b) for a, b in all_pairs(len(observed))]
    return paired_bootstrap(observed, [entry.estimates for entry in contest.entries])


def _mcnemar(entries: Sequence[Entry], a: int, b: int) -> Difference:
    """McNemar's test over the cases decided for both systems; the difference is over the same cases."""
    first, second = entries[a], entries[b]
    if first.passed is None or second.passed is None or first.decided is None or second.decided is None:
        raise TypeError("McNemar's test was asked for systems without verdicts")
    both = first.decided & second.decided
    n = int(both.sum())
    p = mcnemar(first.passed[both], second.passed[both]) if n else float("nan")
    weights = both[np.newaxis].astype(np.float64)
    values = [entry.observed.metric.estimate(entry.observed.statistics, weights)[0, 0] for entry in (first, second)]
    value = float(values[0] - values[1]) if n else float("nan")
    return Difference(a, b, value, p, "mcnemar", n)


def _ranks(contest: Contest, tests: Sequence[PairedTest]) -> Ranks:
    scores = {entry.name: float(entry.observed.value()[0]) for entry in contest.entries}
    p_values: Mapping[frozenset[str], float] = {frozenset((test.a, test.b)): test.p_adjusted for test in tests}
    higher = contest.entries[0].observed.metric.higher_is_better
    clusters = rank_clusters(scores, p_values, higher_is_better=higher)
    return Ranks(contest.suite, contest.metric, clusters, _detectable(contest.entries), contest.spec)


def _detectable(entries: Sequence[Entry]) -> float:
    """From the bootstrap spread of the difference, the middle one over all pairs."""
    # Imported here: the standard library's statistics costs 15 ms, which a job with one system need not pay.
    from statistics import median

    from mteval.statistics.power import detectable_difference

    spreads = []
    for a, b in all_pairs(len(entries)):
        drawn = entries[a].estimates[:, 0] - entries[b].estimates[:, 0]
        drawn = drawn[~np.isnan(drawn)]
        if len(drawn) > 1:
            spreads.append(float(drawn.std()))
    return detectable_difference(median(spreads)) if spreads else float("nan")

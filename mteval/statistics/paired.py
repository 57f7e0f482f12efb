"""Tests of the difference between two systems on the same cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from mteval.core.protocols import Statistics
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.resampling import Array, Clusters, Observation, blocks

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """The headline of system a minus that of system b, and how probable one as large is by chance."""

    a: int
    b: int
    value: float
    p_value: float
    test: str
    n: int
    spread: float = float("nan")


def all_pairs(systems: int) -> list[Pair]:
    """Every pair of systems, in the order they were given."""
    return list(combinations(range(systems), 2))


def p_value(null: Array, difference: float) -> float:
    """sacrebleu's (and MultEval's) p-value: (#{null > |difference|} + 1) / (trials + 1); no difference is never significant.

    Counting only what is strictly larger would give two copies of one system the smallest p-value there is.
    """
    if np.isnan(difference):
        return float("nan")
    if difference == 0:
        return 1.0
    return (int(np.sum(null > abs(difference))) + 1) / (len(null) + 1)


def bootstrap_difference(a: Array, b: Array, difference: float) -> float:
    """p-value of the paired bootstrap as sacrebleu and Moses define it: absolute differences, centred on their mean."""
    sampled = np.abs(a - b)
    sampled = sampled[~np.isnan(sampled)]
    if not len(sampled):
        return float("nan")
    return p_value(sampled - sampled.mean(), difference)


def paired_bootstrap(observed: Sequence[Observation], estimates: Sequence[Array]) -> list[Difference]:
    """Test every pair of systems from the estimates all of them got on the same resamples."""
    values = [one.value()[0] for one in observed]
    found = []
    for a, b in all_pairs(len(observed)):
        difference = float(values[a] - values[b])
        drawn = estimates[a][:, 0] - estimates[b][:, 0]
        p = bootstrap_difference(estimates[a][:, 0], estimates[b][:, 0], difference)
        n = int(np.sum(observed[a].statistics.counted & observed[b].statistics.counted))
        found.append(
            Difference(a, b, difference, p, "bootstrap", n, float(np.nanstd(drawn)) if len(drawn) else float("nan"))
        )
    return found


def swap_masks(cases: int, trials: int, seed: int, clusters: Clusters | None) -> Iterator[NDArray[np.bool_]]:
    """Coin flips per trial and case (or cluster), as sacrebleu draws them: true keeps system a's row in place."""
    generator = np.random.default_rng(seed)
    units = cases if clusters is None else int(clusters.max(initial=-1)) + 1
    for rows in blocks(trials, max(cases, units)):
        flips = generator.integers(2, size=(rows, units), dtype=bool)
        yield flips if clusters is None else flips[:, clusters]


def permutation(
    observed: Sequence[Observation], trials: int, seed: int, clusters: Clusters | None = None
) -> list[Difference]:
    """Approximate randomisation between every pair: the rows of the two systems change places at random."""
    if not observed:
        return []
    cases = len(observed[0].statistics.rows)
    pairs = all_pairs(len(observed))
    null: list[list[Array]] = [[] for _ in pairs]
    for keep in swap_masks(cases, trials, seed, clusters) if cases else ():
        for found, differences in zip(null, _null_differences(observed, pairs, keep), strict=True):
            found.append(differences)
    values = [one.value()[0] for one in observed]
    return [_permutation_result(observed, pair, values, found) for pair, found in zip(pairs, null, strict=True)]


def _permutation_result(
    observed: Sequence[Observation], pair: Pair, values: Sequence[float], found: Sequence[Array]
) -> Difference:
    a, b = pair
    difference = float(values[a] - values[b])
    drawn = np.concatenate(found) if found else np.array([])
    p = p_value(np.abs(drawn), difference) if len(drawn) else float("nan")
    n = int(np.sum(observed[a].statistics.counted & observed[b].statistics.counted))
    return Difference(a, b, difference, p, "permutation", n, float(np.nanstd(drawn)) if len(drawn) else float("nan"))


def _null_differences(observed: Sequence[Observation], pairs: Sequence[Pair], keep: NDArray[np.bool_]) -> list[Array]:
    metric = observed[0].metric
    if isinstance(metric, AdditiveMetric):
        return _additive_differences(observed, pairs, keep, metric)
    return [_general_differences(observed[a], observed[b], keep) for a, b in pairs]


def _additive_differences(
    observed: Sequence[Observation], pairs: Sequence[Pair], keep: NDArray[np.bool_], metric: AdditiveMetric
) -> list[Array]:
    """One product per system serves all pairs: sums over kept rows of a and swapped rows of b are K(a) + T(b) − K(b)."""
    weights = keep.astype(np.float64)
    kept = [metric.sums(one.statistics, weights) for one in observed]
    total = [metric.sums(one.statistics, np.ones((1, keep.shape[1]))) for one in observed]

    def difference(a: int, b: int) -> Array:
        first = metric.combine(kept[a] + (total[b] - kept[b]))
        second = metric.combine((total[a] - kept[a]) + kept[b])
        return np.asarray(first[:, 0] - second[:, 0])

    return [difference(a, b) for a, b in pairs]


def _general_differences(a: Observation, b: Observation, keep: NDArray[np.bool_]) -> Array:
    """For any metric: a pseudo-system is a weighting of the cases of both systems laid end to end."""
    both = Statistics(
        rows=np.concatenate([a.statistics.rows, b.statistics.rows]),
        counted=np.concatenate([a.statistics.counted, b.statistics.counted]),
        strata=None if a.statistics.strata is None else np.tile(a.statistics.strata, 2),
        strata_names=a.statistics.strata_names,
    )
    weights = keep.astype(np.float64)
    first = a.metric.estimate(both, np.hstack([weights, 1 - weights]))
    second = a.metric.estimate(both, np.hstack([1 - weights, weights]))
    return np.asarray(first[:, 0] - second[:, 0])


def mcnemar(passed_a: NDArray[np.bool_], passed_b: NDArray[np.bool_]) -> float:
    """Exact two-sided McNemar test: the cases only one system got right, against a fair coin."""
    only_a = int(np.sum(passed_a & ~passed_b))
    only_b = int(np.sum(passed_b & ~passed_a))
    discordant = only_a + only_b
    if discordant == 0:
        return 1.0
    smaller = min(only_a, only_b)
    tail = sum(comb(discordant, k) for k in range(smaller + 1))
    return min(1.0, 2 * tail / (1 << discordant))

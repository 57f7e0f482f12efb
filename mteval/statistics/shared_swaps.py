"""PERM-BOTH and permutation over pairs for every pair of many metrics at once.

A draw exchanges two metrics' standardised scores a and b cell by cell: with a sign s per cell, the first becomes
(a + b) / 2 + s (a − b) / 2 and the second (a + b) / 2 − s (a − b) / 2. Means, and all sums that Pearson's r needs, are
linear in s, so one matrix product of the signs and each metric's scores serves every pair of metrics; all pairs share the
draws. What remains per pair costs as much as a few system scores, however many segments there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from mteval.statistics.correlation import GroupedPairs, pearson
from mteval.statistics.metric_tests import MetricDifference, standardise
from mteval.statistics.rating_table import Array, chunks, divide
from mteval.statistics.soft_accuracy import confidence, pair_gaps

SAME = 1e-12  # as large as the observed difference, but for rounding
WIDTH = 256  # pairs of metrics in one matrix product


@dataclass(frozen=True, slots=True)
class ScoreSwaps:
    """How many exchanges are drawn, and from which seed."""

    draws: int
    seed: int

    def signs(self, shape: tuple[int, ...]) -> Iterator[Array]:
        """Blocks (draws, *shape) of −1 where scores change places and 1 where they stay."""
        generator = np.random.default_rng(self.seed)
        for part in chunks(self.draws, max(int(np.prod(shape)), 1)):
            yield np.where(generator.random((part.stop - part.start, *shape)) < 0.5, -1.0, 1.0)


@dataclass(frozen=True, slots=True)
class SharedTests:
    """Each metric's value on one statistic, and for each pair of metrics the differences that chance gives (pairs, draws).

    Pairs come in the order of `itertools.combinations`.
    """

    values: Array
    chance: Array

    def of(self, places: Sequence[int]) -> SharedTests:
        """The same for some of the metrics, in the order given."""
        rows = {pair: row for row, pair in enumerate(combinations(range(len(self.values)), 2))}
        chance = [self.chance[rows[a, b]] if a < b else -self.chance[rows[b, a]] for a, b in combinations(places, 2)]
        empty = np.empty((0, self.chance.shape[1]))
        return SharedTests(self.values[list(places)], np.array(chance) if chance else empty)

    def rescaled(self, low: float) -> SharedTests:
        """Values that run from `low` to 1 as values from 0 to 1."""
        return SharedTests((self.values - low) / (1 - low), self.chance / (1 - low))

    def differences(self) -> Array:
        """First minus second, of every pair."""
        first, second = np.triu_indices(len(self.values), 1)
        return np.asarray(self.values[first] - self.values[second])

    def outcomes(self) -> list[MetricDifference]:
        """Two-sided: p = (1 + #{|Δ*| ≥ |Δ|}) / (1 + draws); NaN where a value is undefined."""
        draws = self.chance.shape[1]
        return [
            MetricDifference(float(seen), (1 + extreme) / (1 + draws) if not np.isnan(seen) else float("nan"), draws)
            for seen, extreme in zip(self.differences(), self._extreme(), strict=True)
        ]

    def _extreme(self) -> list[int]:
        seen = np.abs(self.differences())[:, None] - SAME
        return [int(count) for count in (np.abs(np.nan_to_num(self.chance)) >= seen).sum(axis=1)]

    def one_sided(self) -> Array:
        """(metrics, metrics): how often chance puts row ahead of column by as much as it is, as WMT tests metrics."""
        size = len(self.values)
        found = np.full((size, size), np.nan)
        for place, (a, b) in enumerate(combinations(range(size), 2)):
            seen = self.values[a] - self.values[b]
            found[a, b] = (self.chance[place] >= seen - SAME).mean()
            found[b, a] = (-self.chance[place] >= -seen - SAME).mean()
        return found


def averaged(tests: Sequence[SharedTests], weights: Sequence[float]) -> SharedTests:
    """The tests of a weighted mean of several statistics of the same metrics."""
    total = sum(weights)
    return SharedTests(
        np.asarray(sum(one.values * (weight / total) for one, weight in zip(tests, weights, strict=True))),
        np.asarray(sum(one.chance * (weight / total) for one, weight in zip(tests, weights, strict=True))),
    )


def system_tests(scores: Sequence[Array], measure: Callable[[Array], Array], swaps: ScoreSwaps) -> SharedTests:
    """PERM-BOTH on a statistic of system means; `measure` maps (…, systems) to the correlation with people.

    Scores are (systems, segments), with the same cells missing everywhere, or (systems, 1) for whole systems.
    """
    stack = np.stack([standardise(one) for one in scores])
    present = ~np.isnan(stack[0])
    share = np.where(present, 1.0, 0.0) / present.sum(axis=1, keepdims=True)
    shares = np.nan_to_num(stack) * share
    means = shares.sum(axis=2)
    blocks = [np.einsum("dsk,msk->dms", signs, shares, optimize=True) for signs in swaps.signs(present.shape)]
    moved = np.concatenate(blocks)
    chance = np.empty((len(stack) * (len(stack) - 1) // 2, swaps.draws))
    for place, (a, b) in enumerate(combinations(range(len(stack)), 2)):
        middle, half = (means[a] + means[b]) / 2, (moved[:, a] - moved[:, b]) / 2
        chance[place] = measure(middle + half) - measure(middle - half)
    return SharedTests(measure(means), chance)


def pearson_tests(human: Array, scores: Sequence[Array], swaps: ScoreSwaps) -> SharedTests:
    """PERM-BOTH on Pearson's r over all cells people scored."""
    cells = ~np.isnan(human)
    stack = np.stack([standardise(one[cells]) for one in scores])
    people = standardise(human[cells])
    columns = np.concatenate([stack, stack**2, stack * people]).T
    blocks = [signs[:, cells] @ columns for signs in swaps.signs(human.shape)]
    sums, squares, products = np.split(np.concatenate(blocks), 3, axis=1)
    square, product = (stack**2).sum(axis=1), (stack * people).sum(axis=1)
    count = np.sqrt((people**2).sum())
    chance = np.empty((len(stack) * (len(stack) - 1) // 2, swaps.draws))
    for place, (a, b) in enumerate(combinations(range(len(stack)), 2)):
        # The standardised scores sum to 0, so the two hybrids' sums are opposite.
        shift = ((sums[:, a] - sums[:, b]) / 2) ** 2 / len(people)
        spread, together = (squares[:, a] - squares[:, b]) / 2, (products[:, a] - products[:, b]) / 2
        middle, both = (square[a] + square[b]) / 2 - shift, (product[a] + product[b]) / 2
        first = divide(both + together, count * np.sqrt(np.maximum(middle + spread, 0)))
        chance[place] = first - divide(both - together, count * np.sqrt(np.maximum(middle - spread, 0)))
    return SharedTests(pearson(people, stack), chance)


def accuracy_tests(human: Array, scores: Sequence[Array], swaps: ScoreSwaps) -> SharedTests:
    """Permutation over pairs on acc_eq (Deutsch et al. 2023): whether a pair of systems was ordered right changes places.

    Each metric keeps its own calibrated threshold, which exchanged scores could not. Pairs of one segment share systems, so
    they are not independent, and the test finds differences too often; `segment_accuracy_tests` does not.
    """
    groups = [GroupedPairs.collect(human.T, one.T) for one in scores]
    right = np.stack([one.right(one.calibrate().epsilon) for one in groups])
    return _accuracy_tests(right * groups[0].share, groups[0].groups, swaps)


def segment_accuracy_tests(human: Array, scores: Sequence[Array], swaps: ScoreSwaps) -> SharedTests:
    """The same with all pairs of a segment changing places together."""
    groups = [GroupedPairs.collect(human.T, one.T) for one in scores]
    accuracies = np.stack([one.accuracy_by_group(one.calibrate().epsilon) for one in groups])
    return _accuracy_tests(accuracies, groups[0].groups, swaps)


def _accuracy_tests(parts: Array, groups: int, swaps: ScoreSwaps) -> SharedTests:
    """Accuracies are sums of parts (metrics, parts) over the number of groups; the parts change places."""
    columns = parts.T / max(groups, 1)
    chance = np.concatenate([signs @ columns for signs in swaps.signs((len(columns),))])
    first, second = np.triu_indices(len(parts), 1)
    values = columns.sum(axis=0) if groups else np.full(len(parts), np.nan)
    return SharedTests(values, np.asarray((chance[:, first] - chance[:, second]).T))


def soft_accuracy_tests(human: Array, scores: Sequence[Array], swaps: ScoreSwaps) -> SharedTests:
    """PERM-BOTH on soft pairwise accuracy: one matrix product per pair of systems serves all pairs of metrics."""
    rated = ~np.isnan(human).all(axis=0)
    stack = np.nan_to_num(np.stack([standardise(one[:, rated]) for one in scores]))
    present = ~np.isnan(human[:, rated])
    people = pair_gaps(human[:, rated])
    trust = confidence(people.sum(axis=1), (people**2).sum(axis=1))
    values = np.array([_soft(trust, np.where(present, one, np.nan)) for one in stack])
    pairs = np.array(list(combinations(range(len(stack)), 2)))
    blocks = [
        np.concatenate([_soft_chance(trust, stack, present, signs[:, :, rated], part) for part in _parts(pairs)])
        for signs in swaps.signs(human.shape)
    ]
    return SharedTests(values, np.concatenate(blocks, axis=1))


def _parts(pairs: Array) -> list[Array]:
    return [pairs[start : start + WIDTH] for start in range(0, len(pairs), WIDTH)]


def _soft(trust: Array, scores: Array) -> float:
    gaps = pair_gaps(scores)
    return float(1 - np.abs(trust - confidence(gaps.sum(axis=1), (gaps**2).sum(axis=1))).mean())


def _soft_chance(trust: Array, stack: Array, present: Array, signs: Array, pairs: Array) -> Array:
    """Differences (pairs of metrics, draws): hybrids have gaps m_i − m_j ± (s_i u_i − s_j u_j) of systems i and j."""
    moves, scores, people = (one.astype(np.float32) for one in (signs, stack, trust))
    middle, half = ((scores[pairs[:, 0]] + sign * scores[pairs[:, 1]]) / 2 for sign in (1, -1))
    turns = [(half[:, i] * present[i]) @ moves[:, i].T for i in range(len(present))]
    total = np.zeros((len(pairs), len(signs)), dtype=np.float32)
    for place, (i, j) in enumerate(combinations(range(len(present)), 2)):
        both = present[i] & present[j]
        whole = bool((both == present[i]).all() and (both == present[j]).all())
        apart, one, two = ((middle[:, i] - middle[:, j]) * both, half[:, i] * both, half[:, j] * both)
        left, right = moves[:, i].T, moves[:, j].T
        turned = turns[i] - turns[j] if whole else one @ left - two @ right
        crossed = 2 * ((apart * one) @ left - (apart * two) @ right)
        square = (apart**2 + one**2 + two**2).sum(axis=1, keepdims=True) - 2 * ((one * two) @ (left * right))
        observed = apart.sum(axis=1, keepdims=True)
        first, second = confidence(observed + turned, square + crossed), confidence(observed - turned, square - crossed)
        total += np.abs(second - people[place]) - np.abs(first - people[place])
    return np.asarray(total / len(trust), dtype=np.float64)

"""Tests of the difference between two systems on the same cases: two-sided, with ties and the observed difference counted.

Where cases come in clusters (documents, ambiguous words, templates), every test takes whole clusters as its units. Measured
type I error and power are in scripts/benchmarks/README.md (validity.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb, isnan, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from mteval.core.columns import MANY
from mteval.core.protocols import Decisions, Statistics
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.coins import Coins, PackedCoins, coins, packed_coins
from mteval.statistics.draws import DrawPlan, Pair, draw_until_decided, stream
from mteval.statistics.products import RowSums, weighted_sums
from mteval.statistics.resampling import Array, Clusters, Observation, Resampling, blocks, draw_weights, estimate_block

LARGEST_POWER = 1000
ROUNDING = 1e-9
"""Differences that differ by less than this share of the values are equal: sums in another order round otherwise."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The headline of system a minus that of system b, and how probable one as large is by chance.

    `draws` is how often the test drew; 0 for a p-value that was computed outright.
    """

    a: int
    b: int
    value: float
    p_value: float
    test: str
    n: int
    draws: int = 0


def all_pairs(systems: int) -> list[Pair]:
    """Every pair of systems, in the order they were given."""
    return list(combinations(range(systems), 2))


def both_counted(a: Observation, b: Observation) -> int:
    """How many cases count for both systems."""
    return int(np.sum(a.statistics.counted & b.statistics.counted))


def unit_numbers(cases: int, clusters: Clusters | None) -> Clusters:
    """The unit of each case: its cluster, or the case itself."""
    return np.arange(cases) if clusters is None else clusters


def permutation(
    observed: Sequence[Observation], plan: DrawPlan, seed: int, clusters: Clusters | None = None
) -> list[Difference]:
    """Paired permutation between every pair: units of the two systems change places, all ways where they are few enough.

    p is the share of the ways in which the difference is at least as large as the one observed, in either direction.
    """
    pairs = all_pairs(len(observed))
    if not pairs or not plan.start:
        return [_untested(observed, pair, "permutation") for pair in pairs]
    swaps = Swaps(observed, clusters)
    exact = _flipped_shares(observed, pairs, clusters)
    exact |= {pair: swaps.exact_p(pair) for pair in pairs if pair not in exact and swaps.ways(pair) <= plan.start}
    drawn = [pair for pair in pairs if pair not in exact]
    flips = stream(seed, swaps.thrown, swaps.width)
    tally = draw_until_decided(drawn, exact, flips, swaps.exceeding, plan)
    return [
        _difference(observed, pair, exact[pair], "permutation", 0)
        if pair in exact
        else _difference(observed, pair, tally.p_value(pair), "permutation", tally.drawn[pair])
        for pair in pairs
    ]


def _flipped_shares(
    observed: Sequence[Observation], pairs: Sequence[Pair], clusters: Clusters | None
) -> dict[Pair, float]:
    """The exact p-values of pairs whose headline is a share of the same decided cases: a sum of random signs."""
    metric = observed[0].metric
    decisions = [one.metric.decisions(one.statistics) for one in observed]
    if metric.keys[0] not in metric.scale.shares:
        return {}
    found = {}
    for a, b in pairs:
        first, second = decisions[a], decisions[b]
        if first is not None and second is not None and first[1].any() and np.array_equal(first[1], second[1]):
            found[a, b] = sign_flip_p(_net(first, second, clusters))
    return found


def _net(first: Decisions, second: Decisions, clusters: Clusters | None) -> NDArray[np.int64]:
    """By how many cases decided for both the first system leads, case by case or cluster by cluster."""
    both = first[1] & second[1]
    net = (first[0] & both).astype(np.int64) - (second[0] & both)
    return net if clusters is None else np.bincount(clusters, weights=net).astype(np.int64)


class Swaps:
    """Pseudo-systems made by exchanging units of two systems: `keep` says which units stay where they are."""

    def __init__(self, observed: Sequence[Observation], clusters: Clusters | None) -> None:
        self.observed = same_strata(observed)
        self.cases = len(observed[0].statistics.rows)
        self._unit_of = unit_numbers(self.cases, clusters)
        self.units = int(self._unit_of.max(initial=-1)) + 1
        self._values = [float(one.value()[0]) for one in observed]
        metric = observed[0].metric
        self._additive = metric if isinstance(metric, AdditiveMetric) else None
        self._sums = self._unit_sums() if self._additive and not self._additive.stratified else None
        self._tables: dict[int | Pair, RowSums] = {}
        self._together: dict[tuple[int, ...], RowSums] = {}
        self._columns: dict[Pair, NDArray[np.intp]] = {}
        self._totals: dict[Pair, tuple[Array, Array]] = {}

    def _unit_sums(self) -> list[Array]:
        if self.units == self.cases:
            return [one.statistics.rows for one in self.observed]
        order = np.argsort(self._unit_of, kind="stable")
        starts = np.searchsorted(self._unit_of[order], np.arange(self.units))
        return [np.add.reduceat(one.statistics.rows[order], starts, axis=0, dtype=np.float64) for one in self.observed]

    def differing(self, pair: Pair) -> NDArray[np.int64]:
        """The units in which the two systems differ at all; exchanging the others changes nothing."""
        a, b = (self.observed[place].statistics for place in pair)
        cases = _differ(a.rows, b.rows) | (a.counted != b.counted)
        return np.unique(self._unit_of[cases])

    def ways(self, pair: Pair) -> float:
        """How many different pseudo-systems there are, up to exchanging everything."""
        return 2.0 ** min(max(len(self.differing(pair)) - 1, 0), LARGEST_POWER)

    def exact_p(self, pair: Pair) -> float:
        """The p-value over all ways to exchange units."""
        difference = self._values[pair[0]] - self._values[pair[1]]
        if isnan(difference):
            return nan
        units, ways = self.differing(pair), int(self.ways(pair))
        extreme = 0
        for start in range(0, ways, step := max(1, _rows_at_once(max(self.units, self.cases)))):
            numbers = np.arange(start, min(start + step, ways), dtype=np.int64)
            keep = np.ones((len(numbers), self.units), dtype=np.bool_)
            keep[:, units[1:]] = ((numbers[:, None] >> np.arange(max(len(units) - 1, 0))) & 1) == 0
            extreme += self.exceeding(keep, [pair])[0]
        return extreme / ways

    @cached_property
    def packed(self) -> bool:
        """Whether coins are thrown eight to a byte: of very many units, where whole rows are added up."""
        return self._sums is not None and self.units >= MANY and all(map(self._is_whole, range(len(self.observed))))

    @property
    def width(self) -> int:
        """How many numbers the coins of a draw are as large as."""
        return -(-self.units // 64) if self.packed else max(self.units, self.cases)

    def thrown(self, generator: np.random.Generator, draws: int) -> Coins | PackedCoins:
        """The coins of so many draws."""
        return (packed_coins if self.packed else coins)(generator, draws, self.units)

    def exceeding(self, keep: Coins | PackedCoins, pairs: Sequence[Pair]) -> list[int]:
        """How many of the exchanges give each pair a difference at least as large as the one observed."""
        return [
            int(np.sum(np.abs(drawn) >= self._threshold(pair)))
            for pair, drawn in zip(pairs, self.differences(keep, pairs), strict=True)
        ]

    def _threshold(self, pair: Pair) -> float:
        a, b = (self._values[place] for place in pair)
        return abs(a - b) - ROUNDING * max(abs(a), abs(b))

    def differences(self, keep: Coins | PackedCoins, pairs: Sequence[Pair]) -> list[Array]:
        """The differences of the headline under each exchange, pair by pair."""
        if self._additive is None:
            weights = self._case_weights(keep)
            return [_general(self.observed[a], self.observed[b], weights) for a, b in pairs]
        return self._additive_differences(self._additive, keep, pairs)

    def _case_weights(self, keep: Coins | PackedCoins) -> Array:
        """One row per draw, of 1 for each case that stays and 0 for the others."""
        whole = np.concatenate(list(keep.unpacked())) if isinstance(keep, PackedCoins) else keep
        return whole[:, self._unit_of].astype(np.float64)

    def _additive_differences(
        self, metric: AdditiveMetric, keep: Coins | PackedCoins, pairs: Sequence[Pair]
    ) -> list[Array]:
        """One product per system serves all its pairs: sums over kept rows of a and swapped rows of b are K(a) + T(b) − K(b)."""
        systems = sorted({place for pair in pairs for place in pair})
        if self._sums is not None and len(pairs) < len(systems) and all(self._is_whole(place) for place in systems):
            return [self._whole_difference(metric, keep, pair) for pair in pairs]
        kept = dict(zip(systems, self._kept(metric, systems, keep), strict=True))
        total = dict(zip(systems, self._kept(metric, systems, np.ones((1, self.units), dtype=np.bool_)), strict=True))

        def difference(a: int, b: int) -> Array:
            first = metric.combine(kept[a] + (total[b] - kept[b]))
            second = metric.combine((total[a] - kept[a]) + kept[b])
            return np.asarray(first[:, 0] - second[:, 0])

        return [difference(a, b) for a, b in pairs]

    def _kept(self, metric: AdditiveMetric, systems: Sequence[int], keep: Coins | PackedCoins) -> list[Array]:
        """The sums over the units that stay, of each system."""
        if self._sums is None:
            weights = self._case_weights(keep)
            return [metric.sums(self.observed[place].statistics, weights) for place in systems]
        if self.units >= MANY or isinstance(keep, PackedCoins):
            return [self._sums_of(place).under(keep) for place in systems]
        together = tuple(systems)
        if together not in self._together:
            self._together[together] = RowSums(np.hstack([self._sums[place] for place in systems]))
        return np.hsplit(self._together[together].under(keep), len(systems))

    def _unit_rows(self, place: int) -> Array:
        return self.observed[place].statistics.rows if self._sums is None else self._sums[place]

    def _sums_of(self, place: int) -> RowSums:
        if place not in self._tables:
            self._tables[place] = RowSums(self._unit_rows(place))
        return self._tables[place]

    def _is_whole(self, place: int) -> bool:
        return self._sums_of(place).whole

    def _whole_difference(self, metric: AdditiveMetric, keep: Coins | PackedCoins, pair: Pair) -> Array:
        """With D the rows of a less those of b, whole numbers, K(a) − K(b) is K(D) exactly: one product, of fewer columns."""
        a, b = (self._unit_rows(place) for place in pair)
        if pair not in self._tables:
            self._columns[pair] = np.flatnonzero((a != b).any(axis=0))
            columns = self._columns[pair]
            self._tables[pair] = RowSums(a[:, columns] - b[:, columns])
            once = np.ones((1, self.units))
            self._totals[pair] = weighted_sums(once, a), weighted_sums(once, b)
        kept = np.zeros((len(keep), a.shape[1]))
        kept[:, self._columns[pair]] = self._tables[pair].under(keep)
        of_a, of_b = self._totals[pair]
        return np.asarray((metric.combine(of_b + kept) - metric.combine(of_a - kept))[:, 0])


def _differ(a: Array, b: Array) -> NDArray[np.bool_]:
    """Which rows of two tables are not the same."""
    differ = np.zeros(len(a), dtype=np.bool_)
    for column in range(a.shape[1]):
        differ |= a[:, column] != b[:, column]
    return differ


def same_strata(observed: Sequence[Observation]) -> Sequence[Observation]:
    """The observations with strata numbered alike: each system numbers only those of the cases it answered."""
    names = tuple(dict.fromkeys(name for one in observed for name in one.statistics.strata_names))
    if all(one.statistics.strata_names == names for one in observed):
        return observed
    return [Observation(one.metric, _numbered(one.statistics, names)) for one in observed]


def _numbered(statistics: Statistics, names: tuple[str, ...]) -> Statistics:
    strata = np.full(len(statistics.rows), -1) if statistics.strata is None else statistics.strata
    places = np.array([*(names.index(name) for name in statistics.strata_names), -1], dtype=np.int64)
    return Statistics(statistics.rows, statistics.counted, places[strata], names)


def _rows_at_once(width: int) -> int:
    return next(iter(blocks(1 << 30, width)))


def _general(a: Observation, b: Observation, weights: Array) -> Array:
    """For any metric: a pseudo-system is a weighting of the cases of both systems laid end to end."""
    both = Statistics(
        rows=np.concatenate([a.statistics.rows, b.statistics.rows]),
        counted=np.concatenate([a.statistics.counted, b.statistics.counted]),
        strata=_joined(a.statistics.strata, b.statistics.strata),
        strata_names=a.statistics.strata_names,
    )
    first = a.metric.estimate(both, np.hstack([weights, 1 - weights]))
    second = a.metric.estimate(both, np.hstack([1 - weights, weights]))
    return np.asarray(first[:, 0] - second[:, 0])


def _joined(first: Clusters | None, second: Clusters | None) -> Clusters | None:
    return None if first is None or second is None else np.concatenate([first, second])


def bootstrap_test(observed: Sequence[Observation], resampling: Resampling, plan: DrawPlan) -> list[Difference]:
    """Paired bootstrap between every pair: how often a drawn difference strays from the observed one by as much as that.

    Strays are widened by what a resample of few units misses of the true spread.
    """
    pairs = all_pairs(len(observed))
    if not pairs or not plan.start:
        return [_untested(observed, pair, "bootstrap") for pair in pairs]
    values = [float(one.value()[0]) for one in observed]
    cases = len(observed[0].statistics.rows)
    units = int(unit_numbers(cases, resampling.clusters).max(initial=-1)) + 1
    wider = sqrt(units / (units - 1)) if units > 1 else 1.0

    def exceeding(weights: Array, wanted: Sequence[Pair]) -> list[int]:
        systems = sorted({place for pair in wanted for place in pair})
        drawn = dict(zip(systems, estimate_block([observed[one] for one in systems], weights), strict=True))
        return [int(np.sum(_strays(drawn, values, pair, wider))) for pair in wanted]

    weights = stream(
        resampling.seed,
        lambda generator, rows: draw_weights(generator, rows, units, resampling.clusters),
        max(cases, units),
    )
    tally = draw_until_decided(pairs, {}, weights, exceeding, plan)
    return [_difference(observed, pair, tally.p_value(pair), "bootstrap", tally.drawn[pair]) for pair in pairs]


def _strays(drawn: dict[int, Array], values: Sequence[float], pair: Pair, wider: float) -> NDArray[np.bool_]:
    a, b = pair
    difference = values[a] - values[b]
    stray = wider * np.abs((drawn[a][:, 0] - drawn[b][:, 0]) - difference)
    return np.asarray(stray >= abs(difference) - ROUNDING * max(abs(values[a]), abs(values[b])))


def mcnemar(observed: Sequence[Observation], clusters: Clusters | None = None) -> list[Difference] | None:
    """Exact McNemar test between every pair: the cases only one system got right, against a fair coin per case or cluster.

    Only cases decided for both count, for the difference too. None where the metric counts no cases.
    """
    decisions = [one.metric.decisions(one.statistics) for one in observed]
    if any(one is None for one in decisions):
        return None
    known = [one for one in decisions if one is not None]
    return [_mcnemar_pair(observed, known, pair, clusters) for pair in all_pairs(len(observed))]


def _mcnemar_pair(
    observed: Sequence[Observation], decisions: Sequence[Decisions], pair: Pair, clusters: Clusters | None
) -> Difference:
    a, b = pair
    both = decisions[a][1] & decisions[b][1]
    n = int(both.sum())
    if not n:
        return Difference(a, b, nan, nan, "mcnemar", 0)
    weights = both[np.newaxis].astype(np.float64)
    values = [observed[place].metric.estimate(observed[place].statistics, weights)[0, 0] for place in pair]
    p = sign_flip_p(_net(decisions[a], decisions[b], clusters))
    return Difference(a, b, float(values[0] - values[1]), p, "mcnemar", n)


def sign_flip_p(net: NDArray[np.int64]) -> float:
    """How probable it is that whole numbers with random signs add up to at least as much, in either direction; exact."""
    sizes, observed = np.abs(net[net != 0]), abs(int(net.sum()))
    if not len(sizes):
        return 1.0
    if int(sizes.max()) == 1:
        return _fair_coin_p(len(sizes), observed)
    most = int(sizes.sum())
    chances = np.zeros(2 * most + 1)
    chances[most] = 1.0
    for size in sizes.tolist():
        chances = (np.roll(chances, size) + np.roll(chances, -size)) / 2
    sums = np.abs(np.arange(-most, most + 1))
    return min(1.0, float(chances[sums >= observed].sum()))


def _fair_coin_p(flips: int, lead: int) -> float:
    """The two-sided binomial p-value of one side leading by so much."""
    fewer = (flips - lead) // 2
    tail = sum(comb(flips, k) for k in range(fewer + 1))
    return min(1.0, 2 * tail / (1 << flips))


def _difference(observed: Sequence[Observation], pair: Pair, p: float, test: str, draws: int) -> Difference:
    a, b = pair
    value = float(observed[a].value()[0] - observed[b].value()[0])
    return Difference(a, b, value, nan if isnan(value) else p, test, both_counted(observed[a], observed[b]), draws)


def _untested(observed: Sequence[Observation], pair: Pair, test: str) -> Difference:
    return _difference(observed, pair, nan, test, 0)

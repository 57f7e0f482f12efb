"""Correlation between metric and human scores: Pearson, Spearman, Kendall's variants, pairwise accuracy, tie calibration.

The vectorised functions take arrays whose last axis is the paired observations and give one value per leading index, so
that a bootstrap or a permutation is one call. NaN where a correlation is undefined (a constant side, fewer than two).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mteval.statistics.rating_table import Array, chunks, divide

Correlation = Callable[[Array, Array], Array]
ROUNDING = 1e-12


def pearson(x: Array, y: Array) -> Array:
    """Pearson's r along the last axis."""
    x, y = np.broadcast_arrays(x, y)
    x = x - x.mean(axis=-1, keepdims=True)
    y = y - y.mean(axis=-1, keepdims=True)
    scale = np.sqrt((x**2).sum(axis=-1) * (y**2).sum(axis=-1))
    return np.clip(divide((x * y).sum(axis=-1), scale), -1.0, 1.0)


def spearman(x: Array, y: Array) -> Array:
    """Spearman's ρ along the last axis: Pearson's r of mid-ranks."""
    return pearson(mid_ranks(x), mid_ranks(y))


def mid_ranks(values: Array) -> Array:
    """Ranks from 1 along the last axis, ties sharing the mean of their ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(values, axis=-1))


def kendall_a(x: Array, y: Array) -> Array:
    """Kendall's τ-a along the last axis: ties count as pairs without order."""
    return pair_statistics(x, y).tau_a()


def kendall_b(x: Array, y: Array) -> Array:
    """Kendall's τ-b along the last axis, which allows for ties on either side."""
    return pair_statistics(x, y).tau_b()


def kendall_c(x: Array, y: Array) -> Array:
    """Stuart's τ-c along the last axis, made for scales with different numbers of values."""
    pairs = pair_statistics(x, y)
    n = np.shape(x)[-1]
    fewest = np.minimum(_distinct(x), _distinct(y)).astype(float)
    return divide(2 * fewest * (pairs.concordant - pairs.discordant), n**2 * (fewest - 1))


def pairwise_accuracy(x: Array, y: Array) -> Array:
    """Share of pairs that both sides order alike (Kocmi et al. 2021); a tie agrees only with a tie."""
    pairs = pair_statistics(x, y)
    return divide(pairs.concordant + pairs.tied_both, pairs.total)


def agreement_with(people: Array) -> Callable[[Array], Array]:
    """Pairwise accuracy beside one row of human scores, of scores (…, systems) that tie where rounding alone differs."""
    first, second = np.triu_indices(len(people), 1)
    order = np.sign(people[first] - people[second])
    tied = order == 0

    def share(scores: Array) -> Array:
        if not len(order):
            return np.full(scores.shape[:-1], np.nan)
        gaps = scores[..., first] - scores[..., second]
        margin = ROUNDING * np.abs(scores).max(axis=-1, keepdims=True)
        return np.asarray(np.where(tied, np.abs(gaps) <= margin, gaps * order > margin).mean(axis=-1))

    return share


CORRELATIONS: dict[str, Correlation] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall_b": kendall_b,
    "kendall_c": kendall_c,
    "pairwise_accuracy": pairwise_accuracy,
    "kendall_a": kendall_a,
}


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How the pairs of observations compare on the two sides; `tied_x` includes those tied on both."""

    concordant: Array
    discordant: Array
    tied_x: Array
    tied_y: Array
    tied_both: Array
    total: Array

    @property
    def surplus(self) -> Array:
        """How many more pairs are ordered alike than the other way round."""
        return self.concordant - self.discordant

    @property
    def ordered(self) -> Array:
        """Pairs that both sides order."""
        return self.concordant + self.discordant

    @property
    def only_y_tied(self) -> Array:
        """Pairs that x orders and y ties."""
        return self.tied_y - self.tied_both

    def tau_a(self) -> Array:
        """(C − D) / all pairs."""
        return divide(self.surplus, self.total)

    def tau_b(self) -> Array:
        """(C − D) over the geometric mean of the pairs each side orders."""
        return divide(self.surplus, np.sqrt((self.total - self.tied_x) * (self.total - self.tied_y)))

    def tau_10(self) -> Array:
        """WMT10's variant: a pair people (x) order and the metric (y) ties is an error; pairs people tie drop out."""
        return divide(self.surplus - self.only_y_tied, self.ordered + self.only_y_tied)

    def tau_13(self) -> Array:
        """WMT13's variant: only pairs that both sides order count."""
        return divide(self.surplus, self.ordered)

    def tau_14(self) -> Array:
        """WMT14's variant: a pair people (x) order and the metric (y) ties counts in the denominator only."""
        return divide(self.surplus, self.ordered + self.only_y_tied)


def pair_statistics(x: Array, y: Array) -> PairCounts:
    """Count concordant, discordant and tied pairs along the last axis, in pieces that fit into memory.

    Pairs with a NaN on either side do not count.
    """
    x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    shape, n = x.shape[:-1], x.shape[-1]
    flat_x, flat_y = x.reshape(-1, n), y.reshape(-1, n)
    counts = np.zeros((6, len(flat_x)))
    first, second = np.triu_indices(n, 1)
    for rows in chunks(len(flat_x), max(len(first), 1)):
        signs_x = np.sign(flat_x[rows][:, first] - flat_x[rows][:, second])
        signs_y = np.sign(flat_y[rows][:, first] - flat_y[rows][:, second])
        product = signs_x * signs_y
        tied = ((signs_x == 0), (signs_y == 0), (signs_x == 0) & (signs_y == 0))
        there = ~np.isnan(product)
        for place, hits in enumerate(((product > 0), (product < 0), *(tie & there for tie in tied), there)):
            counts[place, rows] = hits.sum(axis=1)
    return PairCounts(*(count.reshape(shape) for count in counts))


def settle_ties(values: Array) -> Array:
    """Give values along the last axis that differ by rounding alone (a relative 1e-12) one value, so that ties are ties."""
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    scale = np.nanmax(np.abs(values), axis=-1, keepdims=True, initial=0.0)
    starts = np.diff(ordered, axis=-1, prepend=-np.inf) > ROUNDING * scale
    places = np.where(starts, np.arange(values.shape[-1]), 0)
    settled = np.take_along_axis(ordered, np.maximum.accumulate(places, axis=-1), axis=-1)
    result = np.empty_like(values)
    np.put_along_axis(result, order, settled, axis=-1)
    return result


def _distinct(values: Array) -> Array:
    ordered = np.sort(values, axis=-1)
    return np.asarray(1 + (np.diff(ordered, axis=-1) != 0).sum(axis=-1))


@dataclass(frozen=True, slots=True)
class TieCalibration:
    """The threshold below which two metric scores count as tied, and the accuracy it gives (acc_eq)."""

    epsilon: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class GroupedPairs:
    """All pairs within groups (the systems' translations of one segment): what the metric and the people say of each.

    `gap` is the absolute metric difference, `agrees` whether both order the pair alike, `human_tie` whether the people
    gave both the same score, `share` the pair's weight (1 / pairs in its group), `groups` how many groups have a pair.
    """

    gap: Array
    agrees: np.ndarray
    human_tie: np.ndarray
    group: np.ndarray
    share: Array
    groups: int

    @classmethod
    def collect(cls, human: Array, metric: Array) -> GroupedPairs:
        """Pairs within each row of (groups, members); members with a NaN on either side drop out."""
        usable = ~(np.isnan(human) | np.isnan(metric))
        first, second = np.triu_indices(human.shape[1], 1)
        both = usable[:, first] & usable[:, second]
        group, pair = np.nonzero(both)
        left, right = first[pair], second[pair]
        metric_gap = metric[group, left] - metric[group, right]
        human_gap = human[group, left] - human[group, right]
        sizes = both.sum(axis=1)
        present, renumbered = np.unique(group, return_inverse=True)
        agrees = np.sign(metric_gap) * np.sign(human_gap) > 0
        return cls(np.abs(metric_gap), agrees, human_gap == 0, renumbered, 1.0 / sizes[group], len(present))

    def calibrate(self) -> TieCalibration:
        """The threshold with the best mean accuracy over groups; the smallest of equals (Deutsch et al. 2023)."""
        if not self.groups:
            return TieCalibration(float("nan"), float("nan"))
        order = np.argsort(self.gap, kind="stable")
        gaps = self.gap[order]
        # Growing ε past a pair's gap makes it a metric tie: right from now on if people tied it, wrong if they did not.
        change = (self.human_tie[order].astype(float) - self.agrees[order]) * self.share[order]
        before = float((self.agrees * self.share).sum())
        after = before + np.cumsum(change)
        last_of_equals = np.append(gaps[1:] != gaps[:-1], True)
        candidates, accuracies = gaps[last_of_equals], after[last_of_equals]
        if candidates[0] > 0:
            candidates, accuracies = np.append(0.0, candidates), np.append(before, accuracies)
        # Rounding in the running sum must not choose between thresholds that are equally good.
        best = int(np.argmax(accuracies > accuracies.max() - 1e-9))
        return TieCalibration(float(candidates[best]), float(accuracies[best] / self.groups))

    def accuracy_by_group(self, epsilon: float) -> Array:
        """acc_eq of every group at one threshold."""
        shares = self.right(epsilon) * self.share
        return np.asarray(np.bincount(self.group, weights=shares, minlength=self.groups), dtype=np.float64)

    def right(self, epsilon: float) -> np.ndarray:
        """Which pairs the metric orders, or ties, as people do, where gaps up to the threshold are ties."""
        return np.where(self.gap <= epsilon, self.human_tie, self.agrees)

"""Correlation between metric and human scores: Pearson, Spearman, Kendall b and c, pairwise accuracy, tie calibration.

The vectorised functions take arrays whose last axis is the paired observations and give one value per leading index, so
that a bootstrap or a permutation is one call. NaN where a correlation is undefined (a constant side, fewer than two).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mteval.statistics.rating_table import Array, chunks, divide

Correlation = Callable[[Array, Array], Array]


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


def kendall_b(x: Array, y: Array) -> Array:
    """Kendall's τ-b along the last axis, which allows for ties on either side."""
    pairs = pair_statistics(x, y)
    untied_x = pairs.total - pairs.tied_x
    untied_y = pairs.total - pairs.tied_y
    return divide(pairs.concordant - pairs.discordant, np.sqrt(untied_x * untied_y))


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


CORRELATIONS: dict[str, Correlation] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall_b": kendall_b,
    "kendall_c": kendall_c,
    "pairwise_accuracy": pairwise_accuracy,
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


def pair_statistics(x: Array, y: Array) -> PairCounts:
    """Count concordant, discordant and tied pairs along the last axis, in pieces that fit into memory."""
    x, y = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(y, dtype=float))
    shape, n = x.shape[:-1], x.shape[-1]
    flat_x, flat_y = x.reshape(-1, n), y.reshape(-1, n)
    counts = np.zeros((5, len(flat_x)))
    first, second = np.triu_indices(n, 1)
    for rows in chunks(len(flat_x), max(len(first), 1)):
        signs_x = np.sign(flat_x[rows][:, first] - flat_x[rows][:, second])
        signs_y = np.sign(flat_y[rows][:, first] - flat_y[rows][:, second])
        product = signs_x * signs_y
        tied = ((signs_x == 0), (signs_y == 0), (signs_x == 0) & (signs_y == 0))
        for place, hits in enumerate(((product > 0), (product < 0), *tied)):
            counts[place, rows] = hits.sum(axis=1)
    total = np.full(shape, n * (n - 1) / 2)
    concordant, discordant, tied_x, tied_y, tied_both = (count.reshape(shape) for count in counts)
    return PairCounts(concordant, discordant, tied_x, tied_y, tied_both, total)


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
        metric_tie = self.gap <= epsilon
        right = np.where(metric_tie, self.human_tie, self.agrees)
        return np.asarray(np.bincount(self.group, weights=right * self.share, minlength=self.groups), dtype=np.float64)

"""How well one metric agrees with people, at system level and at segment level, under any weighting of the segments."""

from __future__ import annotations

import numpy as np

from mteval.statistics.correlation import CORRELATIONS, GroupedPairs, PairCounts, pair_statistics, settle_ties
from mteval.statistics.rating_table import Array, divide
from mteval.statistics.soft_accuracy import soft_accuracy

MEAN_KEYS = ("pairwise_accuracy", "pearson", "spearman", "kendall_b", "kendall_c", "kendall_a")
SYSTEM_KEYS = (*MEAN_KEYS, "soft_pairwise_accuracy")
VARIANTS = {
    "segment_kendall_b": PairCounts.tau_b,
    "segment_kendall_a": PairCounts.tau_a,
    "segment_kendall_10": PairCounts.tau_10,
    "segment_kendall_13": PairCounts.tau_13,
    "segment_kendall_14": PairCounts.tau_14,
}
SEGMENT_KEYS = ("segment_acc_eq", "segment_pearson", "epsilon", *VARIANTS)
KEYS = (*SYSTEM_KEYS, *SEGMENT_KEYS)


def meta_evaluate(human: Array, metric: Array, weights: Array, systems: tuple[Array, Array] | None = None) -> Array:
    """Values (resamples, keys) from scores (systems, segments), segment j counting weights[r, j] times.

    System level: correlations of the systems' mean scores, over the cells both sides have, or of `systems`, the scores people
    and metric give whole systems; soft pairwise accuracy is always from segments. Segment level, grouped by segment: acc_eq,
    the share of system pairs ordered as people order them, ties included, with the metric's tie threshold calibrated on all
    segments (the threshold stays when segments are resampled); Kendall's τ per segment, averaged over the segments where
    it is defined. `segment_pearson` is over all cells without grouping.
    """
    both = ~(np.isnan(human) | np.isnan(metric))
    human, metric = np.where(both, human, np.nan), np.where(both, metric, np.nan)
    people, machine = system_means(human, weights), system_means(metric, weights)
    if systems is not None:
        people, machine = (np.broadcast_to(side, people.shape) for side in systems)
    accuracy, epsilon = segment_accuracy(human, metric, weights)
    return np.column_stack(
        [
            system_level(people, machine),
            soft_accuracy(human, metric, weights),
            accuracy,
            pooled_pearson(human, metric, weights),
            epsilon,
            grouped_kendall(human, metric, weights),
        ]
    )


def system_level(people: Array, machine: Array) -> Array:
    """Correlations of system scores (resamples, systems): (resamples, keys); a system without a score is left out."""
    known = ~(np.isnan(people).any(axis=0) | np.isnan(machine).any(axis=0))
    if known.sum() < 2:
        return np.full((len(people), len(MEAN_KEYS)), np.nan)
    people, machine = settle_ties(people[:, known]), settle_ties(machine[:, known])
    return np.column_stack([CORRELATIONS[key](people, machine) for key in MEAN_KEYS])


def system_means(scores: Array, weights: Array) -> Array:
    """Each system's weighted mean over the segments it has a score for: (resamples, systems)."""
    present = ~np.isnan(scores)
    return divide(weights @ np.where(present, scores, 0.0).T, weights @ present.T.astype(float))


def segment_accuracy(human: Array, metric: Array, weights: Array) -> tuple[Array, Array]:
    """acc_eq grouped by segment, and the calibrated threshold."""
    pairs = GroupedPairs.collect(human.T, metric.T)
    epsilon = pairs.calibrate().epsilon
    if not pairs.groups:
        return np.full(len(weights), np.nan), np.full(len(weights), np.nan)
    usable = (~(np.isnan(human) | np.isnan(metric))).sum(axis=0) >= 2
    chosen = weights[:, usable]
    accuracy = divide(chosen @ pairs.accuracy_by_group(epsilon), chosen.sum(axis=1))
    return accuracy, np.full(len(weights), epsilon)


def grouped_kendall(human: Array, metric: Array, weights: Array) -> Array:
    """Kendall's variants between the systems' scores of each segment, averaged over segments: (resamples, variants)."""
    counts = pair_statistics(human.T, metric.T)
    return np.column_stack([_mean_where_defined(tau(counts), weights) for tau in VARIANTS.values()])


def _mean_where_defined(values: Array, weights: Array) -> Array:
    defined = ~np.isnan(values)
    return divide(weights[:, defined] @ values[defined], weights[:, defined].sum(axis=1))


def pooled_pearson(human: Array, metric: Array, weights: Array) -> Array:
    """Pearson's r over all cells, without grouping."""
    present = (~np.isnan(human)).astype(float)
    x, y = np.nan_to_num(human - np.nanmean(human) if present.any() else human), np.nan_to_num(metric)
    y = np.where(present > 0, y - (y.sum() / max(present.sum(), 1)), 0.0)
    count, sum_x, sum_y, xx, yy, xy = (weights @ cells.sum(axis=0) for cells in (present, x, y, x * x, y * y, x * y))
    covariance = xy - divide(sum_x * sum_y, count)
    spread = np.sqrt(np.maximum((xx - divide(sum_x**2, count)) * (yy - divide(sum_y**2, count)), 0.0))
    return np.clip(divide(covariance, spread), -1.0, 1.0)

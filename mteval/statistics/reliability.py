"""Reliability of ratings as measurements: intraclass correlations, Kendall's W, annotators' bias and severity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mteval.statistics.rating_table import Array, RatingTable, category_counts, chunks, divide

ICC_KEYS = ("icc1", "icc2_1", "icc3_1", "icc1_k", "icc2_k", "icc3_k")


def intraclass_correlations(table: RatingTable, weights: Array) -> Array:
    """ICC(1), ICC(2,1), ICC(3,1) and their k-rating means (Shrout & Fleiss 1979): (resamples, 6), in `ICC_KEYS` order.

    The one-way ICC(1) takes every item with two ratings or more (with unequal numbers, the usual n₀); the two-way ones
    need items that all annotators rated and are NaN where there are fewer than two of them. The k of ICC(·,k) is the
    (mean) number of ratings of an item.
    """
    one_way = _one_way(table, weights)
    two_way = _two_way(table, weights)
    return np.stack([one_way[0], two_way[0], two_way[1], one_way[1], two_way[2], two_way[3]], axis=1)


def _one_way(table: RatingTable, weights: Array) -> tuple[Array, Array]:
    shared = table.shared
    values, weights = table.values[shared], weights[:, shared]
    if not len(values):
        return np.full(len(weights), np.nan), np.full(len(weights), np.nan)
    rated = (~np.isnan(values)).sum(axis=1).astype(float)
    sums, squares = np.nansum(values, axis=1), np.nansum(values**2, axis=1)
    items, total = weights.sum(axis=1), weights @ rated
    grand = divide(weights @ sums, total)
    between = divide(weights @ (sums**2 / rated) - total * grand**2, items - 1)
    within = divide(weights @ (squares - sums**2 / rated), total - items)
    size = divide(total - divide(weights @ rated**2, total), items - 1)
    single = divide(between - within, between + (size - 1) * within)
    return single, divide(between - within, between)


def _two_way(table: RatingTable, weights: Array) -> tuple[Array, Array, Array, Array]:
    complete = table.complete
    values, weights = table.values[complete], weights[:, complete]
    raters = values.shape[1]
    if len(values) < 2 or raters < 2:
        nothing = np.full(len(weights), np.nan)
        return nothing, nothing, nothing, nothing
    items = weights.sum(axis=1)
    grand = divide(weights @ values.sum(axis=1), items * raters)
    rows = raters * (weights @ values.mean(axis=1) ** 2 - items * grand**2)
    column_means = divide(weights @ values, items[:, None])
    columns = items * (column_means**2).sum(axis=1) - items * raters * grand**2
    everything = weights @ (values**2).sum(axis=1) - items * raters * grand**2
    between = divide(rows, items - 1)
    judges = columns / (raters - 1)
    error = divide(everything - rows - columns, (items - 1) * (raters - 1))
    agreement = divide(between - error, between + (raters - 1) * error + raters * divide(judges - error, items))
    consistency = divide(between - error, between + (raters - 1) * error)
    agreement_k = divide(between - error, between + divide(judges - error, items))
    return agreement, consistency, agreement_k, divide(between - error, between)


def kendall_w(table: RatingTable, weights: Array) -> Array:
    """Kendall's coefficient of concordance W over the items all annotators rated, corrected for ties.

    Written as S / (k ΣSSⱼ): the spread of the rank sums over what it would be if all annotators ranked alike, which is
    the textbook formula with its tie correction.
    """
    complete = table.complete
    values, weights = table.values[complete], weights[:, complete]
    concordance = np.full(len(weights), np.nan)
    raters = values.shape[1]
    if len(values) < 2 or raters < 2:
        return concordance
    for part in chunks(len(weights), values.size):
        ranks = np.stack([_mid_ranks(values[:, [rater]], weights[part]) for rater in range(raters)], axis=2)
        spread = _weighted_squares(ranks.sum(axis=2), weights[part])
        alike = sum(_weighted_squares(ranks[:, :, rater], weights[part]) for rater in range(raters))
        concordance[part] = divide(spread, raters * np.asarray(alike))
    return concordance


def _mid_ranks(column: Array, weights: Array) -> Array:
    """Each item's rank on one column, ties sharing the middle, item i counted weights[r, i] times."""
    table = RatingTable(column, tuple(map(str, range(len(column)))), ("",))
    _, codes = table.coded()
    marginals = weights @ category_counts(table)
    middles = np.cumsum(marginals, axis=1) - marginals / 2
    return np.asarray(middles[:, codes[:, 0]])


def _weighted_squares(values: Array, weights: Array) -> Array:
    mean = divide((weights * values).sum(axis=1), weights.sum(axis=1))
    return np.asarray((weights * (values - mean[:, None]) ** 2).sum(axis=1))


@dataclass(frozen=True, slots=True)
class Tendency:
    """How one annotator's ratings lie beside the others'.

    `bias` is the mean difference from the mean of the others on the same items; `severity` the annotator's effect in
    the additive model rating = item − severity, by least squares over all ratings (it allows for easier or harder
    items; positive is strict); `spread` their standard deviation over that of all ratings.
    """

    annotator: str
    ratings: int
    shared: int
    mean: float
    bias: float
    severity: float
    spread: float


def tendencies(table: RatingTable) -> tuple[Tendency, ...]:
    """Bias, severity and spread of every annotator."""
    values, rated = table.values, table.rated
    severity = _severities(table)
    pooled = values[rated].std(ddof=1) if rated.sum() > 1 else np.nan
    found = []
    totals, counts = np.where(rated, values, 0.0).sum(axis=1), rated.sum(axis=1)
    for column, annotator in enumerate(table.annotators):
        mine = rated[:, column]
        own = values[mine, column]
        others = counts[mine] - 1
        mean_of_others = divide(totals[mine] - own, others.astype(float))
        differences = (own - mean_of_others)[others > 0]
        found.append(
            Tendency(
                annotator,
                len(own),
                len(differences),
                float(own.mean()) if len(own) else float("nan"),
                float(differences.mean()) if len(differences) else float("nan"),
                float(severity[column]),
                float(own.std(ddof=1) / pooled) if len(own) > 1 and pooled > 0 else float("nan"),
            )
        )
    return tuple(found)


def _severities(table: RatingTable) -> Array:
    """Annotator effects of the additive model, mean zero; NaN for one who shares no item with anybody."""
    shared = table.shared
    values = table.values[shared]
    rated = ~np.isnan(values)
    effects = np.full(len(table.annotators), np.nan)
    linked = rated.any(axis=0)
    if not linked.any():
        return effects
    # Eliminating the item effects leaves one equation per annotator: centre each item's ratings and indicators.
    indicators = rated[:, linked].astype(float)
    counts = indicators.sum(axis=1, keepdims=True)
    filled = np.where(rated, values, 0.0)[:, linked]
    centred = np.where(indicators > 0, filled - filled.sum(axis=1, keepdims=True) / counts, 0.0)
    normal = np.diag(indicators.sum(axis=0)) - indicators.T @ (indicators / counts)
    solution, *_ = np.linalg.lstsq(normal, centred.sum(axis=0), rcond=None)
    effects[linked] = solution.mean() - solution
    return effects

"""Agreement between annotators beyond chance: percent agreement, Cohen, Fleiss, Krippendorff.

Every function takes a table of ratings and weights (resamples, items) and gives one value per resample, so that the
plain value (weights of one) and its bootstrap interval come from the same formula. A value over nothing, or over one
single category, is NaN: there is no chance agreement to correct for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mteval.statistics.rating_table import Array, RatingTable, category_counts, chunks, divide

COINCIDENCE_CELLS = 5_000_000


def percent_agreement(table: RatingTable, weights: Array) -> Array:
    """Share of the pairs of ratings of one item that are equal; with two annotators, the plain share of equal items."""
    counts = category_counts(table)
    rated = counts.sum(axis=1)
    equal = (counts * (counts - 1)).sum(axis=1)
    return divide(weights @ equal, weights @ (rated * (rated - 1)))


def fleiss_kappa(table: RatingTable, weights: Array) -> Array:
    """Fleiss' κ (1971) over the items with two ratings or more; items may have different numbers of ratings.

    The mean per-item agreement is taken over items, the chance agreement from all ratings of those items, which is
    Fleiss' own formula where every item has as many ratings.
    """
    counts = category_counts(table)
    rated = counts.sum(axis=1)
    used = rated >= 2
    counts, rated, weights = counts[used], rated[used], weights[:, used]
    observed = divide(weights @ ((counts * (counts - 1)).sum(axis=1) / (rated * (rated - 1))), weights.sum(axis=1))
    shares = divide(weights @ counts, (weights @ rated)[:, None])
    expected = (shares**2).sum(axis=1)
    return divide(observed - expected, 1 - expected)


def krippendorff_nominal(table: RatingTable, weights: Array) -> Array:
    """Krippendorff's α with nominal distances; items rated once drop out."""
    counts = category_counts(table)
    rated = counts.sum(axis=1)
    used = rated >= 2
    counts, rated, weights = counts[used], rated[used], weights[:, used]
    agreeing = weights @ ((counts * (counts - 1)).sum(axis=1) / (rated - 1))
    marginals = weights @ counts
    total = marginals.sum(axis=1)
    expected = total**2 - (marginals**2).sum(axis=1)
    return 1 - divide((total - 1) * (total - agreeing), expected)


def krippendorff_interval(table: RatingTable, weights: Array) -> Array:
    """Krippendorff's α with squared differences as distances."""
    ragged = _RaggedRows.collect(table)
    return ragged.alpha(ragged.values[None, :], weights[:, ragged.kept])


def krippendorff_ordinal(table: RatingTable, weights: Array) -> Array:
    """Krippendorff's α with ordinal distances.

    The ordinal distance between two categories is the number of ratings between them, half of each end counted; that is
    the difference of their mid-ranks, so ordinal α is interval α on mid-ranks. The mid-ranks follow each resample.
    """
    ragged = _RaggedRows.collect(table)
    weights = weights[:, ragged.kept]
    alphas = np.full(len(weights), np.nan)
    if not len(ragged.values):
        return alphas
    _, codes = np.unique(ragged.values, return_inverse=True)
    counts = np.zeros((len(ragged.starts), int(codes.max()) + 1))
    np.add.at(counts, (np.repeat(np.arange(len(ragged.starts)), ragged.sizes), codes), 1.0)
    if counts.size * counts.shape[1] <= COINCIDENCE_CELLS:
        return _ordinal_by_coincidence(counts, ragged.sizes, weights)
    for part in chunks(len(weights), len(codes)):
        alphas[part] = ragged.alpha(_middles(weights[part] @ counts)[:, codes], weights[part])
    return alphas


def _middles(marginals: Array) -> Array:
    """The mid-rank of each category, given how often each was used."""
    return np.cumsum(marginals, axis=1) - marginals / 2


def _ordinal_by_coincidence(counts: Array, sizes: NDArray[np.int64], weights: Array) -> Array:
    """The same from coincidence matrices, one per item: with few categories they are small and sum up in one product."""
    items, categories = counts.shape
    pairs = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(categories)
    coincidences = (pairs / (sizes - 1)[:, None, None]).reshape(items, categories**2)
    marginals = weights @ counts
    middles = _middles(marginals)
    apart = (middles[:, :, None] - middles[:, None, :]) ** 2
    within = ((weights @ coincidences).reshape(apart.shape) * apart).sum(axis=(1, 2))
    total = marginals.sum(axis=1)
    expected = ((marginals[:, :, None] * marginals[:, None, :]) * apart).sum(axis=(1, 2))
    return 1 - divide((total - 1) * within, expected)


@dataclass(frozen=True, slots=True)
class _RaggedRows:
    """The ratings of items with two or more, item after item, without the holes of the table."""

    values: Array
    starts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    kept: NDArray[np.bool_]

    @classmethod
    def collect(cls, table: RatingTable) -> _RaggedRows:
        """Drop items rated once and cells nobody rated."""
        kept = table.shared
        values, rated = table.values[kept], table.rated[kept]
        sizes = rated.sum(axis=1)
        return cls(values[rated], np.cumsum(sizes) - sizes, sizes, kept)

    def alpha(self, values: Array, weights: Array) -> Array:
        """α where the distance is a squared difference of `values` (resamples or 1, ratings)."""
        if not len(self.starts):
            return np.full(len(weights), np.nan)
        sums = np.add.reduceat(values, self.starts, axis=1)
        squares = np.add.reduceat(values**2, self.starts, axis=1)
        # Summed over both orders of a pair, as in the coincidence matrix; each item's pairs weigh 1/(m−1).
        apart = 2 * (self.sizes * squares - sums**2) / (self.sizes - 1)
        within, all_sums, all_squares = ((weights * part).sum(axis=1) for part in (apart, sums, squares))
        total = weights @ self.sizes.astype(float)
        expected = 2 * (total * all_squares - all_sums**2)
        noise = 1e-9 * np.maximum(total * all_squares, 1e-300)
        return 1 - np.where(expected > noise, divide((total - 1) * within, expected), np.nan)


Distance = Callable[[Array], Array]

DISTANCES: dict[str, Distance] = {
    "unweighted": lambda difference: np.asarray(difference != 0, dtype=float),
    "linear": np.abs,
    "quadratic": np.square,
}


def cohen_kappa(table: RatingTable, weights: Array, distance: Distance = DISTANCES["unweighted"]) -> Array:
    """Cohen's κ (1960; weighted, 1968) of two annotators, from values and not from category numbers.

    With more than two annotators, the mean over all pairs that share items (Light's κ).
    """
    rated = table.rated.astype(np.float64)
    together = rated.T @ rated > 0
    pairs = [
        _pair_kappa(table.values[:, [a, b]], weights, distance)
        for a, b in combinations(range(len(table.annotators)), 2)
        if together[a, b]
    ]
    return nan_mean(np.array(pairs)) if pairs else np.full(len(weights), np.nan)


def _pair_kappa(values: Array, weights: Array, distance: Distance) -> Array:
    both = ~np.isnan(values).any(axis=1)
    values, weights = values[both], weights[:, both]
    categories, codes = np.unique(values, return_inverse=True)
    codes = codes.reshape(values.shape)
    total = weights.sum(axis=1)
    first, second = (weights @ (codes[:, [side]] == np.arange(len(categories))) for side in (0, 1))
    distances = distance(categories[:, None] - categories[None, :])
    observed = weights @ distance(values[:, 0] - values[:, 1])
    expected = divide(((first @ distances) * second).sum(axis=1), total)
    return 1 - divide(observed, expected)


def nan_mean(values: Array) -> Array:
    """Mean over the first axis without the NaNs; NaN (and no warning) where there is nothing else."""
    present = ~np.isnan(values)
    return divide(np.where(present, values, 0.0).sum(axis=0), present.sum(axis=0).astype(float))

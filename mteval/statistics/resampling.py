"""Bootstrap weights in blocks of bounded memory, and the estimates and intervals made from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mteval.core.columns import MANY
from mteval.core.protocols import Metric, Statistics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.intervals import UNBOUNDED, Estimate, Interval, differences_on, interval, standard_error, student
from mteval.statistics.products import RowSums, counted_units

Array = NDArray[np.float64]
Clusters = NDArray[np.int64]

DEFAULT_SEED = 12345  # sacrebleu's, so that the same draws can be repeated there
BLOCK_BYTES = 64 * 2**20
# numpy draws booleans 32 at a time and drops the rest of a call's last word; whole blocks of 32 rows keep one stream.
ROWS_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Observation:
    """What one system's cases gave under one metric."""

    metric: Metric
    statistics: Statistics

    def value(self) -> Array:
        """The values over all cases, each counted once."""
        once = np.ones((1, len(self.statistics.rows)))
        values: Array = self.metric.estimate(self.statistics, once)[0]
        return values

    def part(self, members: NDArray[np.int64]) -> Observation:
        """The same over some of the cases."""
        whole = self.statistics
        strata = None if whole.strata is None else whole.strata[members]
        names = whole.strata_names
        if strata is not None and len(names):
            present, strata = np.unique(strata, return_inverse=True)
            names = tuple(names[i] for i in present if i >= 0)
            strata = strata - int(present[0] < 0)
        foreign = None if whole.foreign is None else whole.foreign[members]
        part = Statistics(whole.rows[members], whole.counted[members], strata, names, foreign=foreign)
        return Observation(self.metric, part)


@dataclass(frozen=True, slots=True)
class Resampling:
    """The one way intervals are made: so many draws of cases or whole clusters, from one seed, at one level."""

    resamples: int
    seed: int = DEFAULT_SEED
    level: float = 0.95
    clusters: Clusters | None = None
    percentile: bool = False
    """Intervals as sacrebleu makes them: too narrow with few units, but its digits."""

    def estimates(self, observed: Sequence[Observation]) -> list[Array]:
        """Estimate every metric of every system on the same resamples: one (resamples, keys) array each."""
        return bootstrap(observed, self.resamples, self.seed, self.clusters)

    def units(self, counted: NDArray[np.bool_]) -> int:
        """How many cases, or clusters of cases, count."""
        return int(counted.sum()) if self.clusters is None else len(np.unique(self.clusters[counted]))

    def intervals(self, observed: Observation, estimates: Array) -> dict[str, Interval]:
        """The interval of every value of one system; NaN where nothing honest can be said."""
        metric, statistics, values = observed.metric, observed.statistics, observed.value()
        units, decided = self.units(statistics.counted), metric.decisions(statistics)
        cases = int((statistics.counted if decided is None else decided[1]).sum())
        if self.percentile:
            return {key: percentile_interval(estimates[:, place], self.level) for place, key in enumerate(metric.keys)}
        # Of a share, units are those of the decided cases; one undecided tells nothing.
        units = min(units, cases)
        return {
            key: interval(
                Estimate(float(values[place]), standard_error(estimates[:, place], units), units, cases),
                key,
                metric.scale,
                self.level,
            )
            for place, key in enumerate(metric.keys)
        }

    def change(
        self, difference: float, estimates: Array, counted: NDArray[np.bool_], scale: Scale = UNBOUNDED
    ) -> Interval:
        """The interval of a difference of two values on one scale, from its estimates."""
        if self.percentile:
            return percentile_interval(estimates, self.level)
        units = self.units(counted)
        found = Estimate(difference, standard_error(estimates, units), units, units)
        return student(found, self.level, differences_on(scale))

    def part(self, members: NDArray[np.int64]) -> Resampling:
        """The same over some of the cases; a part within one cluster is resampled case by case, having no other spread."""
        if self.clusters is None:
            return self
        present, numbered = np.unique(self.clusters[members], return_inverse=True)
        return replace(self, clusters=numbered.astype(np.int64) if len(present) > 1 else None)


def block_rows(cases: int) -> int:
    """How many weight vectors fit a block: a multiple of 32, at least 32."""
    rows = BLOCK_BYTES // (8 * max(cases, 1))
    return max(ROWS_AT_ONCE, rows // ROWS_AT_ONCE * ROWS_AT_ONCE)


def blocks(resamples: int, cases: int) -> Iterator[int]:
    """Cut the resamples into blocks that stay within bounded memory."""
    step = block_rows(cases)
    for start in range(0, resamples, step):
        yield min(step, resamples - start)


def bootstrap_weights(cases: int, resamples: int, seed: int, clusters: Clusters | None = None) -> Iterator[Array]:
    """Draw cases (or whole clusters) with replacement; yields blocks (rows, cases) of how often each case was drawn.

    Without clusters these are the draws of sacrebleu's bootstrap with the same seed.
    """
    generator = np.random.default_rng(seed)
    units = cases if clusters is None else int(clusters.max(initial=-1)) + 1
    for rows in blocks(resamples, max(cases, units)):
        yield draw_weights(generator, rows, units, clusters)


def draw_weights(generator: np.random.Generator, rows: int, units: int, clusters: Clusters | None = None) -> Array:
    """How often each case is drawn, in so many draws of cases or whole clusters with replacement."""
    drawn = generator.choice(units, size=(rows, units), replace=True)
    drawn += np.arange(rows)[:, None] * units
    counts = np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)
    return counts if clusters is None else counts[:, clusters]


def bootstrap(
    observed: Sequence[Observation], resamples: int, seed: int = DEFAULT_SEED, clusters: Clusters | None = None
) -> list[Array]:
    """Estimate every metric of every system on the same resamples: one (resamples, keys) array each."""
    if not observed:
        return []
    cases = len(observed[0].statistics.rows)
    if cases == 0 or resamples <= 0:
        return [np.full((max(resamples, 0), len(one.metric.keys)), np.nan) for one in observed]
    if cases >= MANY and all(map(_is_plain, observed)):
        return _streamed(observed, _counts(cases, resamples, seed, clusters))
    parts = [estimate_block(observed, weights) for weights in bootstrap_weights(cases, resamples, seed, clusters)]
    return [np.concatenate(blocks_of_one) for blocks_of_one in zip(*parts, strict=True)]


def _is_plain(one: Observation) -> bool:
    """Whether a metric is additive without strata."""
    return isinstance(one.metric, AdditiveMetric) and not one.metric.stratified


def _counts(cases: int, resamples: int, seed: int, clusters: Clusters | None) -> Iterator[NDArray[np.uint16]]:
    """The draws of `bootstrap_weights`, one resample after the other and as small numbers, for very many cases."""
    generator = np.random.default_rng(seed)
    units = cases if clusters is None else int(clusters.max(initial=-1)) + 1
    for rows in blocks(resamples, max(cases, units)):
        counts = np.empty((rows, cases), dtype=np.uint16)
        for row in counts:
            # What generator.choice(units, size=units) draws, in half the memory.
            drawn = counted_units(generator.integers(units, size=units, dtype=np.uint32), units)
            row[:] = drawn if clusters is None else drawn[clusters]
        yield counts


def _streamed(observed: Sequence[Observation], weights: Iterator[NDArray[np.uint16]]) -> list[Array]:
    tables = RowSums(*(one.statistics.rows for one in observed))
    sums = np.concatenate([tables.under(block) for block in weights])
    edges = np.cumsum([one.statistics.rows.shape[1] for one in observed])[:-1]
    metrics = [one.metric for one in observed if isinstance(one.metric, AdditiveMetric)]
    return [metric.combine(own) for metric, own in zip(metrics, np.hsplit(sums, edges), strict=True)]


def estimate_block(observed: Sequence[Observation], weights: Array) -> list[Array]:
    """Sum the rows of all plainly additive metrics in one matrix product; ask the others one by one."""
    plain = list(filter(_is_plain, observed))
    sums = weights @ np.hstack([one.statistics.rows for one in plain]) if plain else weights
    estimates, column = [], 0
    for one in observed:
        if isinstance(one.metric, AdditiveMetric) and not one.metric.stratified:
            width = one.statistics.rows.shape[1]
            estimates.append(one.metric.combine(sums[:, column : column + width]))
            column += width
        else:
            estimates.append(one.metric.estimate(one.statistics, weights))
    return estimates


def percentile_interval(estimates: Array, level: float = 0.95) -> tuple[float, float]:
    """The central interval that holds `level` of the estimates; NaN where there are none.

    The bounds are order statistics, as in sacrebleu: for 1 000 resamples at 95 % the 26th lowest and 26th highest.
    """
    finite = np.sort(estimates[~np.isnan(estimates)])
    if not len(finite):
        return (float("nan"), float("nan"))
    # Rounded first, since 1000 * (1 - .95) / 2 is 25.000000000000021 in floating point.
    cut = int(round(len(finite) * (1 - level) / 2, 9))
    return (float(finite[cut]), float(finite[len(finite) - cut - 1]))


def cluster_indices(labels: Sequence[str]) -> Clusters:
    """Number the clusters in order of first appearance."""
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def several_clusters(labels: Sequence[str]) -> Clusters | None:
    """The clusters, or None where all cases are of one: drawing it again and again would show no spread at all."""
    return cluster_indices(labels) if len(set(labels)) > 1 else None

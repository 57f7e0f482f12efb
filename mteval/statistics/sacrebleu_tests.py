"""sacrebleu's two tests, digit for digit with its seed: for comparison with published p-values, which are too small.

Only what is strictly larger counts, so that ties look significant, and the bootstrap's absolute differences are centred on
their mean, which makes it one-sided. Measured type I error is in scripts/benchmarks/README.md (validity.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from mteval.statistics.draws import Pair
from mteval.statistics.paired import Difference, Swaps, all_pairs, both_counted
from mteval.statistics.resampling import Array, Clusters, Observation, blocks

BOOTSTRAP, PERMUTATION = "sacrebleu-bootstrap", "sacrebleu-permutation"


def p_value(null: Array, difference: float) -> float:
    """sacrebleu's (and MultEval's) p-value: (#{null > |difference|} + 1) / (draws + 1)."""
    if np.isnan(difference) or not len(null):
        return float("nan")
    return (int(np.sum(null > abs(difference))) + 1) / (len(null) + 1)


def sacrebleu_bootstrap(observed: Sequence[Observation], estimates: Sequence[Array]) -> list[Difference]:
    """The paired bootstrap as sacrebleu and Moses define it, from the estimates all systems got on the same resamples."""
    found = []
    for pair in all_pairs(len(observed)):
        sampled = np.abs(estimates[pair[0]][:, 0] - estimates[pair[1]][:, 0])
        sampled = sampled[~np.isnan(sampled)]
        null = sampled - sampled.mean() if len(sampled) else sampled
        found.append(_difference(observed, pair, null, BOOTSTRAP))
    return found


def sacrebleu_permutation(
    observed: Sequence[Observation], trials: int, seed: int, clusters: Clusters | None = None
) -> list[Difference]:
    """Approximate randomisation with sacrebleu's coins; of clusters, one coin each."""
    pairs = all_pairs(len(observed))
    if not pairs:
        return []
    swaps = Swaps(observed, clusters)
    null: dict[Pair, list[Array]] = {pair: [] for pair in pairs}
    for keep in coins(swaps.units, trials, seed, max(swaps.units, swaps.cases)) if swaps.cases else ():
        for pair, drawn in zip(pairs, swaps.differences(keep, pairs), strict=True):
            null[pair].append(np.abs(drawn))
    return [
        _difference(observed, pair, np.concatenate(drawn) if drawn else np.array([]), PERMUTATION)
        for pair, drawn in null.items()
    ]


def coins(units: int, trials: int, seed: int, width: int) -> Iterator[NDArray[np.bool_]]:
    """Coin flips per trial and unit, as sacrebleu draws them: true keeps system a's row in place."""
    generator = np.random.default_rng(seed)
    for rows in blocks(trials, width):
        yield generator.integers(2, size=(rows, units), dtype=bool)


def _difference(observed: Sequence[Observation], pair: Pair, null: Array, test: str) -> Difference:
    first, second = (observed[place] for place in pair)
    value = float(first.value()[0] - second.value()[0])
    return Difference(*pair, value, p_value(null, value), test, both_counted(first, second), len(null))

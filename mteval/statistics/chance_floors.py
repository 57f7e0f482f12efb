"""What a metric that knows nothing would get: the floor of each correlation, without which a value cannot be read."""

from __future__ import annotations

import numpy as np

from mteval.statistics.meta_evaluation import KEYS, MEAN_KEYS, meta_evaluate, system_level, system_means
from mteval.statistics.rating_table import Array
from mteval.statistics.soft_accuracy import confidence, pair_gaps

SEGMENT_DRAWS = 10
SYSTEM_DRAWS = 1000
SOFT = "soft_pairwise_accuracy"


def chance_floors(human: Array, seed: int) -> dict[str, dict[str, float]]:
    """Each value for a `constant` metric (NaN where undefined), and the mean over `random` ones (normal noise).

    The threshold of ties is calibrated for these too, so that acc_eq of a random metric is what calibration alone gives.
    """
    once = np.ones((1, human.shape[1]))
    generator = np.random.default_rng(seed)
    constant = meta_evaluate(human, np.zeros(human.shape), once)[0]
    noise = [meta_evaluate(human, generator.normal(size=human.shape), once)[0] for _ in range(SEGMENT_DRAWS)]
    random = {**_named(np.stack(noise).mean(axis=0)), **_random_systems(human, generator)}
    return {"constant": _named(constant), "random": random}


def _random_systems(human: Array, generator: np.random.Generator) -> dict[str, float]:
    """The system level of many random metrics; a random score of a system is the mean of as many of its segments."""
    people = system_means(human, np.ones((1, human.shape[1])))
    machine = generator.normal(size=(SYSTEM_DRAWS, len(human)))
    values = system_level(np.broadcast_to(people, machine.shape), machine).mean(axis=0)
    gaps, noise = pair_gaps(human), pair_gaps(machine.T).T
    trust = confidence(gaps.sum(axis=1), (gaps**2).sum(axis=1))
    # The gap of two such scores has variance 2, whatever the number of segments.
    soft = 1 - np.abs(trust - confidence(noise, np.full(noise.shape, 2.0))).mean() if len(gaps) else float("nan")
    several = human.shape[1] > 1
    return {**dict(zip(MEAN_KEYS, map(float, values), strict=True)), SOFT: float(soft) if several else float("nan")}


def _named(values: Array) -> dict[str, float]:
    return {key: float(value) for key, value in zip(KEYS, values, strict=True) if key != "epsilon"}

"""What a metric that knows nothing would get: the floor of each correlation, without which a value cannot be read."""

from __future__ import annotations

import numpy as np

from mteval.statistics.meta_evaluation import KEYS, meta_evaluate
from mteval.statistics.rating_table import Array

RANDOM_METRICS = 20


def chance_floors(human: Array, seed: int, metrics: int = RANDOM_METRICS) -> dict[str, dict[str, float]]:
    """Each value for a `constant` metric (NaN where undefined), and the mean over some `random` ones (normal noise).

    The threshold of ties is calibrated for these too, so that acc_eq of a random metric is what calibration alone gives.
    """
    once = np.ones((1, human.shape[1]))
    generator = np.random.default_rng(seed)
    constant = meta_evaluate(human, np.zeros(human.shape), once)[0]
    noise = np.stack([meta_evaluate(human, generator.normal(size=human.shape), once)[0] for _ in range(metrics)])
    return {"constant": _named(constant), "random": _named(noise.mean(axis=0))}


def _named(values: Array) -> dict[str, float]:
    return {key: float(value) for key, value in zip(KEYS, values, strict=True) if key != "epsilon"}

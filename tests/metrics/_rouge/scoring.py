"""One translation beside its references."""

from __future__ import annotations

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Comparison


def rouge(name, translation, *references, **options):
    metric = registry.metrics.find(name)(**options)
    statistics = metric.observe([Comparison(translation, references)])
    return dict(zip(metric.keys, metric.estimate(statistics, np.ones((1, 1)))[0], strict=True))

"""The values of a metric over evidence."""

from mteval.statistics.resampling import Observation


def observed(metric, evidence):
    return dict(zip(metric.keys, Observation(metric, metric.observe(evidence)).value(), strict=True))

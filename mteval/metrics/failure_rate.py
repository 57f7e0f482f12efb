"""Share of CheckList test cases that failed: the mean over capabilities, as the CheckList papers report it.

failure_rate = the mean of failed / decided over the capabilities (a capability with many templates does not outweigh
the others). micro = failed / decided over all test cases. A test case is one instance (MFT) or an original with all its
variants (INV, DIR), which fails if any variant does. `n` counts instances, `decided` test cases.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Outcome, Verdict
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import Scale
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import Array


@registry.metrics.register("failure-rate")
class FailureRate(AdditiveMetric):
    """Failures over failures and passes; the headline is the mean over capabilities, lower is better."""

    keys = ("failure_rate", "micro", "failed", "decided")
    higher_is_better = False
    stratified = True
    evidence = Verdict
    scale = Scale(4, counts=("failed", "decided"), low=0, high=1, shares=("micro",))

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: failed, decided. A variant judged with its original counts as an instance, with a row of zeros."""
        rows = np.array([_row(one) for one in evidence], dtype=np.float64).reshape(len(evidence), 2)
        names = [(one.stratum or "") if isinstance(one, Verdict) else "" for one in evidence]
        ordered = tuple(sorted(set(names)))
        index = {name: place for place, name in enumerate(ordered)}
        strata = np.array([index[name] for name in names], dtype=np.int64)
        counted = np.array([isinstance(one, Verdict) for one in evidence], dtype=np.bool_)
        return Statistics(rows, counted, strata, ordered)

    def combine(self, sums: Array) -> Array:
        """Values from sums (…, capabilities, columns); a capability nobody was drawn from does not count."""
        failed, decided = sums[..., 0], sums[..., 1]
        present = decided > 0
        rates = np.where(present, failed / np.where(present, decided, 1.0), 0.0)
        macro = ratio(rates.sum(axis=-1), present.sum(axis=-1).astype(np.float64))
        total_failed, total_decided = failed.sum(axis=-1), decided.sum(axis=-1)
        return np.stack((macro, ratio(total_failed, total_decided), total_failed, total_decided), axis=-1)

    def per_case(self, statistics: Statistics) -> Array:
        """1 where the test case failed, 0 where it passed, NaN where it was not decided by itself."""
        return np.where(statistics.rows[:, 1] > 0, statistics.rows[:, 0], np.nan)

    def decisions(self, statistics: Statistics) -> Decisions:
        """A test case that did not fail passed."""
        decided = statistics.rows[:, 1] > 0
        return decided & (statistics.rows[:, 0] == 0), decided

    @property
    def signature(self) -> str:
        """The rule of the metric."""
        return "metric:failure-rate|macro:capability|groups:any-variant-fails"


def _row(evidence: Evidence) -> tuple[float, float]:
    if not isinstance(evidence, Verdict) or evidence.outcome not in (Outcome.PASSED, Outcome.FAILED):
        return (0.0, 0.0)
    return (float(evidence.outcome is Outcome.FAILED), 1.0)

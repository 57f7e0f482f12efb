"""Does a metric agree with people? Correlations of its scores with human scores, by system and by segment.

System level: pairwise_accuracy (share of system pairs it orders as people do), pearson, spearman, kendall_b, kendall_c of
the systems' mean scores. Segment level: segment_acc_eq (pairwise accuracy within each segment with calibrated ties, as in
the WMT metrics task), segment_kendall_b (within each segment, averaged), segment_pearson (all cells together). epsilon is
the metric difference below which two translations count as tied.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence, Rating
from mteval.core.protocols import Statistics
from mteval.core.results import RATE
from mteval.statistics.meta_evaluation import KEYS, meta_evaluate
from mteval.statistics.metric_base import MetricBase
from mteval.statistics.rated_cases import codes, mean_by_code
from mteval.statistics.rating_table import Array


@registry.metrics.register("correlation")
class Correlation(MetricBase):
    """Takes metric scores as ratings whose detail holds the human score of the same translation."""

    evidence = Rating
    keys = KEYS
    scale = RATE

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: segment, system, metric score, human score."""
        counted = np.array([isinstance(one, Rating) and "human" in one.detail for one in evidence], dtype=bool)
        ratings = [one for one, counts in zip(evidence, counted, strict=True) if isinstance(one, Rating) and counts]
        segments, systems = codes([one.item for one in ratings]), codes([one.system or "" for one in ratings])
        rows = np.zeros((len(evidence), 4))
        filled = [
            (segment, system, one.value, float(one.detail["human"]))
            for segment, system, one in zip(segments, systems, ratings, strict=True)
        ]
        rows[counted] = np.array(filled, dtype=float).reshape(-1, 4)
        return Statistics(rows, counted)

    def estimate(self, statistics: Statistics, weights: Array) -> Array:
        """All correlations under each weighting of the segments."""
        used = statistics.counted & (weights > 0).any(axis=0)
        rows, weights = statistics.rows[used], weights[:, used]
        if not len(rows):
            return np.full((len(weights), len(KEYS)), np.nan)
        cells, human, metric = _matrices(rows)
        return meta_evaluate(human, metric, mean_by_code(weights, cells[:, 1]))

    def per_case(self, statistics: Statistics) -> Array:
        """The metric's own score."""
        return np.where(statistics.counted, statistics.rows[:, 2], np.nan)

    @property
    def signature(self) -> str:
        """What is correlated with what."""
        return "metric:correlation|system:mean-of-segments|segment:group-by-item|ties:acc-eq-calibrated"


def _matrices(rows: Array) -> tuple[np.ndarray, Array, Array]:
    """(system, segment) of each row, and the two (systems, segments) matrices; a cell met twice is another segment."""
    seen: dict[tuple[int, int], int] = {}
    keys = []
    for segment, system in rows[:, :2].astype(np.int64).tolist():
        copy = seen.get((segment, system), 0)
        seen[segment, system] = copy + 1
        keys.append((segment, copy))
    columns = np.array(codes([f"{segment}.{copy}" for segment, copy in keys]), dtype=np.int64)
    _, systems = np.unique(rows[:, 1], return_inverse=True)
    human = np.full((int(systems.max()) + 1, int(columns.max()) + 1), np.nan)
    metric = human.copy()
    human[systems, columns], metric[systems, columns] = rows[:, 3], rows[:, 2]
    return np.column_stack([systems, columns]), human, metric

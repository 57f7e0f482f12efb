"""Very many cases observed a portion at a time: only the rows are kept, in single precision where that is exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.columns import Columns
from mteval.core.evidence import Evidence
from mteval.core.protocols import Metric, Statistics


def observed_in_portions(metric: Metric, systems: Sequence[Columns[Evidence]]) -> list[Statistics]:
    """The rows of every system's cases; the systems take turns, so that what is made of references serves them all."""
    found: list[list[Statistics]] = [[] for _ in systems]
    for start in range(0, len(systems[0]) if systems else 0, metric.portion):
        for own, parts in zip(systems, found, strict=True):
            stop = min(start + metric.portion, len(own))
            parts.append(_small(metric.observe(own.part(start, stop))))
    return [_joined(parts) for parts in found]


def _small(part: Statistics) -> Statistics:
    rows: NDArray[Any] = part.rows.astype(np.float32)
    return Statistics(rows if (rows == part.rows).all() else part.rows, part.counted)


def _joined(parts: list[Statistics]) -> Statistics:
    """One table of all parts, each part let go once it is copied."""
    kind = np.result_type(*(part.rows.dtype for part in parts))
    counted = np.concatenate([part.counted for part in parts])
    rows = np.empty((len(counted), parts[0].rows.shape[1]), dtype=kind)
    end = len(rows)
    while parts:
        part = parts.pop()
        rows[end - len(part.rows) : end] = part.rows
        end -= len(part.rows)
    return Statistics(rows, counted)

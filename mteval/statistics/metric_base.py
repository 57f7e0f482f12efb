"""What every metric has: declared options, a scale, and defaults for what only some metrics say."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from mteval.core.options import Option, read_options
from mteval.core.protocols import Decisions, Statistics
from mteval.core.results import PERCENT, Scale

Array = NDArray[np.float64]


class MetricBase:
    """A metric whose options, declared in `options`, are in `chosen` as they took effect."""

    name: str = ""
    keys: tuple[str, ...] = ()
    higher_is_better: bool = True
    options: ClassVar[tuple[Option, ...]] = ()
    signs_options: ClassVar[bool] = False
    evidence: ClassVar[type | None] = None
    needs_references: bool = False
    needs_source: bool = False
    portion: int = 0
    scale: Scale = PERCENT

    def __init__(self, **options: Any) -> None:
        self.chosen = read_options(type(self).options, options, f"the metric '{self.name}'")

    @property
    def signature(self) -> str:
        """What belongs into a signature beside the options."""
        return ""

    @property
    def studied_as(self) -> str:
        """Not covered by the study of what differences are worth to people (statistics/judge_agreement)."""
        return ""

    def per_case(self, statistics: Statistics) -> Array | None:
        """No score of single cases."""
        del statistics
        return None

    def decisions(self, statistics: Statistics) -> Decisions | None:
        """Which cases passed and which were decided; None unless the metric counts cases."""
        del statistics
        return None

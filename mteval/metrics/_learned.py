"""What metrics that ask a model share: values kept by content, batches of like length, and inputs that were cut, told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import TEXT, TRUTH, WHOLE, Option
from mteval.core.results import Finding
from mteval.metrics._comparison import ComparisonMetric
from mteval.metrics._cut_inputs import cut_inputs
from mteval.statistics.metric_base import Array
from mteval.storage.scores import ScoreCache, content_key

Entry = TypeVar("Entry")

DEVICE = Option("device", TEXT, "auto", "cpu, cuda, cuda:1; auto takes a GPU where there is one", signed=False)
TRUST = Option("trust", TRUTH, False, "let pickles among the model's files run", signed=False)


def batch_option(size: int) -> Option:
    """How many inputs go through the model at once."""
    return Option("batch", WHOLE, size, "inputs at once, those of like length together", minimum=1, signed=False)


class LearnedMetric(ComparisonMetric):
    """The mean over the cases of what a model says of each.

    A subclass writes `compare` by way of `kept`, and `is_cut` and `longest`, which say what the model did not read.
    """

    model_reads_source: ClassVar[bool] = True

    @abstractmethod
    def is_cut(self, one: Comparison) -> bool:
        """Whether the model reads only the beginning of a text of this case."""

    @property
    @abstractmethod
    def longest(self) -> int:
        """The most tokens of an input that are read."""

    def kept(
        self,
        digest: str,
        inputs: Sequence[Sequence[str | None]],
        compute: Callable[[Sequence[int]], Sequence[Any]],
        read: Callable[[Any], Entry],
    ) -> list[Entry]:
        """What the model says of each input (its texts), asked only for what is not kept under this digest."""
        keys = [content_key(digest, texts) for texts in inputs]
        lengths = [sum(len(text or "") for text in texts) for texts in inputs]
        return ScoreCache().entries(keys, compute, self.chosen["batch"], lengths, read)

    def values(self, sums: Array) -> Array:
        """Sums as they are; `combine` divides."""
        return sums

    def combine(self, sums: Array) -> Array:
        """Means over the cases; NaN where no case was drawn."""
        cases = sums[..., -1:]
        return np.where(cases > 0, sums[..., :-1] / np.where(cases > 0, cases, 1.0), np.nan)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Inputs that were cut."""
        places = [
            place
            for place, one in enumerate(evidence)
            if isinstance(one, Comparison) and self._complete(one) and self.is_cut(one)
        ]
        return cut_inputs(self.name, places, self.longest)


def numbers(values: Sequence[float]) -> list[float]:
    """A row of numbers, as it is kept."""
    return [float(value) for value in values]


def mean_by_case(scores: Sequence[float], owners: Sequence[int], count: int) -> Array:
    """The mean of the scores of each case, as a column."""
    return (np.bincount(owners, scores, count) / np.bincount(owners, minlength=count))[:, None]


def required_source(one: Comparison, metric: str) -> str:
    """The source of a case, which there must be."""
    if one.source is None:
        raise CapabilityError(f"{metric} reads the source too, and there is none. Give it: mteval score -s SOURCE.")
    return one.source

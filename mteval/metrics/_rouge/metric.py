"""What the ROUGE metrics share: words, precision, recall and F per case, the best reference, and the mean over cases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from importlib.metadata import version
from operator import itemgetter
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.options import CHOICE, REAL, TRUTH, Option
from mteval.metrics._comparison import ComparedTexts, ComparisonMetric, ReferenceMemory
from mteval.statistics.metric_base import Array
from mteval.text.words import NAMES, word_cutter

Unit = TypeVar("Unit")
OPTIONS = (
    Option(
        "tokenize", CHOICE, "unicode", "words: of any script, rouge-score's own (a–z, 0–9), or cut at spaces", NAMES
    ),
    Option("stemmer", TRUTH, False, "Porter's stemmer, for English"),
    Option("beta", REAL, 1.0, "how much more recall counts than precision"),
)


class Rouge(ComparisonMetric, Generic[Unit]):
    """Precision, recall and F of what translation and reference share, each a mean over cases on 0–100.

    A subclass says what is compared (`units`) and how much is shared (`overlap`).
    """

    keys = ("f", "precision", "recall")
    higher_is_better = True
    columns = 3
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._tokenize: str = self.chosen["tokenize"]
        self._stemmer: bool = self.chosen["stemmer"]
        self._beta: float = self.chosen["beta"]
        if not self._beta > 0:
            raise UsageError(f"beta={self._beta:g} must be above zero.")
        self.words = word_cutter(self._tokenize, stemmer=self._stemmer)
        self._references: ReferenceMemory[Unit] = ReferenceMemory()

    @abstractmethod
    def units(self, line: str) -> Unit:
        """What of a line is compared."""

    @abstractmethod
    def overlap(self, translation: Unit, reference: Unit) -> tuple[float, float]:
        """Precision and recall, 0–1."""

    def extras(self) -> dict[str, str]:
        """What of this metric's own options belongs in the signature."""
        return {}

    def compare(self, compared: ComparedTexts) -> Array:
        """Columns f, precision, recall of the reference with the best F; of equals, the first."""
        references = self._references.of(compared.references, self.units)
        return np.array(
            [self._best(self.units(line), case) for line, case in zip(compared.translations, references, strict=True)]
        )

    def values(self, sums: Array) -> Array:
        """Means over the cases; `combine` hands over the number of cases."""
        return sums

    def combine(self, sums: Array) -> Array:
        """100 · mean over the cases; NaN where no case was drawn."""
        cases = sums[..., -1:]
        return np.where(cases > 0, 100.0 * sums[..., :-1] / np.where(cases > 0, cases, 1.0), np.nan)

    @property
    def signature(self) -> str:
        """Number of references, words, stemming, beta and the metric's own options."""
        parts = {
            "nrefs": self.nrefs,
            "tok": self._tokenize,
            "stem": "porter" if self._stemmer else "no",
            "beta": f"{self._beta:g}",
            **self.extras(),
            "version": f"mteval-{version('mteval-suites')}",
        }
        return "|".join(f"{key}:{value}" for key, value in parts.items())

    def _best(self, translation: Unit, references: Sequence[Unit]) -> tuple[float, float, float]:
        found = [self._f(*self.overlap(translation, reference)) for reference in references]
        return found[0] if len(found) == 1 else max(found, key=itemgetter(0))

    def _f(self, precision: float, recall: float) -> tuple[float, float, float]:
        factor = self._beta**2
        if precision + recall <= 0:
            return 0.0, precision, recall
        return (1 + factor) * precision * recall / (factor * precision + recall), precision, recall


def shares(hits: float, found: float, wanted: float) -> tuple[float, float]:
    """Precision and recall of so many hits; 0 where there was nothing to hit."""
    return hits / found if found else 0.0, hits / wanted if wanted else 0.0

"""What the ROUGE metrics share: words, precision, recall and F per case, the best reference, and the mean over cases."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from math import inf
from operator import itemgetter
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np

from mteval.core.errors import UsageError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import CHOICE, REAL, TRUTH, Option
from mteval.core.results import Finding, Scale
from mteval.metrics._comparison import (
    ComparedTexts,
    ComparisonMetric,
    ReferenceMemory,
    each,
    long_lines,
    unspaced_script,
)
from mteval.statistics.metric_base import Array
from mteval.text.scripts import script_of
from mteval.text.words import NAMES, word_cutter

Unit = TypeVar("Unit")
OPTIONS = (
    Option(
        "tokenize", CHOICE, "unicode", "words: of any script, rouge-score's own (a–z, 0–9), or cut at spaces", NAMES
    ),
    Option("stemmer", TRUTH, False, "Porter's stemmer, for English"),
    Option("beta", REAL, 1.0, "how much more recall counts than precision"),
    Option(
        "multi",
        CHOICE,
        "best",
        "several references: the best F (rouge-score), the mean best of all but one (jackknife), or summed counts (both "
        "ROUGE-1.5.5's)",
        choices=("best", "jackknife", "sum"),
    ),
)
Rates = tuple[float, float, float]
"""F, precision and recall, 0–1."""
Overlap = tuple[float, float, float]
"""How much is shared, and how much each side has: hits, found in the translation, wanted by the reference."""


class Rouge(ComparisonMetric, Generic[Unit]):
    """Precision, recall and F of what translation and reference share, each a mean over cases on 0–100.

    A subclass says what is compared (`units`) and how much is shared (`overlap`).
    """

    keys = ("f", "precision", "recall")
    higher_is_better = True
    scale = Scale(2, low=0, high=100)
    columns = 3
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    most_cells: ClassVar[float] = inf
    """How many pairs of words, one of each side, are compared in full."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._tokenize: str = self.chosen["tokenize"]
        self._stemmer: bool = self.chosen["stemmer"]
        self._beta: float = self.chosen["beta"]
        self._multi: str = self.chosen["multi"]
        if not self._beta > 0:
            raise UsageError(f"beta={self._beta:g} must be above zero.")
        self.words = word_cutter(self._tokenize, stemmer=self._stemmer)
        self._references: ReferenceMemory[list[list[Unit]]] = ReferenceMemory()

    def fits(self, words: int, others: int) -> bool:
        """Whether a translation and a reference of so many words are compared in full."""
        return words * others <= self.most_cells

    @abstractmethod
    def units(self, line: str) -> Unit:
        """What of a line is compared."""

    @abstractmethod
    def overlap(self, translation: Unit, reference: Unit) -> Overlap:
        """How much translation and reference share, and how much each has."""

    def extras(self) -> dict[str, str]:
        """What of this metric's own options belongs in the signature."""
        return {}

    def compare(self, compared: ComparedTexts) -> Array:
        """Columns f, precision, recall, over the references as the option `multi` says."""
        references = self._references.of(compared.references, each(self.units))
        cases = zip(compared.translations, references, strict=True)
        return np.array([self._over_references(self.units(line), case) for line, case in cases])

    def values(self, sums: Array) -> Array:
        """Means over the cases; `combine` hands over the number of cases."""
        return sums

    def combine(self, sums: Array) -> Array:
        """100 · mean over the cases; NaN where no case was drawn."""
        cases = sums[..., -1:]
        return np.where(cases > 0, 100.0 * sums[..., :-1] / np.where(cases > 0, cases, 1.0), np.nan)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """rouge-score's tokens keep a–z and 0–9 alone, and cutting at spaces does not fit a script that has none."""
        yield from long_lines(evidence, self.name, self.words, self.fits)
        if self._tokenize == "none":
            yield from unspaced_script(evidence, f"{self.name} with tokenize=none", {})
        references = [one.references[0] for one in evidence if isinstance(one, Comparison) and one.references]
        script = script_of(references) if self._tokenize == "rouge-score" else "Latin"
        if references and script not in ("Latin", "no"):
            message = f"{self.name} with tokenize=rouge-score drops every letter of the {script} script. Use tokenize=unicode."
            yield Finding("tokenizer-script", message)

    @property
    def signature(self) -> str:
        """Number of references, words, stemming, beta and the metric's own options."""
        parts = {
            "nrefs": self.nrefs,
            "tok": self._tokenize,
            "stem": "porter" if self._stemmer else "no",
            "beta": f"{self._beta:g}",
            **({} if self._multi == "best" else {"multi": self._multi}),
            **self.extras(),
            "version": f"mteval-{version('mteval-suites')}",
        }
        return "|".join(f"{key}:{value}" for key, value in parts.items())

    def _over_references(self, translation: Unit, references: Sequence[Unit]) -> Rates:
        overlaps = [self.overlap(translation, reference) for reference in references]
        if len(overlaps) == 1:
            return self._f(*overlaps[0])
        return _COMBINED[self._multi](
            [self._f(*one) for one in overlaps], self._f(*map(sum, zip(*overlaps, strict=True)))
        )

    def _f(self, hits: float, found: float, wanted: float) -> Rates:
        factor = self._beta**2
        precision, recall = hits / found if found else 0.0, hits / wanted if wanted else 0.0
        if precision + recall <= 0:
            return 0.0, precision, recall
        return (1 + factor) * precision * recall / (factor * precision + recall), precision, recall


def _best(scores: Sequence[Rates], summed: Rates) -> Rates:
    """The reference with the best F; of equals, the first."""
    del summed
    return max(scores, key=itemgetter(0))


def _jackknife(scores: Sequence[Rates], summed: Rates) -> Rates:
    """The mean, over all ways to leave one reference out, of the best of the others (Lin 2004, section 2.1)."""
    best = [_best([*scores[:place], *scores[place + 1 :]], summed) for place in range(len(scores))]
    f, precision, recall = (sum(column) / len(best) for column in zip(*best, strict=True))
    return f, precision, recall


def _summed(scores: Sequence[Rates], summed: Rates) -> Rates:
    """Hits and sizes summed over the references before they are divided."""
    del scores
    return summed


_COMBINED = {"best": _best, "jackknife": _jackknife, "sum": _summed}

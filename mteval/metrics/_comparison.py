"""Additive metrics over translations beside references: which cases count, and what is remembered of references."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mteval.core.columns import Columns
from mteval.core.evidence import Comparison, Evidence
from mteval.core.protocols import Statistics
from mteval.core.results import Finding
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.metric_base import Array
from mteval.text.scripts import language_by_script

Prepared = TypeVar("Prepared")
References = tuple[tuple[str, ...], ...]
"""Those of each case."""
PORTION = 1 << 14
"""Cases compared at a time where there are very many: enough to keep every core busy, and little memory."""
TOGETHER = 1 << 13
"""From so many cases on, all texts are cut and compared by compiled code."""


class ReferenceMemory(Generic[Prepared]):
    """What was made of the references of one system, kept for the next, which mostly has the same."""

    def __init__(self) -> None:
        self._key: References | None = None
        self._prepared: Prepared | None = None

    def of(self, references: References, prepare: Callable[[References], Prepared]) -> Prepared:
        """What is made of each case's references."""
        if self._prepared is None or references != self._key:
            self._prepared = prepare(references)
            self._key = references
        return self._prepared


def each(prepare: Callable[[str], Prepared]) -> Callable[[References], list[list[Prepared]]]:
    """Every reference prepared by itself."""
    return lambda references: [[prepare(one) for one in case] for case in references]


def all_at_once(prepare: Callable[[Sequence[str]], Prepared]) -> Callable[[References], Prepared]:
    """The first reference of every case, prepared together."""
    return lambda references: prepare([case[0] for case in references])


@dataclass(frozen=True, slots=True)
class ComparedTexts:
    """The translations that can be compared, with references and sources, in case order."""

    translations: Sequence[str]
    references: References
    sources: Sequence[str | None]

    @property
    def many(self) -> bool:
        """Whether there are so many pairs of a translation and one reference that compiled code compares them together."""
        return len(self.translations) >= TOGETHER and all(len(case) == 1 for case in self.references)


class ComparisonMetric(AdditiveMetric):
    """An additive metric that compares translations with references.

    A subclass writes `compare`, which gives one row per comparison; a last column counts the cases, so that a
    score over nothing is NaN and not 0.
    """

    evidence: ClassVar[type] = Comparison
    columns: int
    needs_references: bool = True
    signs_options: ClassVar[bool] = True

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._reference_counts: set[int] = set()

    @abstractmethod
    def compare(self, compared: ComparedTexts) -> NDArray[Any]:
        """Rows (comparisons, columns) of sufficient statistics."""

    @abstractmethod
    def values(self, sums: Array) -> Array:
        """Values (…, keys) from sums (…, columns) over at least one case."""

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One row per case; a case without translation or reference has a row of zeros and does not count."""
        compared, counted = self._compared(evidence)
        self._reference_counts.update(map(len, compared.references))
        rows = np.zeros((len(evidence), self.columns + 1))
        if len(compared.translations):
            rows[counted, :-1] = self.compare(compared)
            rows[counted, -1] = 1.0
        return Statistics(rows, counted)

    def _compared(self, evidence: Sequence[Evidence]) -> tuple[ComparedTexts, NDArray[np.bool_]]:
        """The texts that can be compared, and which cases they are."""
        if isinstance(evidence, Columns) and evidence.kind is Comparison and all(evidence.columns[1]):
            texts, references, sources = evidence.columns
            return ComparedTexts(texts[:], tuple(references), sources), np.ones(len(evidence), dtype=np.bool_)
        usable = [one if isinstance(one, Comparison) and self._complete(one) else None for one in evidence]
        found = [one for one in usable if one is not None]
        compared = ComparedTexts(
            [one.translation for one in found], tuple(one.references for one in found), [one.source for one in found]
        )
        return compared, np.array([one is not None for one in usable], dtype=np.bool_)

    def combine(self, sums: Array) -> Array:
        """Values from summed rows; NaN where no case was drawn."""
        return np.where(sums[..., -1:] > 0, self.values(sums[..., :-1]), np.nan)

    def _complete(self, one: Comparison) -> bool:
        return bool(one.references) or not self.needs_references

    @property
    def nrefs(self) -> str:
        """How many references the cases had, as sacrebleu writes it; "var" where they differ."""
        counts = self._reference_counts or {1}
        return str(next(iter(counts))) if len(counts) == 1 else "var"


def unspaced_script(evidence: Sequence[Evidence], what: str, fitting: Mapping[str, str]) -> Iterator[Finding]:
    """Say so where words are cut at spaces and the references are in a script without any; `fitting` says what to do."""
    references = (one.references[0] for one in evidence if isinstance(one, Comparison) and one.references)
    language = language_by_script(references)
    if language:
        remedy = fitting.get(language, "tokenize=char, tokenize=flores200 or the metric chrf")
        message = (
            f"{what} cuts words at spaces, but the references are in a script without them ({language}). Use {remedy}."
        )
        yield Finding("tokenizer-script", message)


def common_ends(words: Sequence[object], others: Sequence[object]) -> int:
    """How many words two sequences share at their beginnings and, besides, at their ends."""
    return sum(shared_ends(words, others))


def shared_ends(words: Sequence[object], others: Sequence[object]) -> tuple[int, int]:
    """How many words two sequences share at their beginnings, and how many of the others at their ends."""
    shorter = min(len(words), len(others))
    start = next((place for place in range(shorter) if words[place] != others[place]), shorter)
    left = shorter - start
    return start, next((place for place in range(left) if words[-1 - place] != others[-1 - place]), left)


def long_lines(
    evidence: Sequence[Evidence],
    what: str,
    cut: Callable[[str], Sequence[object]],
    fits: Callable[[int, int], bool],
) -> Iterator[Finding]:
    """Say so where a translation and its reference have so many words that they were not compared in full.

    `fits` says whether so many words of the one and so many of the other may be compared; if so, fewer may be too.
    """
    long = 0
    for one in (one for one in evidence if isinstance(one, Comparison)):
        # There are never more words than characters, and cutting long lines into words takes its time.
        suspected = [text for text in one.references if not fits(len(one.translation), len(text))]
        count = len(cut(one.translation)) if suspected else 0
        long += any(not fits(count, len(cut(text))) for text in suspected)
    if long:
        message = (
            f"{long} translations are too long to be compared in full, so {what} counts only what they share with the "
            "reference at the beginning and at the end: their scores are no better than they should be, and may be worse."
        )
        yield Finding("line-too-long", message, long)


def sacrebleu_signature(nrefs: str, parts: dict[str, Any], extras: dict[str, Any] | None = None) -> str:
    """sacrebleu's signature, `nrefs:1|case:mixed|…|version:2.6.0`, and after it what sacrebleu has no key for."""
    given = {"nrefs": nrefs, **parts, "version": version("sacrebleu"), **(extras or {})}
    return "|".join(f"{key}:{_yes_or_no(value)}" for key, value in given.items())


def _yes_or_no(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value

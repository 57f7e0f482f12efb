"""What chrF and chrF++ share: character and word n-gram F-scores over summed counts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.options import REAL, TRUTH, WHOLE, Option
from mteval.core.results import Scale
from mteval.metrics._candidate_kernels import CHARACTER_F
from mteval.metrics._candidates import CandidateUnits, UtilityFormula, expected_utilities
from mteval.metrics._comparison import (
    PORTION,
    ComparedTexts,
    ComparisonMetric,
    ReferenceMemory,
    all_at_once,
    each,
    sacrebleu_signature,
)
from mteval.statistics.metric_base import Array
from mteval.text.flat_tokens import FlatTokens, WordTable
from mteval.text.flat_tokens import characters as flat_characters
from mteval.text.ngrams import clipped_matches, ngram_counts, paired_matches
from mteval.text.tokens import Vocabulary


def character_options(word_order: int) -> tuple[Option, ...]:
    """The options of sacrebleu's chrF, for a metric with so many word orders by default."""
    return (
        Option("char_order", WHOLE, 6, "longest character n-grams", minimum=1),
        Option("word_order", WHOLE, word_order, "longest word n-grams (0: none)", minimum=0),
        Option("beta", REAL, 2.0, "how much more recall counts than precision"),
        Option("lowercase", TRUTH, False, "compare in lower case"),
        Option("whitespace", TRUTH, False, "spaces are characters too"),
        Option("eps_smoothing", TRUTH, False, "average F over orders, as older versions did, not precision and recall"),
    )


PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
EPSILON = 1e-16

Units = tuple[str, list[int]]
"""The characters and the words of a line."""
FlatUnits = tuple[FlatTokens, ...]
"""The characters of many lines and, where they are asked for, their words."""
Lengths = Sequence[int] | NDArray[np.int64]


class CharacterF(ComparisonMetric):
    """Character (and word) n-gram F-score, digit for digit as sacrebleu computes it."""

    higher_is_better = True
    portion = PORTION
    scale = Scale(2, low=0, high=100)

    @property
    def studied_as(self) -> str:
        """chrF with sacrebleu's settings; word n-grams, another β or lower case were not studied."""
        usual = {option.name: option.default for option in character_options(word_order=0)}
        return "chrf" if all(self.chosen[name] == value for name, value in usual.items()) else ""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._char_order: int = self.chosen["char_order"]
        self._word_order: int = self.chosen["word_order"]
        self._beta: float = self.chosen["beta"]
        self._lowercase: bool = self.chosen["lowercase"]
        self._whitespace: bool = self.chosen["whitespace"]
        self._eps_smoothing: bool = self.chosen["eps_smoothing"]
        self._vocabulary = Vocabulary()
        self._references: ReferenceMemory[list[list[Units]]] = ReferenceMemory()
        self._flat_references: ReferenceMemory[FlatUnits] = ReferenceMemory()
        self._words = WordTable(lambda word: self._vocabulary.numbers(_words(word)))
        self.columns = 3 * (self._char_order + self._word_order)
        self.keys = (self.name,)

    def compare(self, compared: ComparedTexts) -> Array:
        """Columns as sacrebleu's: for each order the n-grams of the translation, of the reference, and matches.

        Of several references, the one with the best F-score counts; of equals, the first.
        """
        if compared.many:
            return self._compare_together(compared)
        translations = [self._units(line) for line in compared.translations]
        references = self._references.of(compared.references, each(self._units))
        pairs = [(units, one) for units, case in zip(translations, references, strict=True) for one in case]
        rows = self._pair_rows(pairs)
        scores = self.values(rows)[:, 0]
        starts = np.concatenate(([0], np.cumsum([len(case) for case in references])))
        best = [begin + int(np.argmax(scores[begin:end])) for begin, end in pairwise(starts)]
        return rows[best]

    def _compare_together(self, compared: ComparedTexts) -> Array:
        own = self._many_units(compared.translations)
        others = self._flat_references.of(compared.references, all_at_once(self._many_units))
        orders = (self._char_order, self._word_order)
        rows = [
            _rows(one.lengths, other.lengths, paired_matches(one, other, order))
            for one, other, order in zip(own, others, orders, strict=False)
        ]
        return np.concatenate(rows, axis=1)

    def _many_units(self, lines: Sequence[str]) -> FlatUnits:
        lines = [line.lower() for line in lines] if self._lowercase else lines
        characters = flat_characters(lines, spaces=self._whitespace)
        return (characters, self._words(lines)) if self._word_order else (characters,)

    def values(self, sums: Array) -> Array:
        """The mean F over orders: of precisions and recalls averaged first, or with eps_smoothing order by order."""
        found, wanted, matched = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        factor = self._beta**2
        precision = np.where(found > 0, matched / np.where(found > 0, found, 1.0), EPSILON)
        recall = np.where(wanted > 0, matched / np.where(wanted > 0, wanted, 1.0), EPSILON)
        if self._eps_smoothing:
            below = factor * precision + recall
            scores = np.where(below > 0, (1 + factor) * precision * recall / np.where(below > 0, below, 1.0), EPSILON)
            return np.asarray(100 * _sum_in_order(scores) / scores.shape[-1])[..., None]
        both = (found > 0) & (wanted > 0)
        orders = np.maximum(both.sum(axis=-1), 1)
        mean_precision = _sum_in_order(np.where(both, precision, 0.0)) / orders
        mean_recall = _sum_in_order(np.where(both, recall, 0.0)) / orders
        some = mean_precision + mean_recall > 0
        below = np.where(some, factor * mean_precision + mean_recall, 1.0)
        return np.where(some, 100 * ((1 + factor) * mean_precision * mean_recall / below), 0.0)[..., None]

    def expected(self, candidates: Sequence[Sequence[str]]) -> list[Array]:
        """For each segment the mean score of each candidate with all candidates as references."""
        settings = (self._beta**2, float(self._eps_smoothing))
        formula = UtilityFormula(CHARACTER_F, settings, (self._char_order, self._word_order))
        units = ([self._units(text) for text in segment] for segment in candidates)
        return expected_utilities(
            [[CandidateUnits(characters, tuple(words)) for characters, words in segment] for segment in units], formula
        )

    @property
    def signature(self) -> str:
        """sacrebleu's signature, with beta where it is not 2."""
        parts = {
            "case": "lc" if self._lowercase else "mixed",
            "eff": not self._eps_smoothing,
            "nc": self._char_order,
            "nw": self._word_order,
            "space": self._whitespace,
        }
        return sacrebleu_signature(self.nrefs, parts, {} if self._beta == 2 else {"beta": f"{self._beta:g}"})

    def _units(self, line: str) -> Units:
        line = line.lower() if self._lowercase else line
        characters = line if self._whitespace else "".join(line.split())
        return characters, self._vocabulary.numbers(_words(line)) if self._word_order else []

    def _pair_rows(self, pairs: list[tuple[Units, Units]]) -> Array:
        characters = _counts([own[0] for own, _ in pairs], [other[0] for _, other in pairs], self._char_order)
        if not self._word_order:
            return characters
        words = _counts([own[1] for own, _ in pairs], [other[1] for _, other in pairs], self._word_order)
        return np.concatenate([characters, words], axis=1)


def _counts(translations: list[Any], references: list[Any], order: int) -> Array:
    matches = clipped_matches(translations, [[one] for one in references], order)
    return _rows([len(one) for one in translations], [len(one) for one in references], matches)


def _rows(lengths: Lengths, others: Lengths, matches: NDArray[np.int64]) -> Array:
    order = matches.shape[1]
    wanted = ngram_counts(others, order)
    # An order the reference has no n-grams of says nothing about the translation's.
    found = np.where(wanted > 0, ngram_counts(lengths, order), 0)
    rows: NDArray[np.int64] = np.stack([found, wanted, matches], axis=2)
    return rows.reshape(len(matches), 3 * order).astype(np.float64)


def _sum_in_order(terms: Array) -> Array:
    """A sum from the first order to the last, so that the best of several references is chosen as sacrebleu does."""
    total = np.zeros(terms.shape[:-1])
    for order in range(terms.shape[-1]):
        total = total + terms[..., order]
    return total


def _words(line: str) -> list[str]:
    """Words with one punctuation mark cut off, at the end if there is one, or else at the beginning."""
    words: list[str] = []
    for word in line.split():
        if len(word) > 1 and word[-1] in PUNCTUATION:
            words += (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in PUNCTUATION:
            words += (word[0], word[1:])
        else:
            words.append(word)
    return words

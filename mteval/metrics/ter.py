"""TER: how many edits turn the translations into their references, per reference word.

TER = edits / reference words. An edit inserts, deletes or substitutes a word, or moves a run of words (one edit,
however long or far). Of several references the nearest gives the edits, and their mean length the denominator. The
moves are found greedily within a beam, as Tercom and sacrebleu find them.

Snover et al. (2006), A study of translation edit rate with targeted human annotation. Digits and signature are those
of sacrebleu (Post 2018).

How to read it: 0 is a copy of the reference, LOWER is better, and it may exceed 100. It favours short translations
more than BLEU does. Traps: words are cut at spaces, so punctuation sticks to words unless normalized=true, and
Chinese or Japanese needs normalized=true&asian_support=true. Lower-cased unless case_sensitive=true. Of a line with more
than 4 million pairs of words (2000 by 2000) all but the common beginning and end counts as edits, with a finding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from mteval.core import registry
from mteval.core.evidence import Evidence
from mteval.core.options import TRUTH, Option
from mteval.core.results import Finding, Scale
from mteval.metrics._comparison import (
    ComparedTexts,
    ComparisonMetric,
    ReferenceMemory,
    each,
    long_lines,
    sacrebleu_signature,
    unspaced_script,
)
from mteval.metrics._ter.shifts import MOST_CELLS, shift_edits
from mteval.metrics._ter.tokens import Tercom
from mteval.statistics.metric_base import Array
from mteval.text.tokens import Tokenizer


@registry.metrics.register("ter")
class Ter(ComparisonMetric):
    """Edits and block moves per reference word, digit for digit as sacrebleu computes it; lower is better."""

    keys = ("ter",)
    higher_is_better = False
    scale = Scale(2, low=0)
    columns = 2

    options = (
        Option("normalized", TRUTH, False, "cut off punctuation as Tercom does"),
        Option("no_punct", TRUTH, False, "leave punctuation out"),
        Option("asian_support", TRUTH, False, "cut Asian scripts into characters (with normalized)"),
        Option("case_sensitive", TRUTH, False, "compare with case"),
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._tercom = Tercom(**self.chosen)
        self._tokenizer = Tokenizer(self._tercom, "tercom")
        self._references: ReferenceMemory[list[list[list[int]]]] = ReferenceMemory()

    def compare(self, compared: ComparedTexts) -> Array:
        """Columns as sacrebleu's: the fewest edits to any reference, and the references' mean length."""
        translations = [self._tokenizer(line) for line in compared.translations]
        references = self._references.of(compared.references, each(self._tokenizer))
        pairs = [(words, one) for words, case in zip(translations, references, strict=True) for one in case]
        edits = shift_edits(pairs)
        counts = np.array([len(case) for case in references])
        starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        lengths = np.add.reduceat([len(one) for _, one in pairs], starts)
        return np.column_stack([np.minimum.reduceat(edits, starts), lengths / counts])

    def values(self, sums: Array) -> Array:
        """100 · edits / reference words; with empty references 100 where anything was to delete."""
        edits, length = sums[..., 0], sums[..., 1]
        rate = np.where(length > 0, edits / np.where(length > 0, length, 1.0), (edits > 0).astype(float))
        return (100 * rate)[..., None]

    def inspect(self, evidence: Sequence[Evidence]) -> Iterator[Finding]:
        """Words cut at spaces do not fit a script that has none, and lines may be too long."""
        yield from long_lines(evidence, "ter", self._tokenizer, lambda words, others: words * others <= MOST_CELLS)
        if not (self._tercom.normalized and self._tercom.asian_support):
            yield from unspaced_script(
                evidence, "ter", dict.fromkeys(("zh", "ja"), "ter?normalized=true&asian_support=true")
            )

    @property
    def signature(self) -> str:
        """sacrebleu's signature."""
        tercom = self._tercom
        parts = {
            "case": "mixed" if tercom.case_sensitive else "lc",
            "tok": "tercom",
            "norm": tercom.normalized,
            "punct": not tercom.no_punct,
            "asian": tercom.asian_support,
        }
        return sacrebleu_signature(self.nrefs, parts)

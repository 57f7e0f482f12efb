"""ROUGE-1: words that translation and reference share.

Recall = shared 1-grams / 1-grams of the reference; precision = shared / of the translation; F is their (β-weighted)
harmonic mean. Each 1-gram is shared at most as often as both sides have it. Means over the cases; of several
references, the best F.

Lin (2004), ROUGE: a package for automatic evaluation of summaries.

How to read it: 0–100, higher is better. Traps: rouge-score's own tokens keep only a–z and 0–9, so that Hindi, Greek
or Chinese score 0 there; the default here takes words of any script (scripts without spaces character by character).
Implementations differ by stemming and tokens: compare signatures first.
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import RougeN


@registry.metrics.register("rouge-1")
class Rouge1(RougeN):
    """Overlap of 1-grams."""

    n = 1

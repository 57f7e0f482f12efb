"""ROUGE-2: pairs of words that translation and reference share.

As rouge-1, counted over 2-grams: recall, precision and F of those shared, and the same options and traps
(`mteval explain rouge-1`). Higher orders reward fluent order and are often 0 on short segments. Lin (2004).
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import RougeN


@registry.metrics.register("rouge-2")
class Rouge2(RougeN):
    """Overlap of 2-grams."""

    n = 2

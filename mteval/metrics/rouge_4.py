"""ROUGE-4: runs of four words that translation and reference share.

As rouge-1, counted over 4-grams: recall, precision and F of those shared, and the same options and traps
(`mteval explain rouge-1`). Higher orders reward fluent order and are often 0 on short segments. Lin (2004).
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import RougeN


@registry.metrics.register("rouge-4")
class Rouge4(RougeN):
    """Overlap of 4-grams."""

    n = 4

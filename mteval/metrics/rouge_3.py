"""ROUGE-3: runs of three words that translation and reference share.

As rouge-1, counted over 3-grams: recall, precision and F of those shared, and the same options and traps
(`mteval explain rouge-1`). Higher orders reward fluent order and are often 0 on short segments. Lin (2004).
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import RougeN


@registry.metrics.register("rouge-3")
class Rouge3(RougeN):
    """Overlap of 3-grams."""

    n = 3

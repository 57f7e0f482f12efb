"""ROUGE-S: pairs of words in the same order, whatever stands between them.

A skip-bigram is any two words of a text in their order. Recall = shared skip-bigrams / those of the reference
(m·(m−1)/2 without a limit); precision = shared / those of the translation; F is their (β-weighted) harmonic mean.
With skip=d at most d words stand between the two; skip=0 is rouge-2. Means over the cases; of several references, the
best F.

Lin (2004), ROUGE: a package for automatic evaluation of summaries, section 5. Against "police killed the gunman",
"police kill the gunman" has 3 of 6 skip-bigrams, "the gunman kill police" 1, "the gunman police killed" 2.

How to read it: 0–100, higher is better; sensitive to word order without asking for unbroken runs. Traps: without a
limit, pairs such as "the … the" match by chance in long texts (skip=4 is common); a text of one word has no pairs and
scores 0 (rouge-su). Of lines with more than 5·10^6 pairs (3 163 words without a limit) only what both sides share at
the beginning and at the end counts, with a finding.
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import SkipRouge


@registry.metrics.register("rouge-s")
class RougeS(SkipRouge):
    """Overlap of skip-bigrams."""

"""ROUGE-SU: skip-bigrams and single words together.

As rouge-s, with every word counted as a unit too, so that a translation with the right words in the wrong order is
told apart from one without them. For unlimited skips this is Lin's begin-of-sentence marker before each text.

Lin (2004), ROUGE: a package for automatic evaluation of summaries, section 5.1.

How to read it: 0–100, higher is better. Traps: see rouge-s; ROUGE-SU4 of the summarisation literature is skip=4.
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._rouge.ngrams import SkipRouge


@registry.metrics.register("rouge-su")
class RougeSu(SkipRouge):
    """Overlap of skip-bigrams and words."""

    with_unigrams = True

"""ROUGE-L: the longest common subsequence of translation and reference.

LCS is the most words that both sides have in the same order, gaps allowed. Recall = LCS / words of the reference;
precision = LCS / words of the translation; F is their (β-weighted) harmonic mean. Means over the cases; of several
references, the best F.

Lin (2004), ROUGE: a package for automatic evaluation of summaries.

How to read it: 0–100, higher is better; unlike ROUGE-2 it needs no unbroken runs. Traps: see rouge-1 on tokens. A
text of several lines is one sequence here; rouge-lsum takes its lines one by one. Of lines with
more than 10^10 pairs of words only the common beginning and end counts, with a finding.
"""

from __future__ import annotations

from mteval.core import registry
from mteval.metrics._comparison import common_ends
from mteval.metrics._rouge.metric import Overlap, Rouge
from mteval.metrics._rouge.subsequences import lcs_length


@registry.metrics.register("rouge-l")
class RougeL(Rouge[list[str]]):
    """Longest common subsequence; of lines too long for it, what they share at the beginning and at the end."""

    most_cells = 10**10

    def units(self, line: str) -> list[str]:
        """The words of a line."""
        return self.words(line)

    def overlap(self, translation: list[str], reference: list[str]) -> Overlap:
        """The longest common subsequence, and the words of each."""
        whole = self.fits(len(translation), len(reference))
        shared = lcs_length(translation, reference) if whole else common_ends(translation, reference)
        return shared, len(translation), len(reference)

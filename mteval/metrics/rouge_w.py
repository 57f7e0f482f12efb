"""ROUGE-W: the longest common subsequence, with unbroken runs worth more.

A run of k words in a row counts f(k) = k^weight. Recall = f⁻¹(WLCS / f(m)) for a reference of m words; precision =
f⁻¹(WLCS / f(n)) for a translation of n words; F is their (β-weighted) harmonic mean. Means over the cases; of several
references, the best F.

Lin (2004), ROUGE: a package for automatic evaluation of summaries, section 4. With weight=2, A B C D H I K against A
B C D E F G gives 4/7, and A H B K C I D only 2/7, though both share the same four words.

How to read it: 0–100, higher is better. Trap: the value depends on weight (1.2, as in ROUGE-1.5.5), so it is in the
signature. Of lines with more than 5·10^7 pairs of words (7 000 by 7 000) only the common beginning and end counts, with
a finding.
"""

from __future__ import annotations

from typing import Any

from mteval.core import registry
from mteval.core.options import REAL, Option
from mteval.metrics._comparison import shared_ends
from mteval.metrics._rouge.metric import OPTIONS, Overlap, Rouge
from mteval.metrics._rouge.subsequences import weighted_lcs


@registry.metrics.register("rouge-w")
class RougeW(Rouge[list[str]]):
    """Weighted longest common subsequence; of lines too long for it, the runs at the beginning and at the end."""

    most_cells = 5 * 10**7

    options = (*OPTIONS, Option("weight", REAL, 1.2, "a run of k words counts k^weight (1: rouge-l)", minimum=1))

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._weight: float = self.chosen["weight"]

    def units(self, line: str) -> list[str]:
        """The words of a line."""
        return self.words(line)

    def overlap(self, translation: list[str], reference: list[str]) -> Overlap:
        """The weighted longest common subsequence, its weighting undone, and the words of each."""
        if not translation or not reference:
            return 0.0, len(translation), len(reference)
        if self.fits(len(translation), len(reference)):
            shared = weighted_lcs(reference, translation, self._weight)
        else:
            shared = sum(float(run) ** self._weight for run in shared_ends(translation, reference))
        return shared ** (1 / self._weight), len(translation), len(reference)

    def extras(self) -> dict[str, str]:
        """The power that runs are weighted with."""
        return {"weight": f"{self._weight:g}"}

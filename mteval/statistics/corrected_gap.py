"""The gap between two systems once words wrongly counted against one of them are taken back.

Of N words that count for both, `only_a` are right for A alone and `only_b` for B alone. Gold lists miss translations, so
some of these words are right for the other system too. Judged (all of them, or a random part), the share that remains gives
the corrected gap

    (only_a · remain_a − only_b · remain_b) / N

Kementchedjhieva, Hartmann, Søgaard (2019): Lost in Evaluation. Words that neither or both got are left as they are, as there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

ADDED = 0.5
"""Added to each cell where the variance is taken, so that a share of 0 or 1 found on few words is not taken for certain
(Agresti and Min 2005 do so for differences of paired proportions)."""


@dataclass(frozen=True, slots=True)
class LoneWords:
    """Words that one system alone got: how many, how many of them were judged, and how many of those the other got too."""

    words: int
    judged: int
    also_right: int

    @property
    def remaining(self) -> float:
        """The share that the system alone got after all; 1 where there are no words, NaN where none was judged."""
        if not self.words:
            return 1.0
        return 1 - self.also_right / self.judged if self.judged else math.nan

    @property
    def cautious(self) -> float:
        """The share with half a word added on either side."""
        return (self.judged - self.also_right + ADDED) / (self.judged + 2 * ADDED)


@dataclass(frozen=True, slots=True)
class CorrectedGap:
    """The gap as counted, as corrected, the 95 % interval of the corrected one, and p of no difference (two-sided)."""

    counted: float
    corrected: float
    interval: tuple[float, float]
    p_value: float


def corrected_gap(total: int, a: LoneWords, b: LoneWords) -> CorrectedGap:
    """A minus B before and after, with an interval from both samples: of words, and of words judged.

    The variance is that of a multinomial (which words are A's alone, B's alone) with the remaining shares estimated from the
    judged part: delta method, Student's t with Welch and Satterthwaite's degrees of freedom. With every word judged it is
    McNemar's, on the corrected words.
    """
    from scipy.special import stdtr, stdtrit

    counted = (a.words - b.words) / total if total else math.nan
    corrected = (a.words * a.remaining - b.words * b.remaining) / total if total else math.nan
    if math.isnan(corrected):
        return CorrectedGap(counted, math.nan, (math.nan, math.nan), math.nan)
    parts = _variances(total, a, b)
    error, freedom = math.sqrt(sum(value for value, _ in parts)), _freedom(parts)
    half = float(stdtrit(freedom, 0.975)) * error
    p = 2 * float(stdtr(freedom, -abs(corrected) / error)) if error else 1.0
    return CorrectedGap(counted, corrected, (corrected - half, corrected + half), p)


def _variances(total: int, a: LoneWords, b: LoneWords) -> list[tuple[float, int]]:
    """The parts of the variance, each with its degrees of freedom: which words there are, and which were judged."""
    size = total + 4 * ADDED
    shares = ((a.words + ADDED) / size, (b.words + ADDED) / size)
    remain = (a.cautious if a.words else 1.0, b.cautious if b.words else 1.0)
    mean = shares[0] * remain[0] - shares[1] * remain[1]
    drawn = sum(share * kept**2 for share, kept in zip(shares, remain, strict=True)) - mean**2
    parts = [(max(drawn, 0.0) / size, total)]
    for share, kept, one in zip(shares, remain, (a, b), strict=True):
        if one.words:
            parts.append((share**2 * kept * (1 - kept) / (one.judged + 2 * ADDED), max(one.judged - 1, 1)))
    return parts


def _freedom(parts: Sequence[tuple[float, int]]) -> float:
    """Welch and Satterthwaite's degrees of freedom: few judged words make the interval wider."""
    total = sum(value for value, _ in parts)
    spread = sum(value**2 / freedom for value, freedom in parts)
    return total**2 / spread if spread else math.inf

"""GEMBA-DA: a language model rates each translation from 0 to 100, as people do in direct assessment.

Kocmi and Federmann (2023), Large language models are state-of-the-art evaluators of translation quality. The question is put as
they put it, in words of our own (`mteval/prompts/gemba-da.j2`), without a reference unless reference=true. The score is the mean
over the cases; with draws=N each case counts with the median of N replies, and `spread` is their mean standard deviation.

How to read it: 0–100, higher is better. Replies come in round numbers, so many cases tie: look at interval and paired test.
Traps: numbers of different judges or prompts are not comparable; judges prefer what models of their own family
write (see the finding judge-of-own-family); a reply without a readable number is missing (see skipped), never 0.
"""

from __future__ import annotations

from typing import Any

from mteval.core import registry
from mteval.core.results import Scale
from mteval.metrics._judging.rating import RatingJudge
from mteval.models.prompts import find_prompt


@registry.metrics.register("gemba-da")
class GembaDa(RatingJudge):
    """A judge's rating, 0–100."""

    scale = Scale(2, low=0, high=100)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.prompts = (find_prompt("gemba-da"),)

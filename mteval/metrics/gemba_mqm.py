"""GEMBA-MQM: a language model names the errors of each translation, and their severities make the score.

Kocmi and Federmann (2023), GEMBA-MQM: detecting translation quality error spans with GPT-4. The judge lists critical, major and
minor errors with categories and quoted words; they weigh 25, 5 and 1, of the gravest five are counted, and a case loses at most
25: score = −min(25, Σ weights), 0 for a translation without errors. The prompt is in words of our own
(`mteval/prompts/gemba-mqm.j2`) and has no examples in it.

How to read it: −25 to 0, higher is better. The quoted words become error spans in the case files (characters from `start` up
to, not including, `end`; what cannot be found is `missing`). Traps: as with gemba-da; a reply without the headings asked
for is missing, never a translation without errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.protocols import Consultant
from mteval.core.results import Scale
from mteval.metrics._judging.error_lines import SEVERITIES, NamedError, error_span, read_errors
from mteval.metrics._judging.metric import Hearing, JudgedValue, JudgeMetric, heard
from mteval.models.prompts import find_prompt

WEIGHTS = {"critical": 25.0, "major": 5.0, "minor": 1.0}
COUNTED, LOWEST = 5, 25.0


@registry.metrics.register("gemba-mqm")
class GembaMqm(JudgeMetric):
    """Minus the weighted errors a judge names."""

    scale = Scale(2, low=-LOWEST, high=0)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.prompts = (find_prompt("gemba-mqm"),)

    def hear(self, judge: Consultant, cases: Sequence[Comparison]) -> list[Hearing]:
        """One question a draw."""
        replies = self.completions(judge, [self.prompts[0].messages(self.values(one)) for one in cases])
        return [
            heard(drawn, [_judgement(reply, one) for reply in drawn]) for one, drawn in zip(cases, replies, strict=True)
        ]


def _judgement(reply: str | None, one: Comparison) -> JudgedValue | None:
    errors = None if reply is None else read_errors(reply)
    if errors is None:
        return None
    spans = tuple(error_span(error, one.translation, one.source or "") for error in errors)
    return JudgedValue(mqm_score(errors), spans)


def mqm_score(errors: Sequence[NamedError]) -> float:
    """Minus the weights of the gravest five errors, at most 25."""
    gravest = sorted(errors, key=lambda error: SEVERITIES.index(error.severity))[:COUNTED]
    return -min(LOWEST, sum(WEIGHTS[error.severity] for error in gravest)) + 0.0

"""GEMBA-ESA: a language model marks error spans first, and then rates the translation in view of them, 0–100.

After the protocol of error span annotation (Kocmi et al. 2024, Error span annotation: a balanced approach for human evaluation
of machine translation) and GEMBA (Kocmi and Federmann 2023): one question marks major and minor errors, a second one asks for
a score with these errors shown. Prompts in words of our own: `gemba-esa-spans` and `gemba-esa`. Two calls a case.

How to read it: 0–100, higher is better; the spans are in the case files. Traps: as with gemba-da; a case is missing if either
reply cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mteval.core import registry
from mteval.core.evidence import Comparison
from mteval.core.protocols import Consultant
from mteval.core.queries import Complete, Completion
from mteval.core.results import Scale
from mteval.metrics._judging.error_lines import NamedError, error_span, read_errors
from mteval.metrics._judging.metric import Hearing, JudgedValue, JudgeMetric, heard
from mteval.metrics._judging.options import DRAWS, JUDGE, LANGUAGES, TUNED
from mteval.models.prompts import find_prompt
from mteval.models.replies import read_number

LOW, HIGH = 0.0, 100.0


@registry.metrics.register("gemba-esa")
class GembaEsa(JudgeMetric):
    """A judge's rating in view of the errors it marked."""

    options = (JUDGE, *LANGUAGES, DRAWS, TUNED)
    scale = Scale(2, low=LOW, high=HIGH)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.prompts = (find_prompt("gemba-esa-spans"), find_prompt("gemba-esa"))

    def hear(self, judge: Consultant, cases: Sequence[Comparison]) -> list[Hearing]:
        """Two questions a draw; the second is put where the first reply could be read."""
        marked = self.completions(judge, [self.prompts[0].messages(self.values(one)) for one in cases])
        errors = [[None if reply is None else read_errors(reply) for reply in replies] for replies in marked]
        places = [
            (case, draw) for case, found in enumerate(errors) for draw, one in enumerate(found) if one is not None
        ]
        queries = [Complete(self._rating(cases[case], errors[case][draw] or ()), draw) for case, draw in places]
        answers = dict(zip(places, judge.ask(queries) if queries else (), strict=True))
        hearings = []
        for case, one in enumerate(cases):
            judgements, replies = [], []
            for draw, found in enumerate(errors[case]):
                answer = answers.get((case, draw))
                reply = answer.text if isinstance(answer, Completion) else None
                replies.append(marked[case][draw] if found is None else reply)
                judgements.append(_judgement(reply, found, one))
            hearings.append(heard(replies, judgements))
        return hearings

    def _rating(self, one: Comparison, errors: Sequence[NamedError]) -> tuple[tuple[str, str], ...]:
        shown = [{"severity": error.severity, "text": error.quoted or error.category} for error in errors]
        return self.prompts[1].messages(self.values(one, low=f"{LOW:g}", high=f"{HIGH:g}", errors=shown))


def _judgement(reply: str | None, errors: Sequence[NamedError] | None, one: Comparison) -> JudgedValue | None:
    value = None if reply is None else read_number(reply, LOW, HIGH)
    if value is None or errors is None:
        return None
    return JudgedValue(value, tuple(error_span(error, one.translation, one.source or "") for error in errors))

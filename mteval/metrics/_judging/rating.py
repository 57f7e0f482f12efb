"""Judges that answer with one number on a scale."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.core.evidence import Comparison
from mteval.core.protocols import Consultant
from mteval.metrics._judging.metric import Hearing, JudgedValue, JudgeMetric, heard
from mteval.models.replies import read_number


class RatingJudge(JudgeMetric):
    """Asks for one number; `ends` are those of the scale."""

    ends: tuple[float, float] = (0.0, 100.0)

    def hear(self, judge: Consultant, cases: Sequence[Comparison]) -> list[Hearing]:
        """One question a draw."""
        low, high = self.ends
        asked = [self.prompts[-1].messages(self.values(one, low=f"{low:g}", high=f"{high:g}")) for one in cases]
        return [heard(replies, [self.judged(reply) for reply in replies]) for replies in self.completions(judge, asked)]

    def judged(self, reply: str | None) -> JudgedValue | None:
        """The number a reply gives."""
        value = None if reply is None else read_number(reply, *self.ends)
        return None if value is None else JudgedValue(value)

"""A metric that is the mean of what a judge says of each translation; what cannot be read is missing, never 0."""

from __future__ import annotations

import statistics
from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import Option
from mteval.core.protocols import Consultant, Statistics
from mteval.core.queries import Complete, Completion
from mteval.core.results import Finding
from mteval.metrics._judging.options import (
    DRAWS,
    JUDGE,
    LANGUAGES,
    REFERENCE,
    TUNED,
    consultant,
    judged_values,
    require_judge,
    require_languages,
)
from mteval.models.prompts import PromptTemplate
from mteval.statistics.additive import AdditiveMetric
from mteval.statistics.metric_base import Array

SHOWN = 80


@dataclass(frozen=True, slots=True)
class JudgedValue:
    """What one reply says: a score, and the errors it names as spans."""

    score: float
    spans: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Hearing:
    """All draws on one translation; None where a reply could not be read, and what it began with."""

    draws: tuple[JudgedValue | None, ...]
    unreadable: str = ""

    @property
    def scores(self) -> list[float]:
        """The scores that could be read."""
        return [one.score for one in self.draws if one is not None]


@dataclass(slots=True)
class JudgeRecord:
    """What a judge was seen to do over one system's cases."""

    hearings: tuple[Hearing, ...]
    findings: tuple[Finding, ...] = field(default_factory=tuple)


class JudgeMetric(AdditiveMetric):
    """The mean over the cases of the median of the judge's draws; `spread` is the mean standard deviation of the draws.

    A subclass names its prompts and writes `hear`, which asks the judge.
    """

    evidence: ClassVar[type] = Comparison
    options: ClassVar[tuple[Option, ...]] = (JUDGE, *LANGUAGES, REFERENCE, DRAWS, TUNED)
    higher_is_better = True
    needs_source = True
    prompts: tuple[PromptTemplate, ...] = ()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        require_judge(self.chosen, self.name)
        self.keys = (self.name, "spread")
        self.needs_references = bool(self.chosen.get("reference"))
        self._records: dict[tuple[Evidence, ...], JudgeRecord] = {}

    @abstractmethod
    def hear(self, judge: Consultant, cases: Sequence[Comparison]) -> list[Hearing]:
        """Ask the judge about every translation."""

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """Columns: median score, standard deviation of the draws, cases. A case without a readable reply does not count."""
        places = [place for place, one in enumerate(evidence) if isinstance(one, Comparison) and self._complete(one)]
        cases = [one for one in (evidence[place] for place in places) if isinstance(one, Comparison)]
        rows = np.zeros((len(evidence), 3))
        details: list[Mapping[str, Any]] = [{}] * len(evidence)
        for place, hearing in zip(places, self._heard(tuple(evidence), cases), strict=True):
            scores = hearing.scores
            if scores:
                rows[place] = (statistics.median(scores), statistics.pstdev(scores), 1.0)
            details[place] = _detail(hearing)
        return Statistics(rows, rows[:, 2] > 0, details=tuple(details) if cases else ())

    def combine(self, sums: Array) -> Array:
        """Means over the cases that count."""
        cases = sums[..., -1:]
        return np.where(cases > 0, sums[..., :-1] / np.where(cases > 0, cases, 1.0), np.nan)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Replies that could not be read, and what the judge cost."""
        record = self._records.get(tuple(evidence))
        if record is None:
            return
        missing = [one for one in record.hearings if not one.scores]
        unread = sum(draw is None for one in record.hearings for draw in one.draws)
        if unread:
            example = next((one.unreadable for one in record.hearings if one.unreadable), "")
            message = (
                f"{unread} replies of the judge of {self.name} could not be read, and {len(missing)} cases have no score "
                f"because of it{f', e.g. “{example}”' if example else ''}."
            )
            yield Finding("unreadable-reply", message, unread)
        yield from (
            Finding(f"judge-{one.code}", f"The judge of {self.name}: {one.message}", one.count)
            for one in record.findings
        )

    @property
    def signature(self) -> str:
        """The prompts by name and digest."""
        return "|".join(("missing:unreadable", f"prompt:{','.join(prompt.signature for prompt in self.prompts)}"))

    def completions(self, judge: Consultant, messages: Sequence[Sequence[tuple[str, str]]]) -> list[list[str | None]]:
        """The replies to each list of messages, one for each draw; None where there was none."""
        draws = self.chosen["draws"]
        queries = [Complete(tuple(one), draw) for one in messages for draw in range(draws)]
        answers = judge.ask(queries)
        texts = [answer.text if isinstance(answer, Completion) else None for answer in answers]
        return [texts[start : start + draws] for start in range(0, len(texts), draws)]

    def values(self, one: Comparison, **more: Any) -> dict[str, Any]:
        """What the prompt may name of one translation."""
        return {**judged_values(one, self.chosen), **more}

    def _heard(self, evidence: tuple[Evidence, ...], cases: Sequence[Comparison]) -> list[Hearing]:
        if not cases:
            return []
        require_languages(self.prompts, self.chosen, self.name)
        judge = consultant(self.chosen, self.name)
        hearings = self.hear(judge, cases)
        self._records[evidence] = JudgeRecord(tuple(hearings), tuple(judge.findings()))
        return hearings

    def _complete(self, one: Comparison) -> bool:
        if one.source is None:
            raise CapabilityError(
                f"{self.name} reads the source too, and there is none. Give it: mteval score -s SOURCE."
            )
        return bool(one.references) or not self.needs_references


def heard(replies: Sequence[str | None], judgements: Sequence[JudgedValue | None]) -> Hearing:
    """The draws on one translation, with the beginning of a reply that could not be read."""
    unreadable = next((r[:SHOWN] for r, one in zip(replies, judgements, strict=True) if one is None and r), "")
    return Hearing(tuple(judgements), " ".join(unreadable.split()))


def _detail(hearing: Hearing) -> dict[str, Any]:
    spans = [dict(span) for one in hearing.draws if one is not None for span in one.spans]
    scores = [None if one is None else one.score for one in hearing.draws]
    return {
        "scores": scores,
        **({"spans": spans} if spans else {}),
        **({"unreadable": hearing.unreadable} if hearing.unreadable else {}),
    }

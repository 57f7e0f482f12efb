"""Which of two translations a language model prefers: win rates of systems against each other, and their Bradley–Terry order.

Every pair of systems meets on every case (with reference=true the first reference is one more contestant; a single system meets
the reference). Which translation is shown first is drawn from the seed and the texts; both=true asks in both orders, and a judge
that contradicts itself has given a tie. Equal translations tie without being asked about.

win_rate = (wins + ½ ties) / contests of the system against all others; chance is .5. strength = its logarithmic Bradley–Terry
strength over all contests of the run, mean 0 over the contestants, half a point added to each side of every pair: the odds of
beating another system are e to the difference of strengths. Bradley and Terry (1952), Rank analysis of incomplete block designs.

How to read it: a win rate depends on who else takes part, so it is comparable only within one run. Traps: judges prefer what
is shown first, long texts and their own family's; see the findings judge-position and judge-of-own-family. A reply that is
neither A, B nor tie is missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from typing import Any, ClassVar

import numpy as np

from mteval.core import registry
from mteval.core.errors import CapabilityError
from mteval.core.evidence import Comparison, Evidence
from mteval.core.options import FILE, TRUTH, WHOLE, Option
from mteval.core.protocols import Statistics
from mteval.core.queries import Complete, Completion
from mteval.core.results import Finding, Scale
from mteval.metrics._judging.options import (
    JUDGE,
    LANGUAGES,
    TUNED,
    consultant,
    judged_values,
    require_judge,
    require_languages,
)
from mteval.models.prompts import find_prompt, shipped_prompts
from mteval.models.replies import read_label
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.bradley_terry import bradley_terry
from mteval.statistics.metric_base import Array
from mteval.storage.digests import draw_key

FIRST, SECOND, TIE = "A", "B", "tie"
FEWEST_FOR_BIAS = 20


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two contestants on one case; `turned` where the second is shown first."""

    case: int
    one: int
    other: int
    turned: bool


@registry.metrics.register("judge-pairwise")
class JudgePairwise(AdditiveMetric):
    """Contests of systems before a judge."""

    keys = ("win_rate", "strength")
    higher_is_better = True
    needs_source = True
    evidence: ClassVar[type] = Comparison
    scale = Scale(4)
    options = (
        JUDGE,
        *LANGUAGES,
        Option(
            *("prompt", FILE, "judge-pairwise", "shipped prompt or file; it names first and second"),
            choices=shipped_prompts(),
            signed=False,
        ),
        Option("reference", TRUTH, False, "the first reference is one more contestant"),
        Option("both", TRUTH, False, "ask in both orders; a contradiction is a tie"),
        Option("seed", WHOLE, 1, "which translation is shown first is drawn from it", minimum=0),
        TUNED,
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        require_judge(self.chosen, self.name)
        self._prompt = find_prompt(str(self.chosen["prompt"]))
        self._findings: list[Finding] = []

    def observe(self, evidence: Sequence[Evidence]) -> Statistics:
        """One system alone meets the reference."""
        return self.observe_together([evidence])[0]

    def observe_together(self, systems: Sequence[Sequence[Evidence]]) -> list[Statistics]:
        """Columns, for each pair with the system itself as first contestant: its points; whether they met; last, the case."""
        texts = self._contestants(systems)
        cases = len(systems[0])
        points = self._points(texts, [_source(system) for system in zip(*systems, strict=True)], cases)
        return [_statistics(points, own, len(texts), cases) for own in range(len(systems))]

    def combine(self, sums: Array) -> Array:
        """Win rate of the system itself and its strength among all."""
        contestants = (1 + isqrt(4 * (sums.shape[-1] - 1) + 1)) // 2
        pairs = list(combinations(range(contestants), 2))
        won, met = sums[..., : len(pairs)], sums[..., len(pairs) : 2 * len(pairs)]
        own = contestants - 1
        rate = ratio(won[..., :own].sum(axis=-1), met[..., :own].sum(axis=-1))
        table = np.zeros((*sums.shape[:-1], contestants, contestants))
        for place, (one, other) in enumerate(pairs):
            table[..., one, other] = won[..., place]
            table[..., other, one] = met[..., place] - won[..., place]
        strength = np.where(np.isnan(rate), np.nan, bradley_terry(table)[..., 0])
        return np.stack((rate, strength), axis=-1)

    def per_case(self, statistics: Statistics) -> Array:
        """The share of its contests on each case that the system won."""
        return np.where(statistics.counted, self.combine(statistics.rows)[..., 0], np.nan)

    def inspect(self, evidence: Sequence[Evidence]) -> Iterable[Finding]:
        """Replies that could not be read, a judge that goes by position, and what it cost."""
        del evidence
        return tuple(self._findings)

    @property
    def signature(self) -> str:
        """The prompt by name and digest."""
        return f"missing:unreadable|prompt:{self._prompt.signature}"

    def _contestants(self, systems: Sequence[Sequence[Evidence]]) -> list[list[str | None]]:
        texts = [[one.translation if isinstance(one, Comparison) else None for one in system] for system in systems]
        if not self.chosen["reference"] and len(systems) > 1:
            return texts
        references = [_reference(cases) for cases in zip(*systems, strict=True)]
        if len(systems) == 1 and any(text is not None for text in texts[0]) and not any(references):
            raise CapabilityError(
                "judge-pairwise compares systems with each other, or one with the reference. Give two systems, or -r REFERENCE."
            )
        return [*texts, references]

    def _points(self, texts: Sequence[Sequence[str | None]], sources: Sequence[str | None], cases: int) -> Array:
        """points[case, one, other] of each contestant against each other; NaN where they did not meet."""
        points = np.full((cases, len(texts), len(texts)), np.nan)
        asked: list[JudgedPair] = []
        for case in range(cases):
            for one, other in combinations(range(len(texts)), 2):
                first, second = texts[one][case], texts[other][case]
                if first is None or second is None:
                    continue
                if first == second:
                    points[case, one, other] = 0.5
                    continue
                turned = bool(draw_key(f"{self.chosen['seed']}\0{sources[case]}\0{first}\0{second}")[0] % 2)
                asked.append(JudgedPair(case, one, other, turned))
                if self.chosen["both"]:
                    asked.append(JudgedPair(case, one, other, not turned))
        self._ask(asked, texts, sources, points)
        return points

    def _ask(
        self,
        contests: Sequence[JudgedPair],
        texts: Sequence[Sequence[str | None]],
        sources: Sequence[str | None],
        points: Array,
    ) -> None:
        if not contests:
            return
        require_languages((self._prompt,), self.chosen, self.name)
        judge = consultant(self.chosen, self.name)
        replies = judge.ask([Complete(self._messages(contest, texts, sources)) for contest in contests])
        verdicts = [
            read_label(one.text, (FIRST, SECOND, TIE)) if isinstance(one, Completion) else None for one in replies
        ]
        self._findings = [*_seen(verdicts), *_renamed(judge.findings())]
        given: dict[tuple[int, int, int], list[float]] = {}
        for contest, verdict in zip(contests, verdicts, strict=True):
            if verdict is not None:
                worth = {FIRST: 1.0, SECOND: 0.0, TIE: 0.5}[verdict]
                given.setdefault((contest.case, contest.one, contest.other), []).append(
                    1.0 - worth if contest.turned else worth
                )
        for place, worths in given.items():
            # Asked twice, a judge that names each translation once has told nothing apart.
            points[place] = sum(worths) / len(worths)

    def _messages(
        self, contest: JudgedPair, texts: Sequence[Sequence[str | None]], sources: Sequence[str | None]
    ) -> tuple[tuple[str, str], ...]:
        first, second = texts[contest.one][contest.case], texts[contest.other][contest.case]
        shown = (second, first) if contest.turned else (first, second)
        source = sources[contest.case]
        if source is None:
            raise CapabilityError(
                "judge-pairwise reads the source too, and there is none. Give it: mteval score -s SOURCE."
            )
        values = judged_values(Comparison("", (), source), {**self.chosen, "reference": False})
        return self._prompt.messages({**values, "first": shown[0], "second": shown[1]})


def _source(cases: Sequence[Evidence]) -> str | None:
    return next((one.source for one in cases if isinstance(one, Comparison)), None)


def _reference(cases: Sequence[Evidence]) -> str | None:
    return next((one.references[0] for one in cases if isinstance(one, Comparison) and one.references), None)


def _statistics(points: Array, own: int, contestants: int, cases: int) -> Statistics:
    """The contests as one system sees them: itself first, the others after it."""
    order = [own, *(one for one in range(contestants) if one != own)]
    pairs = list(combinations(order, 2))
    rows = np.zeros((cases, 2 * len(pairs) + 1))
    for place, (one, other) in enumerate(pairs):
        won = points[:, one, other] if one < other else 1.0 - points[:, other, one]
        rows[:, place] = np.nan_to_num(won)
        rows[:, len(pairs) + place] = ~np.isnan(won)
    counted = np.asarray(rows[:, len(pairs) : len(pairs) + contestants - 1].any(axis=1), dtype=np.bool_)
    rows[:, -1] = 1.0
    rows[~counted] = 0.0
    return Statistics(rows, counted)


def _seen(verdicts: Sequence[str | None]) -> Iterable[Finding]:
    unread = sum(verdict is None for verdict in verdicts)
    if unread:
        yield Finding(
            "unreadable-reply", f"{unread} replies of the judge of judge-pairwise are neither A, B nor tie.", unread
        )
    first, second = verdicts.count(FIRST), verdicts.count(SECOND)
    decided = first + second
    # Two-sided at one per cent, by the normal approximation to the binomial.
    if decided >= FEWEST_FOR_BIAS and abs(first - second) > 2.576 * decided**0.5:
        message = (
            f"The judge chose the translation shown first {first} times out of {decided}, which is more than chance allows: "
            "it goes by position. Ask in both orders (both=true)."
        )
        yield Finding("judge-position", message, max(first, second))


def _renamed(findings: Iterable[Finding]) -> Iterable[Finding]:
    return [Finding(f"judge-{one.code}", f"The judge of judge-pairwise: {one.message}", one.count) for one in findings]

"""A gate for CI: has any score or slice dropped significantly against a baseline?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isnan
from typing import Any

from mteval.core.errors import UsageError
from mteval.core.results import CaseResult, Finding, Report, Results, Score
from mteval.evaluation.pairs import compare
from mteval.evaluation.settings import ALPHA, Settings
from mteval.evaluation.stored import refuse_other_data, stored_contest, stored_resampling
from mteval.statistics.multiple import holm

SHOWN_CASES = 20
CasePairs = Sequence[tuple[CaseResult, CaseResult]]


@dataclass(frozen=True, slots=True)
class FallenCase:
    """A case that got worse: what was asked, what was right, and the answers before and now."""

    id: str
    source: str | None
    references: tuple[str, ...]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Change:
    """How one score or slice moved from the baseline to now, and the cases that got worse.

    A slice of the same cases as the whole suite, or as a slice before it, `repeats` it: it is no test and no drop of its own.
    """

    suite: str
    system: str
    spec: str
    tag: str
    value: str
    before: float
    after: float
    p_value: float
    p_adjusted: float
    worse: bool
    cases: tuple[str, ...] = ()
    test: str = ""
    draws: int = 0
    repeats: bool = False
    decimals: int = 4
    fallen: tuple[FallenCase, ...] = ()

    @property
    def dropped(self) -> bool:
        """Whether it got worse by more than chance explains."""
        return self.worse and not self.repeats and self.p_adjusted < ALPHA

    @property
    def loss(self) -> float:
        """How much worse it is, in the metric's own unit; infinite where it cannot be scored any more."""
        if not self.worse:
            return 0.0
        return inf if isnan(self.after) else abs(self.after - self.before)


def changes(now: Results, baseline: Results, settings: Settings) -> list[Change]:
    """Every score and slice both have, tested against the baseline with Holm's correction over all of them."""
    if settings.test == "none":
        raise UsageError("A gate rests on a test, so --test none cannot be checked. Leave the option out.")
    if not settings.trials and settings.chosen_test != "mcnemar":
        raise UsageError("Without draws no drop can be tested. Leave --resamples out, or give 1000 or more.")
    both = matched(baseline, now)
    tests = sum(1 + len(new.slices) for _, new in both for _ in new.scores)
    found = [change for old, new in both for change in _report_changes(old, new, settings, tests)]
    own = [change for change in found if not change.repeats]
    adjusted = iter(holm([change.p_value for change in own]))
    return list(_corrected(found, adjusted))


def _corrected(found: Sequence[Change], adjusted: Iterator[float]) -> Iterator[Change]:
    """The changes with their corrected p-values; what repeats a change has that one's."""
    known: dict[tuple[str, str, str, float], float] = {}
    for change in found:
        key = (change.suite, change.system, change.spec, change.p_value)
        if not change.repeats:
            known[key] = next(adjusted)
        yield replace(change, p_adjusted=known.get(key, change.p_value))


def unable_to_fail(found: Sequence[Change]) -> Iterator[Finding]:
    """Say so where resamples are so few that no drop, however large, is significant once corrected for all the tests."""
    tested = [change for change in found if not change.repeats]
    p_values = [change.p_value for change in tested if not isnan(change.p_value)]
    drawn = [change.draws for change in tested if change.draws]
    if not drawn:
        return
    smallest = 1 / (min(drawn) + 1)
    # Holm's correction steps down: what has a smaller p-value already is no longer counted.
    counted = len(p_values) - sum(p < smallest for p in p_values)
    if counted * smallest >= ALPHA:
        stuck = sum(counted / (draws + 1) >= ALPHA for draws in drawn)
        message = (
            f"With {min(drawn)} draws, Holm's correction for {len(p_values)} scores and slices leaves no p-value below "
            f"{ALPHA}: {stuck} of them cannot fail, however much they dropped. "
            f"Leave --resamples out, or give {ceil(counted / ALPHA)} or more."
        )
        yield Finding("gate-cannot-fail", message, stuck)


def matched(baseline: Results, now: Results) -> list[tuple[Report, Report]]:
    """Reports of the same suite and system; a suite with one system on each side is matched whatever its name."""
    pairs = []
    for suite in dict.fromkeys(report.suite["name"] for report in now.reports):
        old = {report.system["name"]: report for report in baseline.reports if report.suite["name"] == suite}
        new = {report.system["name"]: report for report in now.reports if report.suite["name"] == suite}
        if len(old) == len(new) == 1:
            pairs.append((next(iter(old.values())), next(iter(new.values()))))
        else:
            pairs += [(old[name], new[name]) for name in new if name in old]
    if not pairs:
        raise UsageError("The two results have no suite and system in common, so there is nothing to check.")
    return pairs


def _report_changes(old: Report, new: Report, settings: Settings, tests: int) -> Iterator[Change]:
    refuse_other_data([old, new])
    if not old.cases or not new.cases:
        raise UsageError(f"The results on '{new.suite['name']}' have no cases beside them. Write them with run -o DIR.")
    before = {case.id: case for case in old.cases}
    both = [(before[case.id], case) for case in new.cases if case.id in before]
    seen: dict[tuple[tuple[str, ...], str], Change] = {}
    for tag, value, pairs in [("", "", both), *_groups(new, both)]:
        ids = tuple(new_case.id for _, new_case in pairs)
        for score in new.scores:
            if not any(other.spec == score.spec for other in old.scores):
                continue
            if (ids, score.spec) in seen:
                yield replace(seen[ids, score.spec], tag=tag, value=value, repeats=True)
                continue
            change = _change(new, score, (tag, value), pairs, settings, tests)
            seen[ids, score.spec] = change
            yield change


def _groups(report: Report, pairs: CasePairs) -> Iterator[tuple[str, str, CasePairs]]:
    for part in report.slices:
        yield part.tag, part.value, [pair for pair in pairs if part.value in pair[1].tags.get(part.tag, ())]


def _change(
    report: Report, score: Score, where: tuple[str, str], pairs: CasePairs, settings: Settings, tests: int
) -> Change:
    spec = score.spec
    sides = {"before": [old for old, _ in pairs], "after": [new for _, new in pairs]}
    resampling = stored_resampling(report, sides["after"], settings)
    contest = stored_contest(report.suite["name"], spec, sides, resampling)
    tested, _ = compare(contest, settings, tests)
    before, after = (float(one.value()[0]) for one in contest.observed)
    higher = contest.observed[0].metric.higher_is_better
    lost = isnan(after) and not isnan(before)  # what could be scored before cannot be any more: no chance explains that
    worse = lost or (after < before if higher else after > before)
    fallen = _fallen_cases(pairs, spec, higher=higher) if worse else ()
    p = 0.0 if lost else tested[0].p_value
    test, draws = ("", 0) if lost else (tested[0].test, tested[0].draws)
    return Change(
        report.suite["name"],
        report.system["name"],
        spec,
        *where,
        before,
        after,
        p_value=p,
        p_adjusted=p,
        worse=worse,
        cases=tuple(case.id for case in fallen),
        test=test,
        draws=draws,
        decimals=score.scale.decimals,
        fallen=fallen,
    )


def _fallen_cases(pairs: CasePairs, spec: str, *, higher: bool) -> tuple[FallenCase, ...]:
    """The cases that fell from passed to failed, or lost most on the sentence score."""
    fallen = [pair for pair in pairs if pair[0].outcome == "passed" and pair[1].outcome == "failed"]
    if not fallen:
        sign = 1 if higher else -1
        scored = [(old, new) for old, new in pairs if spec in old.scores and spec in new.scores]
        losses = [((old.scores[spec] - new.scores[spec]) * sign, (old, new)) for old, new in scored]
        fallen = [pair for loss, pair in sorted(losses, key=lambda one: -one[0]) if loss > 0]
    return tuple(
        FallenCase(new.id, new.source, new.references, old.answer, new.answer) for old, new in fallen[:SHOWN_CASES]
    )

"""Turns judged answers into reports: scores with intervals, slices, findings, and every pair tested."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.core.evidence import Evidence
from mteval.core.options import Spec
from mteval.core.protocols import ContributesExtras, InspectsEvidence, InspectsRun, Metric, ReportsUsage, System
from mteval.core.queries import Answer
from mteval.core.results import Finding, Report, Results, Score, Slice
from mteval.core.suites import Suite
from mteval.evaluation.cases import case_results
from mteval.evaluation.choice_records import chosen_by_metric
from mteval.evaluation.findings import one_cluster, skipped_cases, unknown_tokens, unread_context, without_interval
from mteval.evaluation.garbage import TranslatedCases, garbage
from mteval.evaluation.kinship import partial_judges
from mteval.evaluation.opened import NamedMetric, NamedSystem
from mteval.evaluation.pairs import Contest, Contestant, compare, too_few_cases, too_few_draws
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import describe_suite, describe_system, signature
from mteval.statistics.resampling import Array, Observation, Resampling, several_clusters


@dataclass(frozen=True, slots=True)
class EvaluationJob:
    """What is being evaluated, and how: the metrics asked for, and those that only support the family's own tables."""

    suite: Suite
    metrics: tuple[NamedMetric, ...]
    supporting: tuple[NamedMetric, ...]
    settings: Settings

    @property
    def measured(self) -> tuple[NamedMetric, ...]:
        """All metrics that are computed, those asked for first."""
        return (*self.metrics, *self.supporting)

    def resampling(self) -> Resampling:
        """How every score of the job is resampled."""
        labels = self.suite.clusters()
        return self.settings.resampling(None if labels is None else several_clusters(labels))


@dataclass(frozen=True, slots=True)
class SystemAnswers:
    """What one system answered, how it was judged, and what each metric observed."""

    system: NamedSystem
    answers: Sequence[Answer]
    evidence: Sequence[Evidence]
    observed: Sequence[Observation] = ()


@dataclass(frozen=True, slots=True)
class Measurement:
    """One system's scores in the making: its values on the resamples, and the signature of each metric."""

    answers: SystemAnswers
    estimates: Sequence[Array]
    signatures: Sequence[str]


def results(job: EvaluationJob, answered: Sequence[SystemAnswers]) -> Results:
    """Report every system, and test every pair of them."""
    resampling = job.resampling()
    measured = _measure(job, answered, resampling)
    slices = _slices(job, measured, resampling)
    reports = [_report(job, one, resampling, found) for one, found in zip(measured, slices, strict=True)]
    contests = list(_contests(job, measured, resampling))
    outcomes = [compare(contest, job.settings) for contest in contests[: len(job.metrics)]]
    tests = tuple(test for tested, _ in outcomes for test in tested)
    beside = [test for contest in contests[len(job.metrics) :] for test in compare(contest, job.settings)[0]]
    across: Mapping[str, Sequence[Finding]] = {}
    if job.suite.family:
        across = job.suite.family.view.findings(reports, (*tests, *beside))
    coarse = (*too_few_cases(contests), *too_few_draws(tests), *one_cluster(job.suite, resampling.clusters))
    shown = (
        replace(report, findings=(*report.findings, *found, *across.get(report.system["name"], ()), *coarse))
        for report, found in zip(reports, _garbage(job, answered), strict=True)
    )
    return Results(tuple(shown), tests, tuple(rank for _, ranks in outcomes for rank in ranks))


def _garbage(job: EvaluationJob, answered: Sequence[SystemAnswers]) -> list[tuple[Finding, ...]]:
    width = len(job.metrics)
    return garbage(job.suite, [TranslatedCases(one.answers, one.evidence, one.observed[:width]) for one in answered])


def _measure(job: EvaluationJob, answered: Sequence[SystemAnswers], resampling: Resampling) -> list[Measurement]:
    """All systems and metrics on the same resamples."""
    estimates = resampling.estimates([one for answers in answered for one in answers.observed])
    width = len(job.measured)
    return [
        Measurement(
            answers,
            estimates[place * width : (place + 1) * width],
            [signature(named, job.suite, answers.system, job.settings) for named in job.measured],
        )
        for place, answers in enumerate(answered)
    ]


def _contests(job: EvaluationJob, measured: Sequence[Measurement], resampling: Resampling) -> Iterator[Contest]:
    for index, named in enumerate(job.measured):
        contestants = [
            Contestant(one.answers.system.name, one.answers.observed[index], one.estimates[index]) for one in measured
        ]
        yield Contest(job.suite.name, named.spec.name, str(named.spec), contestants, resampling)


def score(spec: Spec, observed: Observation, estimates: Array, resampling: Resampling, signed: str) -> Score:
    """One metric's values with their intervals; a score over nothing is NaN."""
    metric, counted = observed.metric, observed.statistics.counted
    n, values = int(counted.sum()), observed.value()
    return Score(
        metric=spec.name,
        values={key: float(values[place]) if n else float("nan") for place, key in enumerate(metric.keys)},
        intervals=resampling.intervals(observed, estimates) if resampling.resamples else {},
        n=n,
        skipped=len(counted) - n - _foreign(observed),
        higher_is_better=metric.higher_is_better,
        signature=signed,
        level=resampling.level,
        spec=str(spec),
        scale=metric.scale,
    )


def _foreign(observed: Observation) -> int:
    foreign = observed.statistics.foreign
    return 0 if foreign is None else int(foreign.sum())


def _scores(
    metrics: Sequence[NamedMetric],
    observed: Sequence[Observation],
    estimates: Sequence[Array],
    signatures: Sequence[str],
    resampling: Resampling,
) -> tuple[Score, ...]:
    return tuple(
        score(named.spec, one, drawn, resampling, signed)
        for named, one, drawn, signed in zip(metrics, observed, estimates, signatures, strict=True)
    )


def _slices(job: EvaluationJob, measured: Sequence[Measurement], resampling: Resampling) -> list[list[Slice]]:
    """The same scores over the cases of each tag value, per system."""
    found: list[list[Slice]] = [[] for _ in measured]
    width = len(job.metrics)
    for tag in job.suite.slices:
        for value, members in _members(job.suite, tag).items():
            parts = [one.part(members) for system in measured for one in system.answers.observed[:width]]
            drawing = resampling.part(members)
            estimates = drawing.estimates(parts)
            for position, slices in enumerate(found):
                own = slice(position * width, (position + 1) * width)
                signatures = measured[position].signatures[:width]
                slices.append(Slice(tag, value, _scores(job.metrics, parts[own], estimates[own], signatures, drawing)))
    return found


def _members(suite: Suite, tag: str) -> dict[str, NDArray[np.int64]]:
    """The places of the cases with each value of a tag, in the order slices are shown."""
    members: dict[str, array[int]] = {}
    for position, values in enumerate(suite.tagged(tag)):
        for value in values:
            members.setdefault(value, array("q")).append(position)
    first = [value for value in suite.order.get(tag, ()) if value in members]
    return {value: np.array(members[value], dtype=np.int64) for value in dict.fromkeys((*first, *members))}


@dataclass(frozen=True, slots=True)
class RunMeasure:
    """What a family measures for itself, resampled like every other score of the run."""

    supporting: tuple[Score, ...]
    slices: tuple[Slice, ...]
    resampling: Resampling

    def __call__(self, metric: Metric, evidence: Sequence[Evidence]) -> Score:
        """One more score, with the same draws."""
        observed = Observation(metric, metric.observe(evidence))
        return score(Spec(metric.name), observed, self.resampling.estimates([observed])[0], self.resampling, "")


def usage_extras(system: System) -> dict[str, Any]:
    """What a system's answers took, where it says so."""
    return {"usage": dict(system.usage())} if isinstance(system, ReportsUsage) else {}


def _inspected(metrics: Sequence[NamedMetric], evidence: Sequence[Evidence]) -> Iterator[Finding]:
    """What a metric says of texts it does not fit."""
    for named in metrics:
        if isinstance(named.metric, InspectsEvidence):
            yield from named.metric.inspect(evidence)


def _report(job: EvaluationJob, measured: Measurement, resampling: Resampling, slices: Sequence[Slice]) -> Report:
    suite, answered = job.suite, measured.answers
    family, answers, evidence = suite.family, answered.answers, answered.evidence
    all_scores = _scores(job.measured, answered.observed, measured.estimates, measured.signatures, resampling)
    scores, supporting = all_scores[: len(job.metrics)], all_scores[len(job.metrics) :]
    measure = RunMeasure(supporting, tuple(slices), resampling)
    return Report(
        suite=describe_suite(suite),
        system=describe_system(answered.system),
        scores=scores,
        slices=tuple(slices),
        findings=(
            *suite.findings,
            *answered.system.system.findings(),
            *unread_context(suite, answered.system.system),
            *unknown_tokens(suite, answers),
            *(family.inspect(suite, answers, evidence) if isinstance(family, InspectsRun) else ()),
            *_inspected(job.metrics, evidence),
            *partial_judges(job.metrics, answered.system),
            *chosen_by_metric(job.metrics, answered.system),
            *skipped_cases(suite, evidence),
            *without_interval(scores, slices),
        ),
        cases=case_results(suite, answers, evidence, job.measured, answered.observed)
        if job.settings.keep_cases
        else (),
        extras={
            **(family.extras(suite, answers, evidence, measure) if isinstance(family, ContributesExtras) else {}),
            **usage_extras(answered.system.system),
        },
        settings=job.settings.record(),
        supporting=supporting,
    )

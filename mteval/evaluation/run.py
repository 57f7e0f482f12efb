"""Puts a suite to systems, judges their answers, and reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from mteval.core import registry
from mteval.core.columns import Columns, kinds_of
from mteval.core.errors import CapabilityError, MtevalError
from mteval.core.evidence import Comparison, Evidence, Skipped
from mteval.core.options import Spec, parse_spec
from mteval.core.protocols import Family, JudgesTogether, ObservesTogether, Statistics
from mteval.core.queries import Answer, Unanswered
from mteval.core.results import Results
from mteval.core.suites import SegmentCases, Suite
from mteval.evaluation.given import GivenTranslations
from mteval.evaluation.languages import source_language, target_language
from mteval.evaluation.opened import NamedMetric, NamedSystem, open_metrics, require_capability, told_languages
from mteval.evaluation.portions import observed_in_portions
from mteval.evaluation.scores import EvaluationJob, SystemAnswers, results
from mteval.evaluation.settings import Settings
from mteval.statistics.resampling import Observation
from mteval.storage.allocator import SpareMemory
from mteval.storage.answers import AnswerCache, answer_all

Watch = Callable[[str, int, int], None]
_spare_memory = SpareMemory()


def family_of(suite: Suite) -> Family:
    """The family that judges a suite."""
    if suite.family is None:
        raise MtevalError(f"The suite '{suite.name}' was not loaded by the library, so nobody judges its answers.")
    return suite.family


def evaluate(
    suite: Suite,
    systems: Sequence[NamedSystem],
    metrics: Sequence[Spec] = (),
    settings: Settings | None = None,
    watch: Watch | None = None,
) -> Results:
    """Ask every system every question of the suite, and report scores, slices, findings and paired tests."""
    settings = settings or Settings()
    target = target_language(suite, [system.name for system in systems])
    source = source_language(suite)
    opened = open_metrics(metrics or tuple(parse_spec(text) for text in suite.metrics), target, source)
    named = {one.spec.name for one in opened}
    supporting = open_metrics([Spec(name) for name in family_of(suite).supporting if name not in named])
    systems = [told_languages(system, source, target) for system in systems]
    for system in systems:
        require_capability(suite, system)
    cache = AnswerCache() if any(system.system.fingerprint for system in systems) else None
    answered = []
    for system in systems:
        answers = answer_suite(suite, system, cache, watch)
        answered.append(SystemAnswers(system, answers, judge_all(suite, answers)))
    job = EvaluationJob(suite, tuple(opened), tuple(supporting), settings)
    made = results(job, _observed(answered, job.measured))
    _spare_memory.give_back()
    return made


def answer_suite(
    suite: Suite, system: NamedSystem, cache: AnswerCache | None = None, watch: Watch | None = None
) -> Sequence[Answer]:
    """Ask a system every question of a suite: one answer per case, in case order."""

    def progress(done: int, total: int) -> None:
        if watch:
            watch(system.name, done, total)

    if isinstance(system.system, GivenTranslations) and isinstance(suite.cases, SegmentCases):
        return system.system.translations
    queries, places = suite.questions()
    given = answer_all(system.system, queries, cache, progress, system.remote)
    return [given[place] for place in places]


def answer_cached(suite: Suite, system: NamedSystem) -> Sequence[Answer]:
    """Ask a system that can answer every question of a suite, or take what it answered before."""
    require_capability(suite, system)
    system = told_languages(system, source_language(suite), target_language(suite, [system.name]))
    return answer_suite(suite, system, AnswerCache() if system.system.fingerprint else None)


def judge_all(suite: Suite, answers: Sequence[Answer]) -> Sequence[Evidence]:
    """Judge every answer; what the system left unanswered is skipped."""
    family = family_of(suite)
    if isinstance(family, JudgesTogether):
        return family.judge_all(suite, answers)
    return [
        Skipped(answer.reason) if isinstance(answer, Unanswered) else family.judge(case, answer)
        for case, answer in zip(suite.cases, answers, strict=True)
    ]


def _observed(answered: Sequence[SystemAnswers], metrics: Sequence[NamedMetric]) -> list[SystemAnswers]:
    """What each metric sees of each system's evidence."""
    columns = [_column(named, [one.evidence for one in answered]) for named in metrics]
    return [replace(one, observed=[column[place] for column in columns]) for place, one in enumerate(answered)]


def _column(named: NamedMetric, evidence: Sequence[Sequence[Evidence]]) -> list[Observation]:
    for one in evidence:
        _require_evidence(named, one)
        _require_texts(named, one)
    metric = named.metric
    if isinstance(metric, ObservesTogether):
        return [Observation(metric, statistics) for statistics in metric.observe_together(evidence)]
    columns = [one for one in evidence if isinstance(one, Columns)]
    if metric.portion and len(columns) == len(evidence):
        return [Observation(metric, statistics) for statistics in observed_in_portions(metric, columns)]
    return [Observation(metric, _observation(named, one)) for one in evidence]


def observe(named: NamedMetric, evidence: Sequence[Evidence]) -> Statistics:
    """What a metric sees of evidence; refused where the metric looks for something that is not there."""
    _require_evidence(named, evidence)
    _require_texts(named, evidence)
    return named.metric.observe(evidence)


def _observation(named: NamedMetric, evidence: Sequence[Evidence]) -> Statistics:
    """What a metric observes; where a suite yields evidence of several kinds, that of the others is not its own."""
    observed = named.metric.observe(evidence)
    wanted = named.metric.evidence
    if wanted is None or all(issubclass(kind, (wanted, Skipped)) for kind in kinds_of(evidence)):
        return observed
    foreign = np.array([not isinstance(one, (wanted, Skipped)) for one in evidence], dtype=np.bool_)
    return replace(observed, foreign=foreign)


def _require_evidence(named: NamedMetric, evidence: Sequence[Evidence]) -> None:
    """Refuse a metric that looks for another kind of evidence than the suite yields."""
    wanted = named.metric.evidence
    if wanted is None or not evidence or any(isinstance(one, (wanted, Skipped)) for one in evidence):
        return
    raise CapabilityError(
        f"The metric '{named.spec.name}' needs {wanted.__name__} evidence, but this suite yields "
        f"{type(evidence[0]).__name__}. Leave --metrics out to get the suite's own."
    )


def _require_texts(named: NamedMetric, evidence: Sequence[Evidence]) -> None:
    """Refuse a metric that looks at references or sources where there are none."""
    if Comparison not in kinds_of(evidence):
        return
    compared = (one for one in evidence if isinstance(one, Comparison))
    if named.metric.needs_source and all(one.source is None for one in compared):
        raise CapabilityError(
            f"The metric '{named.spec.name}' reads the source, and there is none. Give it: mteval score -s SOURCE."
        )
    compared = (one for one in evidence if isinstance(one, Comparison))
    if named.metric.needs_references and not any(one.references for one in compared):
        raise CapabilityError(
            f"The metric '{named.spec.name}' compares with references, and there are none. Give one with -r, or use a metric "
            f"that needs none: {', '.join(_unreferenced_metrics())}; or comet and metricx with a reference-free model."
        )


def _unreferenced_metrics() -> list[str]:
    plugins = {name: registry.metrics.find(name) for name in registry.metrics.names()}
    return [name for name, one in plugins.items() if one.evidence is Comparison and one.needs_references is False]

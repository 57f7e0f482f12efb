"""Puts a suite to systems and turns their answers into reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from mteval.answer_cache import AnswerCache, answer_all
from mteval.case_results import NamedMetric
from mteval.compare import Settings
from mteval.core import registry
from mteval.core.errors import CapabilityError, UsageError
from mteval.core.evidence import Evidence, Skipped
from mteval.core.options import Spec, SystemSpec, parse_spec
from mteval.core.protocols import Family, JudgesTogether
from mteval.core.queries import Answer, Unanswered
from mteval.core.results import Results
from mteval.core.suites import Suite
from mteval.library import cache_folder
from mteval.scoring import Job, Judged, NamedSystem, results

Watch = Callable[[str, int, int], None]


def open_systems(specs: Sequence[SystemSpec]) -> list[NamedSystem]:
    """Open every system; two that would share a name are told apart by what they were opened with."""
    short = [spec.name or Path(spec.argument).name or spec.argument for spec in specs]
    names = [
        spec.argument if short.count(name) > 1 and spec.name is None else name
        for name, spec in zip(short, specs, strict=True)
    ]
    if len(set(names)) < len(names):
        raise UsageError("Two systems have the same name. Give them names of their own: NAME=BACKEND:ARGUMENT.")
    return [
        NamedSystem(name, spec.backend, registry.systems.find(spec.backend)(spec.argument, spec.options))
        for name, spec in zip(names, specs, strict=True)
    ]


def open_metrics(specs: Sequence[Spec]) -> list[NamedMetric]:
    """Open every metric with its options."""
    if len({str(spec) for spec in specs}) < len(specs):
        raise UsageError("A metric is asked for twice. Leave one of them out.")
    return [NamedMetric(spec, registry.metrics.find(spec.name)(**spec.options)) for spec in specs]


def family_of(suite: Suite) -> Family:
    """The family that judges a suite, with the suite's options."""
    family: Family = registry.families.find(suite.source.family)(suite.options)
    return family


def evaluate(
    suite: Suite,
    systems: Sequence[NamedSystem],
    metrics: Sequence[Spec] = (),
    settings: Settings | None = None,
    watch: Watch | None = None,
) -> Results:
    """Ask every system every question of the suite, and report scores, slices, findings and paired tests."""
    settings = settings or Settings()
    opened = open_metrics(metrics or tuple(parse_spec(text) for text in suite.metrics))
    family = family_of(suite)
    for system in systems:
        require_capability(suite, system)
    cache = AnswerCache(cache_folder()) if any(system.system.fingerprint for system in systems) else None
    judged = [_judge(suite, family, system, cache, watch) for system in systems]
    return results(Job(suite, family, tuple(opened), settings), [_observe(one, opened) for one in judged])


def require_capability(suite: Suite, system: NamedSystem) -> None:
    """Refuse a system that cannot answer the suite's kind of question."""
    asked = {type(case.query) for case in suite.cases}
    for kind in asked:
        if kind not in system.system.answers:
            able = ", ".join(sorted(known.__name__ for known in system.system.answers)) or "nothing"
            fitting = [name for name in registry.systems.names() if kind in _answers(name)]
            raise CapabilityError(
                f"Suite '{suite.name}' asks for {kind.__name__}, but '{system.backend}' only answers {able}. "
                f"Use one of {', '.join(fitting)}."
            )


def _answers(backend: str) -> tuple[type, ...]:
    try:
        answers: tuple[type, ...] = registry.systems.find(backend).answers
    except ImportError:
        return ()
    return answers


def _judge(suite: Suite, family: Family, system: NamedSystem, cache: AnswerCache | None, watch: Watch | None) -> Judged:
    answers = answer_suite(suite, system, cache, watch)
    return Judged(system, answers, judge_all(suite, family, answers), ())


def answer_suite(
    suite: Suite, system: NamedSystem, cache: AnswerCache | None = None, watch: Watch | None = None
) -> list[Answer]:
    """Ask a system every question of a suite: one answer per case, in case order."""

    def progress(done: int, total: int) -> None:
        if watch:
            watch(system.name, done, total)

    queries, places = suite.questions()
    given = answer_all(system.system, queries, cache, progress)
    return [given[place] for place in places]


def answer_cached(suite: Suite, system: NamedSystem) -> list[Answer]:
    """Ask a system that can answer every question of a suite, or take what it answered before."""
    require_capability(suite, system)
    return answer_suite(suite, system, AnswerCache(cache_folder()) if system.system.fingerprint else None)


def judge_all(suite: Suite, family: Family, answers: Sequence[Answer]) -> Sequence[Evidence]:
    """Judge every answer; what the system left unanswered is skipped."""
    if isinstance(family, JudgesTogether):
        return family.judge_all(suite, answers)
    return [
        Skipped(answer.reason) if isinstance(answer, Unanswered) else family.judge(case, answer)
        for case, answer in zip(suite.cases, answers, strict=True)
    ]


def _observe(judged: Judged, metrics: Sequence[NamedMetric]) -> Judged:
    for named in metrics:
        wanted = getattr(named.metric, "evidence", None)
        if wanted is None or not judged.evidence:
            continue
        if not any(isinstance(one, (wanted, Skipped)) for one in judged.evidence):
            found = type(judged.evidence[0]).__name__
            raise CapabilityError(
                f"The metric '{named.spec.name}' needs {wanted.__name__} evidence, but this suite yields {found}. "
                "Leave --metrics out to get the suite's own."
            )
    return replace(judged, statistics=[named.metric.observe(judged.evidence) for named in metrics])

"""Turns judged answers into reports: scores, intervals, slices, findings, and every pair tested."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mteval.case_results import NamedMetric, case_results
from mteval.compare import Contest, Entry, Settings, compare, too_few_draws
from mteval.core.evidence import Evidence, Outcome, Skipped, Verdict
from mteval.core.protocols import ContributesExtras, Family, InspectsResults, InspectsRun, Statistics, System
from mteval.core.queries import Answer
from mteval.core.results import Finding, Report, Results, Score, Slice
from mteval.core.suites import Suite
from mteval.core.version import own_version
from mteval.statistics.resampling import Array, Clusters, Observed, bootstrap, percentile_interval, several_clusters

SHOWN_SKIPS = 5
FEW_CLUSTERS = 5
UNSIGNED = ("name", "file", "digest", "sha256")  # they say which texts, not how the number was made


@dataclass(frozen=True, slots=True)
class NamedSystem:
    """A system that was opened, with the name it has in reports."""

    name: str
    backend: str
    system: System


@dataclass(frozen=True, slots=True)
class Job:
    """What is being evaluated, and how."""

    suite: Suite
    family: Family
    metrics: tuple[NamedMetric, ...]
    settings: Settings


@dataclass(frozen=True, slots=True)
class Judged:
    """What one system answered, and what it amounts to."""

    system: NamedSystem
    answers: Sequence[Answer]
    evidence: Sequence[Evidence]
    statistics: Sequence[Statistics]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One system's statistics under every metric, and their values on the resamples."""

    judged: Judged
    observed: Sequence[Observed]
    estimates: Sequence[Array]


def results(job: Job, judged: Sequence[Judged]) -> Results:
    """Report every system, and test every pair of them."""
    clusters = suite_clusters(job.suite)
    drawn = _draw(job, judged, clusters)
    slices = _slices(job, drawn, clusters)
    reports = [_report(job, one, found) for one, found in zip(drawn, slices, strict=True)]
    if isinstance(job.family, InspectsResults):
        extra = job.family.inspect_results(reports)
        reports = [
            replace(report, findings=(*report.findings, *extra.get(report.system["name"], ()))) for report in reports
        ]
    outcomes = [compare(contest, job.settings) for contest in _contests(job, drawn, clusters)]
    tested = tuple(test for tests, _ in outcomes for test in tests)
    coarse = (*too_few_draws(tested, job.settings), *_few_clusters(job.suite, clusters, job.settings))
    return Results(
        tuple(replace(report, findings=(*report.findings, *coarse)) for report in reports),
        tested,
        tuple(rank for _, ranks in outcomes for rank in ranks),
    )


def _draw(job: Job, judged: Sequence[Judged], clusters: Clusters | None) -> list[Drawn]:
    observed = [
        [Observed(named.metric, table) for named, table in zip(job.metrics, one.statistics, strict=True)]
        for one in judged
    ]
    flat = [one for row in observed for one in row]
    estimates = bootstrap(flat, job.settings.resamples, job.settings.seed, clusters)
    width = len(job.metrics)
    return [
        Drawn(one, row, estimates[i * width : (i + 1) * width])
        for i, (one, row) in enumerate(zip(judged, observed, strict=True))
    ]


def suite_clusters(suite: Suite) -> Clusters | None:
    """The cluster of each case where the suite has several; a case without one stands alone."""
    tag = suite.cluster
    if tag is None:
        return None
    return several_clusters([case.tags[tag][0] if case.tags.get(tag) else f"\0{case.id}" for case in suite.cases])


def _few_clusters(suite: Suite, clusters: Clusters | None, settings: Settings) -> Iterator[Finding]:
    count = 1 if clusters is None else len(np.unique(clusters))
    if suite.cluster and settings.resamples and count < FEW_CLUSTERS < len(suite.cases):
        how = "cases were resampled one by one" if count == 1 else "whole ones were resampled"
        message = f"The cases belong to only {count} clusters by '{suite.cluster}' ({how}): intervals and tests are unreliable."
        yield Finding("few-clusters", message, count)


def _contests(job: Job, drawn: Sequence[Drawn], clusters: Clusters | None) -> Iterator[Contest]:
    verdicts = [_verdicts(one.judged.evidence) for one in drawn]
    preferred = getattr(job.family, "paired_test", "bootstrap")
    for index, named in enumerate(job.metrics):
        entries = [
            Entry(one.judged.system.name, one.observed[index], one.estimates[index], *verdict)
            for one, verdict in zip(drawn, verdicts, strict=True)
        ]
        yield Contest(job.suite.name, named.spec.name, str(named.spec), entries, clusters, preferred)


def _verdicts(evidence: Sequence[Evidence]) -> tuple[NDArray[np.bool_] | None, NDArray[np.bool_] | None]:
    if not any(isinstance(one, Verdict) for one in evidence) and not all(isinstance(one, Skipped) for one in evidence):
        return None, None
    outcomes = [one.outcome if isinstance(one, Verdict) else Outcome.SKIPPED for one in evidence]
    passed = np.array([outcome is Outcome.PASSED for outcome in outcomes])
    return passed, np.array([outcome in (Outcome.PASSED, Outcome.FAILED) for outcome in outcomes])


def _scores(job: Job, observed: Sequence[Observed], estimates: Sequence[Array], made_by: str) -> tuple[Score, ...]:
    return tuple(
        _score(job, named, one, drawn, made_by)
        for named, one, drawn in zip(job.metrics, observed, estimates, strict=True)
    )


def _score(job: Job, named: NamedMetric, observed: Observed, estimates: Array, made_by: str) -> Score:
    settings = job.settings
    values, counted = observed.value(), observed.statistics.counted
    keys = named.metric.keys
    intervals = {key: percentile_interval(estimates[:, i], settings.level) for i, key in enumerate(keys)}
    n = int(counted.sum())
    return Score(
        metric=named.spec.name,
        values={key: float(values[i]) if n else float("nan") for i, key in enumerate(keys)},
        intervals=intervals if settings.resamples else {},
        n=n,
        skipped=len(counted) - n,
        higher_is_better=named.metric.higher_is_better,
        signature=_signature(job, named, made_by),
        level=settings.level,
        spec=str(named.spec),
    )


def _signature(job: Job, named: NamedMetric, made_by: str) -> str:
    """The metric's own signature, and what else the number depends on: resampling, options, data, backend, version."""
    parts = [named.metric.signature]
    if job.settings.resamples:
        parts += [f"bs:{job.settings.resamples}", f"seed:{job.settings.seed}"]
    files = getattr(job.family, "file_options", ())
    options = sorted(job.suite.options.items())
    parts += [f"{key}:{_file_text(str(value)) if key in files else value}" for key, value in options]
    if job.suite.source.digest:
        parts.append(f"data:{job.suite.source.digest[:12]}")
    return "|".join([*parts, made_by, f"mteval:{own_version()}"])


def _file_text(text: str) -> str:
    """A file that an option names, by name and digest: where it lies says nothing to whoever repeats the number."""
    path = Path(text)
    return f"{path.name}@{_digest(path, path.stat().st_mtime_ns)[:12]}" if path.is_file() else text


@lru_cache(maxsize=32)
def _digest(path: Path, changed: int) -> str:
    """The sha256 of a file as it was when last changed; every slice asks again."""
    del changed
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _made_by(named: NamedSystem) -> str:
    """What the answers depend on beside the texts: backend, sign, device, precision, versions."""
    told = describe_system(named)
    return "|".join(f"{key}:{value}" for key, value in told.items() if key not in UNSIGNED and value)


def _slices(job: Job, drawn: Sequence[Drawn], clusters: Clusters | None) -> list[list[Slice]]:
    """The same scores over the cases of each tag value, per system."""
    found: list[list[Slice]] = [[] for _ in drawn]
    width, settings = len(job.metrics), job.settings
    made_by = [_made_by(one.judged.system) for one in drawn]
    for tag in job.suite.slices:
        for value, members in _members(job.suite, tag).items():
            parts = [_part(one, members) for system in drawn for one in system.observed]
            estimates = bootstrap(parts, settings.resamples, settings.seed, _part_clusters(clusters, members))
            for position, slices in enumerate(found):
                own = slice(position * width, (position + 1) * width)
                slices.append(Slice(tag, value, _scores(job, parts[own], estimates[own], made_by[position])))
    return found


def _members(suite: Suite, tag: str) -> dict[str, NDArray[np.int64]]:
    members: dict[str, list[int]] = {}
    for position, case in enumerate(suite.cases):
        for value in case.tags.get(tag, ()):
            members.setdefault(value, []).append(position)
    first = [value for value in suite.order.get(tag, ()) if value in members]
    return {value: np.array(members[value]) for value in dict.fromkeys((*first, *members))}


def _part(observed: Observed, members: NDArray[np.int64]) -> Observed:
    whole = observed.statistics
    strata = None if whole.strata is None else whole.strata[members]
    names = whole.strata_names
    if strata is not None and len(names):
        present, strata = np.unique(strata, return_inverse=True)
        names = tuple(names[i] for i in present if i >= 0)
        strata = strata - int(present[0] < 0)
    return Observed(observed.metric, Statistics(whole.rows[members], whole.counted[members], strata, names))


def _part_clusters(clusters: Clusters | None, members: NDArray[np.int64]) -> Clusters | None:
    """A slice that lies within one cluster has no spread between clusters, so its cases are resampled one by one."""
    if clusters is None:
        return None
    present, numbered = np.unique(clusters[members], return_inverse=True)
    return numbered.astype(np.int64) if len(present) > 1 else None


def _report(job: Job, drawn: Drawn, slices: Sequence[Slice]) -> Report:
    suite, family, judged = job.suite, job.family, drawn.judged
    inspected = family.inspect(suite, judged.answers, judged.evidence) if isinstance(family, InspectsRun) else ()
    extras = family.extras(suite, judged.answers, judged.evidence) if isinstance(family, ContributesExtras) else {}
    return Report(
        suite=describe_suite(suite),
        system=describe_system(judged.system),
        scores=_scores(job, drawn.observed, drawn.estimates, _made_by(judged.system)),
        slices=tuple(slices),
        findings=(
            *suite.findings,
            *judged.system.system.findings(),
            *_unread_context(suite, judged.system.system),
            *_unknown_tokens(suite, judged.answers),
            *inspected,
            *_skips(suite, judged.evidence),
        ),
        cases=case_results(suite, judged.answers, judged.evidence, job.metrics, judged.statistics)
        if job.settings.keep_cases
        else (),
        extras=extras,
        settings=job.settings.record(),
    )


def _unread_context(suite: Suite, system: System) -> Iterator[Finding]:
    """A model that reads no context is not tested on what the context decides."""
    queries = [case.query for case in suite.cases]
    given = sum(bool(getattr(one, "source_context", ()) or getattr(one, "target_context", ())) for one in queries)
    if given and system.signature.get("context") == "0":
        message = (
            f"{given} cases have preceding sentences, which the model was not given. Add ?context=N to the system."
        )
        yield Finding("unread-context", message, given)


def _unknown_tokens(suite: Suite, answers: Sequence[Answer]) -> Iterator[Finding]:
    counts = [getattr(answer, "unknown", 0) for answer in answers]
    cases = [case.id for case, count in zip(suite.cases, counts, strict=True) if count]
    if cases:
        message = f"{sum(counts)} tokens in {len(cases)} cases are unknown to the model, which cannot tell them apart."
        yield Finding("unknown-token", message, sum(counts), tuple(cases[:SHOWN_SKIPS]))


def _skips(suite: Suite, evidence: Sequence[Evidence]) -> Iterator[Finding]:
    reasons: dict[str, list[str]] = {}
    for case, one in zip(suite.cases, evidence, strict=True):
        if isinstance(one, Skipped):
            reasons.setdefault(one.reason, []).append(case.id)
    for reason, cases in reasons.items():
        yield Finding("skipped", f"{len(cases)} cases were skipped: {reason}.", len(cases), tuple(cases[:SHOWN_SKIPS]))


def describe_suite(suite: Suite) -> Mapping[str, Any]:
    """What a report says of the suite."""
    source = suite.source
    return {
        "name": source.name,
        "family": source.family,
        "version": source.version,
        "digest": source.digest,
        "format": source.format,
        "languages": list(source.languages),
        "licence": source.licence,
        "citation": source.citation,
        "status": source.status,
        "cases": len(suite.cases),
        "cluster": suite.cluster,
        "options": {key: str(value) for key, value in suite.options.items()},
    }


def describe_system(named: NamedSystem) -> Mapping[str, Any]:
    """What a report says of the system."""
    return {"name": named.name, "backend": named.backend, **named.system.signature}

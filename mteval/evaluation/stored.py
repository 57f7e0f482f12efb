"""Compares systems from what earlier runs wrote: cases are matched by id and their statistics used again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Skipped
from mteval.core.protocols import Metric, Statistics
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results
from mteval.core.suites import cluster_labels
from mteval.evaluation.opened import open_metric
from mteval.evaluation.pairs import Contest, Contestant, compare, too_few_cases, too_few_draws
from mteval.evaluation.settings import Settings
from mteval.evaluation.stored_settings import StoredSettings, settings_of
from mteval.evaluation.views import family_view
from mteval.statistics.resampling import Observation, Resampling, several_clusters


def compare_stored(parts: Sequence[Results], settings: Settings | None = None) -> Results:
    """Put the reports of several runs side by side and test every pair again, by default as the runs were made."""
    return compare_as(parts, settings_of(parts) if settings is None else StoredSettings(settings, "as given", {}))


def compare_as(parts: Sequence[Results], taken: StoredSettings) -> Results:
    """Put the reports of several runs side by side and test every pair again, by settings taken from them."""
    settings = taken.settings
    reports = _with_own_names([report for part in parts for report in part.reports])
    results = Results(tuple(reports))
    tests: list[PairedTest] = []
    beside: list[PairedTest] = []
    ranks: list[Ranks] = []
    noted: list[str] = []
    few: dict[str, tuple[Finding, ...]] = {}
    for suite, group in results.by_suite():
        refuse_other_data(group)
        if not all(report.cases for report in group):
            noted.append(suite)
            continue
        for contest in contests(suite, group, settings):
            few[suite] = tuple(too_few_cases([contest])) or few.get(suite, ())
            found, ranked = compare(contest, settings)
            if contest.supporting:
                beside += found
            else:
                tests += found
                ranks += ranked
    shown = (_note(report, noted, tests, few) for report in _inspected(reports, [*tests, *beside]))
    told = tuple(
        replace(report, findings=(*report.findings, *taken.findings()), settings=settings.record())
        for report in _options_noted(tuple(shown))
    )
    return Results(told, tuple(tests), tuple(ranks))


def _inspected(reports: Sequence[Report], tests: Sequence[PairedTest]) -> Iterator[Report]:
    """What a family finds across systems, found again for those compared here."""
    across: dict[tuple[str, str], Sequence[Finding]] = {}
    for suite, group in Results(tuple(reports)).by_suite():
        own = [test for test in tests if test.suite == suite]
        found = family_view(group[0].suite["family"]).findings(group, own)
        across |= {(suite, system): findings for system, findings in found.items()}
    codes = {finding.code for findings in across.values() for finding in findings}
    for report in reports:
        kept = tuple(finding for finding in report.findings if finding.code not in codes)
        yield replace(report, findings=(*kept, *across.get((report.suite["name"], report.system["name"]), ())))


def _options_noted(reports: Sequence[Report]) -> Iterator[Report]:
    """Say where runs of one suite were judged by different family options."""
    for report in reports:
        peers = [other.suite.get("options", {}) for other in reports if other.suite["name"] == report.suite["name"]]
        keys = sorted({key for options in peers for key in options if any(o.get(key) != options[key] for o in peers)})
        if not keys:
            yield report
            continue
        own = ", ".join(f"{key}={report.suite.get('options', {}).get(key, 'not set')}" for key in keys)
        message = f"The runs were judged by different options (here {own}), so their scores are not comparable."
        yield replace(report, findings=(*report.findings, Finding("different-options", message)))


def _note(
    report: Report, suites: Sequence[str], tests: Sequence[PairedTest], few: Mapping[str, Sequence[Finding]]
) -> Report:
    suite = report.suite["name"]
    if suite not in suites:
        own = [test for test in tests if test.suite == suite]
        kept = tuple(one for one in report.findings if one.code not in ("too-few-resamples", "too-few-cases"))
        return replace(report, findings=(*kept, *few.get(suite, ()), *too_few_draws(own)))
    message = "Not every report has its cases beside it, so systems were not tested against each other. Use run -o DIR."
    return replace(report, findings=(*report.findings, Finding("no-cases", message)))


def _with_own_names(reports: Sequence[Report]) -> list[Report]:
    """Number systems of the same name on the same suite, as when one system was run twice."""
    seen: dict[tuple[str, str], int] = {}
    named = []
    for report in reports:
        key = (report.suite["name"], report.system["name"])
        seen[key] = seen.get(key, 0) + 1
        name = key[1] if seen[key] == 1 else f"{key[1]} ({seen[key]})"
        named.append(replace(report, system={**report.system, "name": name}))
    return named


def refuse_other_data(reports: Sequence[Report]) -> None:
    """Scores on different data are not comparable."""
    digests = {report.suite["digest"] for report in reports}
    # A run without sources scored the same references; two different sources are two test sets.
    sources = {report.suite["source_digest"] for report in reports if report.suite.get("source_digest")}
    if len(digests) > 1 or len(sources) > 1:
        name = reports[0].suite["name"]
        raise UsageError(
            f"The reports on '{name}' come from different data (their digests differ). Run them again on one copy."
        )


def contests(suite: str, reports: Sequence[Report], settings: Settings) -> Iterator[Contest]:
    """One contest per metric that all reports have."""
    ids = [case.id for case in reports[0].cases]
    rows = [_by_id(report, ids) for report in reports]
    resampling = stored_resampling(reports[0], reports[0].cases, settings)
    cases = dict(zip([report.system["name"] for report in reports], rows, strict=True))
    for score in (*reports[0].scores, *reports[0].supporting):
        spec = score.spec or score.metric
        if all(any(other.spec == spec for other in (*report.scores, *report.supporting)) for report in reports):
            _refuse_other_tokens(spec, reports)
            contest = stored_contest(suite, spec, cases, resampling)
            yield replace(contest, supporting=score in reports[0].supporting)


def _refuse_other_tokens(spec: str, reports: Sequence[Report]) -> None:
    """Scores over different tokens are not comparable, though they go by one name."""
    found: dict[str, Report] = {}
    for report in reports:
        score = next(one for one in (*report.scores, *report.supporting) if one.spec == spec)
        found |= {part: report for part in score.signature.split("|") if part.startswith("tok:")}
    if len(found) > 1:
        told = " and ".join(f"{part} ({report.system['name']})" for part, report in found.items())
        raise UsageError(f"The runs have '{spec}' over different tokens: {told}. Score them again alike.")


def stored_contest(suite: str, spec: str, cases: Mapping[str, Sequence[CaseResult]], resampling: Resampling) -> Contest:
    """Systems on one metric, from the rows their runs kept; the cases of all stand in the same order."""
    named = open_metric(spec)
    observed = [Observation(named.metric, stored_statistics(own, spec, named.metric)) for own in cases.values()]
    estimates = resampling.estimates(observed)
    contestants = [Contestant(*one) for one in zip(cases, observed, estimates, strict=True)]
    return Contest(suite, named.spec.name, spec, contestants, resampling)


def stored_resampling(report: Report, cases: Sequence[CaseResult], settings: Settings) -> Resampling:
    """How a run's cases, or some of them, are resampled: by the clusters of its suite."""
    tag = report.suite.get("cluster")
    return settings.resampling(several_clusters(cluster_labels(tag, cases)) if tag else None)


def _by_id(report: Report, ids: Sequence[str]) -> list[CaseResult]:
    cases = {case.id: case for case in report.cases}
    missing = [case for case in ids if case not in cases]
    if missing or len(cases) != len(ids):
        name = f"{report.suite['name']} ({report.system['name']})"
        raise DataError(
            name, f"does not hold the same cases as the first report (for instance {missing[:1] or 'more'})."
        )
    return [cases[case] for case in ids]


def stored_statistics(cases: Sequence[CaseResult], spec: str, metric: Metric) -> Statistics:
    """The rows of one metric as they were observed; columns a later version added are zero."""
    stored = [case.statistics.get(spec) for case in cases]
    empty = metric.observe([Skipped("not scored")] * len(cases))
    # A metric that compares systems has as many columns as there were pairs of them.
    width = max([empty.rows.shape[1], *(len(row) for row in stored if row is not None)])
    rows = np.zeros((len(stored), width))
    for place, row in enumerate(stored):
        if row is not None:
            rows[place, : len(row)] = row
    counted = np.array([row is not None for row in stored], dtype=np.bool_)
    names = [case.strata.get(spec, "") for case in cases]
    if not any(names):
        return replace(empty, rows=rows, counted=counted) if empty.strata is None else Statistics(rows, counted)
    numbers = {name: i for i, name in enumerate(dict.fromkeys(filter(None, names)))}
    strata = np.array([numbers.get(name, -1) for name in names], dtype=np.int64)
    return Statistics(rows, counted, strata, tuple(numbers))

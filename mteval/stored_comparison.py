"""Compares systems from what earlier runs wrote: cases are matched by id and their statistics used again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mteval.compare import Contest, Entry, Settings, compare, too_few_draws
from mteval.core import registry
from mteval.core.errors import DataError, UsageError
from mteval.core.evidence import Skipped
from mteval.core.options import parse_spec
from mteval.core.presentation import reports_by_suite
from mteval.core.protocols import InspectsResults, Metric, Statistics
from mteval.core.results import CaseResult, Finding, PairedTest, Ranks, Report, Results
from mteval.statistics.resampling import Clusters, Observed, bootstrap, several_clusters
from mteval.stored_settings import Taken, taken_from


def compare_stored(parts: Sequence[Results], settings: Settings | None = None) -> Results:
    """Put the reports of several runs side by side and test every pair again, by default as the runs were made."""
    return compare_as(parts, taken_from(parts) if settings is None else Taken(settings, "as given", {}))


def compare_as(parts: Sequence[Results], taken: Taken) -> Results:
    """Put the reports of several runs side by side and test every pair again, by settings taken from them."""
    settings = taken.settings
    reports = _with_own_names([report for part in parts for report in part.reports])
    results = Results(tuple(reports))
    tests: list[PairedTest] = []
    ranks: list[Ranks] = []
    noted: list[str] = []
    for suite, group in reports_by_suite(results):
        refuse_other_data(group)
        if not all(report.cases for report in group):
            noted.append(suite)
            continue
        for contest in contests(suite, group, settings):
            found, ranked = compare(contest, settings)
            tests += found
            ranks += ranked
    shown = (_note(report, noted, tests, settings) for report in _inspected(reports))
    told = tuple(
        replace(report, findings=(*report.findings, *taken.findings()), settings=settings.record())
        for report in _options_noted(tuple(shown))
    )
    return Results(told, tuple(tests), tuple(ranks))


def _inspected(reports: Sequence[Report]) -> Iterator[Report]:
    """What a family finds across systems, found again for those compared here."""
    across: dict[tuple[str, str], Sequence[Finding]] = {}
    for suite, group in reports_by_suite(Results(tuple(reports))):
        name = group[0].suite["family"]
        family = registry.families.find(name)({}) if name in registry.families.names() else None
        found = family.inspect_results(group) if isinstance(family, InspectsResults) else {}
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


def _note(report: Report, suites: Sequence[str], tests: Sequence[PairedTest], settings: Settings) -> Report:
    if report.suite["name"] not in suites:
        own = [test for test in tests if test.suite == report.suite["name"]]
        kept = tuple(finding for finding in report.findings if finding.code != "too-few-resamples")
        return replace(report, findings=(*kept, *too_few_draws(own, settings)))
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
    if len(digests) > 1:
        name = reports[0].suite["name"]
        raise UsageError(
            f"The reports on '{name}' come from different data (their digests differ). Run them again on one copy."
        )


def contests(suite: str, reports: Sequence[Report], settings: Settings) -> Iterator[Contest]:
    """One contest per metric that all reports have."""
    ids = [case.id for case in reports[0].cases]
    rows = [_by_id(report, ids) for report in reports]
    clusters = stored_clusters(reports[0])
    for score in reports[0].scores:
        spec = score.spec or score.metric
        if not all(any(other.spec == spec for other in report.scores) for report in reports):
            continue
        metric = open_metric(spec)
        observed = [Observed(metric, stored_statistics(cases, spec)) for cases in rows]
        estimates = bootstrap(observed, settings.resamples, settings.seed, clusters)
        entries = [
            Entry(report.system["name"], one, drawn, *verdicts(cases))
            for report, one, drawn, cases in zip(reports, observed, estimates, rows, strict=True)
        ]
        yield Contest(suite, score.metric, spec, entries, clusters, preferred_test(reports[0]))


def preferred_test(report: Report) -> str:
    """The paired test the report's family prefers."""
    return str(getattr(registry.families.find(report.suite["family"]), "paired_test", "bootstrap"))


def open_metric(spec: str) -> Metric:
    """The metric a score's spec names."""
    parsed = parse_spec(spec)
    metric: Metric = registry.metrics.find(parsed.name)(**parsed.options)
    return metric


def _by_id(report: Report, ids: Sequence[str]) -> list[CaseResult]:
    cases = {case.id: case for case in report.cases}
    missing = [case for case in ids if case not in cases]
    if missing or len(cases) != len(ids):
        name = f"{report.suite['name']} ({report.system['name']})"
        raise DataError(
            name, f"does not hold the same cases as the first report (for instance {missing[:1] or 'more'})."
        )
    return [cases[case] for case in ids]


def stored_clusters(report: Report) -> Clusters | None:
    """The clusters the suite was resampled by."""
    tag = report.suite.get("cluster")
    if not tag:
        return None
    return several_clusters([case.tags[tag][0] if case.tags.get(tag) else f"\0{case.id}" for case in report.cases])


def stored_statistics(cases: Sequence[CaseResult], spec: str) -> Statistics:
    """The rows of one metric as they were observed."""
    stored = [case.statistics.get(spec) for case in cases]
    if all(row is None for row in stored):  # only the metric knows how wide its rows are
        return open_metric(spec).observe([Skipped("not scored")] * len(cases))
    width = max(len(row) for row in stored if row is not None)
    rows = np.array([row if row is not None else (0.0,) * width for row in stored], dtype=np.float64)
    counted = np.array([row is not None for row in stored])
    names = [case.strata.get(spec, "") for case in cases]
    if not any(names):
        return Statistics(rows.reshape(len(stored), width), counted)
    numbers = {name: i for i, name in enumerate(dict.fromkeys(filter(None, names)))}
    strata = np.array([numbers.get(name, -1) for name in names], dtype=np.int64)
    return Statistics(rows, counted, strata, tuple(numbers))


def verdicts(cases: Sequence[CaseResult]) -> tuple[NDArray[np.bool_] | None, NDArray[np.bool_] | None]:
    """Which cases were right and which were decided; None where the family gives no verdicts."""
    outcomes = [case.outcome for case in cases]
    if not {"passed", "failed"} & set(outcomes) and not set(outcomes) <= {"undecided", "skipped"}:
        return None, None
    passed = np.array([outcome == "passed" for outcome in outcomes])
    return passed, np.array([outcome in ("passed", "failed") for outcome in outcomes])

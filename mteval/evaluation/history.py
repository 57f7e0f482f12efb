"""How scores moved over releases: stored runs in order, each tested against the one before it.

A line is one suite, system, metric and slice. Only two runs are held at a time, so any number of them is read in the memory
of two; what is kept of each is a point per line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan
from pathlib import Path

from mteval.core.errors import DataError, UsageError
from mteval.core.results import Finding, Report, Results, Score
from mteval.evaluation.gate import Change, changes, unable_to_fail
from mteval.evaluation.reading import read_stored
from mteval.evaluation.settings import ALPHA, Settings
from mteval.storage.reports import DOCUMENT

NAME, DATE = "name", "date"
LineKey = tuple[str, str, str, str, str]
"""Suite, system ("" where a run has only one on the suite), metric, tag and value of the slice."""


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """One release on one line: the score with its interval, and the paired test against the release before it.

    `predecessor` is "" where there was nothing to test against; `p_value` is corrected over all scores and slices of the
    release (Holm).
    """

    release: str
    system: str
    value: float
    low: float
    high: float
    n: int
    data: str
    predecessor: str = ""
    p_value: float = nan
    dropped: bool = False
    rose: bool = False


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One suite, metric and slice over the releases."""

    suite: str
    system: str
    metric: str
    tag: str
    slice: str
    higher_is_better: bool
    decimals: int
    points: tuple[HistoryPoint, ...]

    @property
    def drops(self) -> tuple[HistoryPoint, ...]:
        """The releases that were significantly worse than the one before them."""
        return tuple(point for point in self.points if point.dropped)

    @property
    def name(self) -> str:
        """Suite, system and slice as a reader would say them."""
        part = f"{self.tag}={self.slice}" if self.tag else ""
        return " ".join(filter(None, (self.suite, self.system, part)))


@dataclass(frozen=True, slots=True)
class History:
    """The releases in order, the lines over them, and what a reader must know."""

    releases: tuple[str, ...]
    lines: tuple[HistoryLine, ...]
    findings: tuple[Finding, ...]


@dataclass(slots=True)
class _Growing:
    """What is known so far: the points of every line, and the last report of each suite and system."""

    points: dict[LineKey, list[HistoryPoint]] = field(default_factory=dict)
    scores: dict[LineKey, Score] = field(default_factory=dict)
    last: dict[tuple[str, str], tuple[str, Report]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def release_folders(folder: Path, order: str = NAME) -> list[Path]:
    """The stored runs in a folder: by name with numbers in them as numbers (v9 before v10), or by when they were written."""
    if not folder.is_dir():
        raise DataError(folder, "is no folder. Give the folder that holds one stored run for each release.")
    if (folder / DOCUMENT).is_file():
        raise DataError(folder, "is a single run. Give the folder that holds one stored run for each release.")
    found = [one for one in folder.iterdir() if (one / DOCUMENT).is_file()]
    if not found:
        raise DataError(folder, f"holds no stored runs. Write them with -o {folder}/RELEASE.")
    if order == DATE:
        return sorted(found, key=lambda one: ((one / DOCUMENT).stat().st_mtime_ns, _natural(one.name)))
    return sorted(found, key=lambda one: _natural(one.name))


def _natural(name: str) -> list[tuple[int, int, str]]:
    return [(0, int(part[:300]), "") if part.isdecimal() else (1, 0, part) for part in re.findall(r"\d+|\D+", name)]


def history(folder: Path, order: str = NAME, settings: Settings | None = None) -> History:
    """Read the runs of a folder in order and test each against the one before it."""
    settings = settings or Settings()
    if settings.test == "none" or (not settings.trials and settings.chosen_test != "mcnemar"):
        raise UsageError("Drops are marked by a test with draws, so leave --test none and --resamples 0 out.")
    releases = release_folders(folder, order)
    growing = _Growing()
    for place in releases:
        _add(growing, place.name, read_stored(place), settings)
    lines = tuple(_line(key, growing) for key in growing.points)
    return History(tuple(place.name for place in releases), lines, tuple(growing.findings))


def _add(growing: _Growing, release: str, results: Results, settings: Settings) -> None:
    found: dict[LineKey, tuple[Change, str]] = {}
    for before, report, line in _predecessors(growing, release, results):
        # One report at a time would be corrected for itself alone: all of a release are tested together.
        found |= {key: (change, before[0]) for key, change in _tested(before[1], report, line, settings)}
    if not any(finding.code == "gate-cannot-fail" for finding in growing.findings):
        growing.findings += unable_to_fail([change for change, _ in found.values()])
    found = _corrected(found)
    for suite, group in results.by_suite():
        for report in group:
            line = (suite, report.system["name"] if len(group) > 1 else "")
            for key, score in _scores(report, line):
                point = _point(release, report, score, found.get(key))
                growing.points.setdefault(key, []).append(point)
                growing.scores[key] = score
            growing.last[line] = (release, report)


def _corrected(found: dict[LineKey, tuple[Change, str]]) -> dict[LineKey, tuple[Change, str]]:
    """Holm's correction over all suites of a release; each was corrected over its own before."""
    from mteval.statistics.multiple import holm

    own = [key for key, (change, _) in found.items() if not change.repeats]
    adjusted = dict(zip(own, holm([found[key][0].p_value for key in own]), strict=True))
    return {
        key: (replace(one, p_adjusted=adjusted.get(key, one.p_adjusted)), name) for key, (one, name) in found.items()
    }


def _predecessors(
    growing: _Growing, release: str, results: Results
) -> Iterator[tuple[tuple[str, Report], Report, tuple[str, str]]]:
    """Each report with the one it is tested against; why there is none is noted."""
    for suite, group in results.by_suite():
        for report in group:
            line = (suite, report.system["name"] if len(group) > 1 else "")
            before = growing.last.get(line)
            if before is None:
                continue
            problem = _incomparable(before[1], report)
            if problem:
                name = " ".join(filter(None, line))
                code, what = problem
                message = f"{release}: {name} {what} in {before[0]}, so the two are not compared."
                growing.findings.append(Finding(code, message))
            else:
                yield before, report, line


def _incomparable(old: Report, new: Report) -> tuple[str, str] | None:
    sources = {report.suite["source_digest"] for report in (old, new) if report.suite.get("source_digest")}
    if old.suite["digest"] != new.suite["digest"] or len(sources) > 1:
        versions = [_version(one) for one in (old, new)]
        return "other-data", f"is other data ({versions[1]}) than ({versions[0]})"
    if not old.cases or not new.cases:
        return "no-cases", "or its predecessor has no cases beside it (run -o), as"
    if old.suite.get("options", {}) != new.suite.get("options", {}):
        return "different-options", "was judged by other options than"
    return None


def _version(report: Report) -> str:
    """The version a manifest gives a suite, and the digest of its data; files without a manifest have version 0."""
    version = str(report.suite.get("version") or "0")
    return f"{'' if version == '0' else version} {report.suite['digest'][:8]}".strip()


def _tested(old: Report, new: Report, line: tuple[str, str], settings: Settings) -> Iterator[tuple[LineKey, Change]]:
    """The changes of one report, where metrics look at the same tokens."""
    shared = [score for score in new.scores if _same_tokens(old, score)]
    if not shared:
        return
    parts = [
        Results((replace(report, scores=tuple(one for one in report.scores if one.spec in {s.spec for s in shared})),))
        for report in (old, new)
    ]
    for change in changes(parts[1], parts[0], settings):
        yield (*line, change.spec, change.tag, change.value), change


def _same_tokens(old: Report, score: Score) -> bool:
    tokens = [
        {part for part in one.signature.split("|") if part.startswith("tok:")}
        for one in (*old.scores, score)
        if one.spec == score.spec
    ]
    return len(tokens) == 2 and tokens[0] == tokens[1]


def _scores(report: Report, line: tuple[str, str]) -> Iterator[tuple[LineKey, Score]]:
    for score in report.scores:
        yield (*line, score.spec, "", ""), score
    for part in report.slices:
        for score in part.scores:
            yield (*line, score.spec, part.tag, part.value), score


def _point(release: str, report: Report, score: Score, tested: tuple[Change, str] | None) -> HistoryPoint:
    point = HistoryPoint(
        release, report.system["name"], score.value, *score.interval, score.n, report.suite["digest"][:12]
    )
    if tested is None:
        return point
    change, predecessor = tested
    better = not change.worse and not change.repeats and change.p_adjusted < ALPHA and not isnan(change.after)
    return replace(point, predecessor=predecessor, p_value=change.p_adjusted, dropped=change.dropped, rose=better)


def _line(key: LineKey, growing: _Growing) -> HistoryLine:
    score = growing.scores[key]
    suite, system, metric, tag, value = key
    points = tuple(growing.points[key])
    return HistoryLine(suite, system, metric, tag, value, score.higher_is_better, score.scale.decimals, points)


def summary(found: History) -> Sequence[HistoryLine]:
    """The lines worth a row in a small table: whole suites, and slices that dropped."""
    return [line for line in found.lines if not line.tag or line.drops]

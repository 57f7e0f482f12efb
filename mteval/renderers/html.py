"""Results as one self-contained HTML page: no network, light and dark, desktop and phone."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mteval.charts.policy import content_policy
from mteval.core import registry
from mteval.core.formatting import interval_text, key_text, p_text, signed_text, size_text, value_text
from mteval.core.results import Finding, PairedTest, Report, Results, Score
from mteval.core.views import ReportView
from mteval.renderers._presentation import (
    RANKS_NOTE,
    MetricStanding,
    grouped_findings,
    slice_scores,
    standings,
    test_note,
)

FOLDER = Path(__file__).parent / "_html"
OPEN_SLICES = 12
TICKS = 5


@dataclass(frozen=True, slots=True)
class ForestRow:
    """One system in a forest plot; positions are per cent of the axis."""

    name: str
    value: str
    interval: str
    at: float
    low: float
    high: float
    best_rank: int


@dataclass(frozen=True, slots=True)
class Forest:
    """The systems on one metric, best first, with intervals on a common axis."""

    spec: str
    metric: str
    higher_is_better: bool
    rows: tuple[ForestRow, ...]
    ticks: tuple[tuple[float, str], ...]
    note: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """One cell of the significance matrix: the row's system against the column's."""

    text: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Every pair of systems on one metric."""

    spec: str
    test: str
    names: tuple[str, ...]
    rows: tuple[tuple[MatrixCell, ...], ...]


@dataclass(frozen=True, slots=True)
class SliceTable:
    """One tag's values with each system's headline score."""

    tag: str
    systems: tuple[str, ...]
    rows: tuple[tuple[str, int, str, tuple[tuple[str, str, float], ...]], ...]
    open: bool


@dataclass(frozen=True, slots=True)
class SuitePage:
    """All that the page shows of one suite."""

    name: str
    anchor: str
    facts: tuple[tuple[str, str], ...]
    findings: tuple[tuple[Finding, tuple[str, ...]], ...]
    reports: tuple[Report, ...]
    standings: tuple[MetricStanding, ...]
    forests: tuple[Forest, ...]
    slices: tuple[SliceTable, ...]
    matrices: tuple[Matrix, ...]
    draft: bool


@registry.renderers.register("html")
class Html:
    """Findings at the top, then scores, forest plots, slices, significance, each family's own sections, and every case."""

    shows_sections = True

    def render(self, view: ReportView) -> str:
        """Give the results as a page."""
        from jinja2 import Environment, FileSystemLoader

        results = view.results
        environment = Environment(
            loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True, lstrip_blocks=True
        )
        environment.globals.update(value_text=value_text, interval_text=interval_text, key_text=key_text)
        suites = [
            _suite_page(number, suite, reports, results)
            for number, (suite, reports) in enumerate(results.by_suite(), start=1)
        ]
        style, script = ((FOLDER / name).read_text(encoding="utf-8") for name in ("report.css", "report.js"))
        return environment.get_template("report.html.j2").render(
            suites=suites,
            overview=_overview(suites),
            ranks_note=RANKS_NOTE,
            sections=view.sections,
            policy=content_policy([script], [style]),
            style=style,
            script=script,
            cases=embedded_json(_cases(results)),
            has_cases=any(report.cases for report in results.reports),
        )


def _overview(suites: Sequence[SuitePage]) -> list[tuple[str, list[SuitePage]]]:
    """Suites for the headline table, and apart from them those nobody has verified."""
    scored = [suite for suite in suites if suite.standings]
    verified = [suite for suite in scored if not suite.draft]
    return [
        ("", verified),
        ("Drafts and machine-made suites, not verified", [suite for suite in scored if suite.draft]),
    ]


def embedded_json(value: Any) -> str:
    """JSON that can stand inside a script element: nothing in it ends the element or opens a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _suite_page(number: int, suite: str, reports: Sequence[Report], results: Results) -> SuitePage:
    rows = standings(suite, reports, results)
    return SuitePage(
        name=suite,
        anchor=f"suite-{number}",
        facts=tuple(_facts(reports[0])),
        findings=tuple((finding, tuple(systems)) for finding, systems in grouped_findings(reports)),
        reports=tuple(reports),
        standings=tuple(rows),
        forests=tuple(_forest(standing) for standing in rows),
        slices=tuple(_slice_tables(reports)),
        matrices=tuple(_matrices(suite, reports, results)),
        draft=str(reports[0].suite.get("status", "")).startswith(("draft", "machine")),
    )


def _facts(report: Report) -> Iterator[tuple[str, str]]:
    suite = report.suite
    for key in ("family", "version", "cases", "licence", "status", "citation"):
        if suite.get(key):
            yield key, str(suite[key])
    if suite.get("languages"):
        yield "languages", " → ".join(suite["languages"])
    if suite.get("digest"):
        yield "data", str(suite["digest"])[:12]


def _forest(standing: MetricStanding) -> Forest:
    first = next(iter(standing.scores.values()))
    scores = {name: score for name, score in standing.scores.items() if not math.isnan(score.value)}
    bounds = [bound for score in scores.values() for bound in (*_interval(score), score.value)]
    low, high = (min(bounds), max(bounds)) if bounds else (0.0, 1.0)
    margin = (high - low) * 0.06 or 0.5
    low, high = low - margin, high + margin

    def place(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    ranked = sorted(scores, key=lambda name: scores[name].value, reverse=first.higher_is_better)
    rows = tuple(_forest_row(name, scores[name], place, standing.best_rank(name)) for name in ranked)
    ticks = tuple((place(tick), text) for tick, text in round_ticks(low, high))
    return Forest(standing.spec, first.metric, first.higher_is_better, rows, ticks, standing.note)


def round_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """About five round numbers within an axis, with the decimals they need."""
    rough = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step), math.floor(high / step)
    return [(i * step, f"{i * step:.{decimals}f}") for i in range(first, last + 1)]


def _forest_row(name: str, score: Score, place: Callable[[float], float], best_rank: int) -> ForestRow:
    low, high = _interval(score)
    return ForestRow(
        name, value_text(score), interval_text(score), place(score.value), place(low), place(high), best_rank
    )


def _interval(score: Score) -> tuple[float, float]:
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    return (score.value, score.value) if math.isnan(low) else (low, high)


def _slice_tables(reports: Sequence[Report]) -> Iterator[SliceTable]:
    names = tuple(report.system["name"] for report in reports)
    for tag in dict.fromkeys(part.tag for part in reports[0].slices):
        found = [slice_scores(report, tag, reports[0].scores[0].spec) for report in reports]
        rows = tuple(
            (
                value,
                score.n,
                size_text(*(other[value] for other in found if value in other)),
                tuple(_slice_cell(other.get(value)) for other in found),
            )
            for value, score in found[0].items()
        )
        if len(rows) > 1:  # one slice is the whole suite again
            yield SliceTable(tag, names, rows, len(rows) <= OPEN_SLICES)


def _slice_cell(score: Score | None) -> tuple[str, str, float]:
    if score is None or math.isnan(score.value):
        return "–", "", -1.0
    return value_text(score), interval_text(score), score.value


def _matrices(suite: str, reports: Sequence[Report], results: Results) -> Iterator[Matrix]:
    names = tuple(report.system["name"] for report in reports)
    for spec in dict.fromkeys(test.spec or test.metric for test in results.comparisons if test.suite == suite):
        tests = [test for test in results.comparisons if test.suite == suite and (test.spec or test.metric) == spec]
        score = next(score for score in reports[0].scores if (score.spec or score.metric) == spec)
        found = {(test.a, test.b): test for test in tests}
        rows = tuple(tuple(_cell(found, score, row, column) for column in names) for row in names)
        yield Matrix(spec, test_note(tests), names, rows)


def _cell(found: dict[tuple[str, str], PairedTest], score: Score, row: str, column: str) -> MatrixCell:
    if row == column:
        return MatrixCell("", "", "self")
    test, sign = (found[row, column], 1.0) if (row, column) in found else (found[column, row], -1.0)
    difference = sign * test.difference
    title = f"{row} − {column} = {difference:+.4g}, p = {p_text(test.p_value)}, Holm {p_text(test.p_adjusted)}, n = {test.n}"
    text = signed_text(difference, score.scale.decimals)
    if not test.p_adjusted < 0.05:
        return MatrixCell(text, title, "even")
    return MatrixCell(text, title, "better" if (difference > 0) == score.higher_is_better else "worse")


def _cases(results: Results) -> list[dict[str, Any]]:
    """What the case browser shows, one entry per suite with cases."""
    found = []
    for suite, reports in results.by_suite():
        with_cases = [report for report in reports if report.cases]
        if with_cases:
            found.append(_browser_suite(suite, with_cases))
    return found


def _browser_suite(suite: str, reports: Sequence[Report]) -> dict[str, Any]:
    sentence = next(
        (score for score in reports[0].scores if any(score.spec in case.scores for case in reports[0].cases)), None
    )
    others = [{case.id: case for case in report.cases} for report in reports]
    languages = list(reports[0].suite.get("languages", ()))
    return {
        "name": suite,
        "languages": [languages[0] if languages else "", languages[-1] if languages else ""],
        "systems": [report.system["name"] for report in reports],
        "metric": sentence.spec if sentence else "",
        "higher": sentence.higher_is_better if sentence else True,
        "cases": [
            {
                "i": case.id,
                "s": case.source or "",
                "r": list(case.references),
                "c": [str(text) for text in case.detail.get("contrasts", ())],
                "t": [f"{tag}: {value}" for tag, values in case.tags.items() for value in values],
                "a": [_browser_answer(other.get(case.id), sentence) for other in others],
            }
            for case in reports[0].cases
        ],
    }


def _browser_answer(case: Any, sentence: Score | None) -> list[Any]:
    """Text, outcome and sentence score of one system's answer."""
    if case is None:
        return ["", "missing", None]
    score = case.scores.get(sentence.spec) if sentence else None
    return [_answer_text(case.answer), case.outcome, None if score is None else round(score, 4)]


def _answer_text(answer: Any) -> str:
    """An answer as a reader wants to see it."""
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, dict):
        return "" if answer is None else str(answer)
    if "text" in answer:
        return str(answer["text"])
    if "label" in answer:
        return str(answer["label"])
    if answer.get("candidates"):
        return ", ".join(str(one["word"]) for one in answer["candidates"] if isinstance(one, dict) and "word" in one)
    if "values" in answer:
        return "  ".join(f"{value:.3f}" if isinstance(value, int | float) else "–" for value in answer["values"])
    return str(answer.get("reason", ""))

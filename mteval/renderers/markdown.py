"""Results as Markdown tables, for pull requests and notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mteval.core import registry
from mteval.core.formatting import interval_text, p_text, size_text, value_text
from mteval.core.results import Report, Results
from mteval.core.views import ReportView
from mteval.renderers._presentation import RANKS_NOTE, MetricStanding, grouped_findings, slice_scores, standings


@registry.renderers.register("markdown")
class Markdown:
    """One section per suite: findings, scores with intervals and ranks, slices, paired tests, signatures."""

    def render(self, view: ReportView) -> str:
        """Give the results as Markdown."""
        parts = [_section(suite, reports, view) for suite, reports in view.results.by_suite()]
        return "\n\n".join(parts) + "\n"


def _section(suite: str, reports: Sequence[Report], view: ReportView) -> str:
    results = view.results
    rows = standings(suite, reports, results)
    findings = [f"> **{_plain(f.code)}**: {_plain(f.message)}" for f, _ in grouped_findings(reports)]
    signatures = [f"`{standing.spec}`: `{standing.signature}`" for standing in rows]
    parts = [f"## {_plain(suite)}", "\n>\n".join(findings), _scores(reports, rows), *_slices(reports)]
    parts[3:3] = [
        part for own in view.tables.get(suite, ()) for part in (_table(own.header, own.rows), _plain(own.note))
    ]
    if any(standing.ranges for standing in rows):
        parts.insert(3, _plain(RANKS_NOTE))
    parts += [_tests(suite, results), "  \n".join(signatures)]
    return "\n\n".join(filter(None, parts))


def _scores(reports: Sequence[Report], rows: Sequence[MetricStanding]) -> str:
    def cells() -> Iterator[list[str]]:
        for report in reports:
            name = report.system["name"]
            yield [name, *(_cell(standing, name) for standing in rows)]

    return _table(["system", *(f"{s.spec} {'↑' if s.higher_is_better else '↓'}" for s in rows)], cells())


def _cell(standing: MetricStanding, name: str) -> str:
    score = standing.scores[name]
    return " ".join(filter(None, (value_text(score), interval_text(score), standing.rank(name))))


def _slices(reports: Sequence[Report]) -> Iterator[str]:
    for tag in dict.fromkeys(part.tag for part in reports[0].slices):
        found = [slice_scores(report, tag, reports[0].scores[0].spec) for report in reports]
        rows = (
            [value, size_text(*scores), *(value_text(other[value]) if value in other else "–" for other in found)]
            for value in found[0]
            for scores in [[other[value] for other in found if value in other]]
        )
        yield _table([tag, "n", *(report.system["name"] for report in reports)], rows)


def _tests(suite: str, results: Results) -> str:
    tests = [test for test in results.comparisons if test.suite == suite]
    if not tests:
        return ""
    rows = (
        [t.spec or t.metric, t.a, t.b, f"{t.difference:+.4f}", p_text(t.p_value), p_text(t.p_adjusted), t.test]
        for t in tests
    )
    return _table(["metric", "a", "b", "a − b", "p", "p (Holm)", "test"], rows)


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(map(_plain, header)) + " |", "| --- " + "| ---: " * (len(header) - 1) + "|"]
    lines += ["| " + " | ".join(map(_plain, row)) + " |" for row in rows]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text that cannot break out of its table cell or turn into markup."""
    for sign in "\\|`*_<>[]":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", " ")

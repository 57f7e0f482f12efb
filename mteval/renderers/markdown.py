"""Results as Markdown tables, for pull requests and notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from mteval.core import registry
from mteval.core.formatting import interval_text, p_text, signed_text, size_text, value_text
from mteval.core.results import Report
from mteval.core.views import ReportView
from mteval.renderers._presentation import (
    RANKS_NOTE,
    WORSE_MARK,
    WORSE_NOTE,
    MetricStanding,
    by_rank,
    judges_text,
    slice_scores,
    standings,
    told_findings,
    verdict,
)


@registry.renderers.register("markdown")
class Markdown:
    """One section per suite: who wins, findings, scores with intervals and rank ranges, best first; slices, tests, signatures."""

    def render(self, view: ReportView) -> str:
        """Give the results as Markdown."""
        parts = [_section(suite, reports, view) for suite, reports in view.results.by_suite()]
        return "\n\n".join(parts) + "\n"


def _section(suite: str, reports: Sequence[Report], view: ReportView) -> str:
    rows = standings(suite, reports, view.results)
    ranked = by_rank(suite, reports, view.results)
    called = {report.system["name"]: report.system["name"] for report in reports}
    findings = [f"> **{_plain(code)}**: {_plain(told)}" for code, told in told_findings(ranked, called)]
    own = [
        part for table in view.tables.get(suite, ()) for part in (_table(table.header, table.rows), _plain(table.note))
    ]
    parts = [
        f"## {_plain(suite)}",
        _plain(verdict(rows[0], called)) if rows else "",
        "\n>\n".join(findings),
        _scores(ranked, rows),
        _plain(f"{RANKS_NOTE}. {WORSE_NOTE}.") if any(standing.ranges for standing in rows) else "",
        *own,
        *_slices(ranked),
        _tests(rows),
        _plain(next(filter(None, (standing.judges_note for standing in rows)), "")),
        "  \n".join(f"`{standing.spec}`: `{standing.signature}`" for standing in rows),
    ]
    return "\n\n".join(filter(None, parts))


def _scores(reports: Sequence[Report], rows: Sequence[MetricStanding]) -> str:
    def cells() -> Iterator[list[str]]:
        for report in reports:
            name = report.system["name"]
            yield [name, *(_cell(standing, name) for standing in rows)]

    return _table(["system", *(f"{s.spec} {'↑' if s.higher_is_better else '↓'}" for s in rows)], cells())


def _cell(standing: MetricStanding, name: str) -> str:
    score = standing.scores[name]
    mark = WORSE_MARK if standing.is_worse_than_first(name) else ""
    return " ".join(filter(None, (value_text(score), interval_text(score), standing.rank(name), mark)))


def _slices(reports: Sequence[Report]) -> Iterator[str]:
    for tag in dict.fromkeys(part.tag for part in reports[0].slices):
        found = [slice_scores(report, tag, reports[0].scores[0].spec) for report in reports]
        rows = (
            [value, size_text(*scores), *(value_text(other[value]) if value in other else "–" for other in found)]
            for value in found[0]
            for scores in [[other[value] for other in found if value in other]]
        )
        yield _table([tag, "n", *(report.system["name"] for report in reports)], rows)


def _tests(rows: Sequence[MetricStanding]) -> str:
    judged = any(standing.judges_note for standing in rows)
    tests = [
        [
            standing.spec,
            test.a,
            test.b,
            signed_text(test.difference, standing.decimals),
            p_text(test.p_value),
            p_text(test.p_adjusted),
            *([judges_text(test) or "–"] if judged else []),
            test.test,
        ]
        for standing in rows
        for test in standing.tests
    ]
    header = ["metric", "a", "b", "a − b", "p", "p (Holm)", *(["judges"] if judged else []), "test"]
    return _table(header, tests) if tests else ""


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(map(_plain, header)) + " |", "| --- " + "| ---: " * (len(header) - 1) + "|"]
    lines += ["| " + " | ".join(map(_plain, row)) + " |" for row in rows]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text that cannot break out of its table cell or turn into markup."""
    for sign in "\\|`*_<>[]&":
        text = text.replace(sign, f"\\{sign}")
    return re.sub(r"[\r\n]+", " ", text)

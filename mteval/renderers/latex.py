"""Results as LaTeX tables (booktabs), for papers."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.core import registry
from mteval.core.formatting import interval_text, value_text
from mteval.core.results import Report, Results
from mteval.core.views import ReportView
from mteval.renderers._presentation import MetricStanding, standings

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


@registry.renderers.register("latex")
class Latex:
    """One booktabs table per suite; what may rank first in bold, intervals small, signatures in the caption."""

    def render(self, view: ReportView) -> str:
        """Give the results as LaTeX; the preamble needs \\usepackage{booktabs}."""
        results = view.results
        tables = [_table(suite, reports, results) for suite, reports in results.by_suite()]
        return "% \\usepackage{booktabs}\n" + "\n".join(tables)


def _table(suite: str, reports: Sequence[Report], results: Results) -> str:
    rows = standings(suite, reports, results)
    header = " & ".join(["System", *(f"{_plain(s.spec)} ${_arrow(s)}$" for s in rows)])
    body = "\n".join(_row(report.system["name"], rows) for report in reports)
    signatures = " ".join(f"{_plain(standing.spec)}: \\texttt{{{_plain(standing.signature)}}}." for standing in rows)
    return (
        "\\begin{table}\n\\centering\n"
        f"\\begin{{tabular}}{{l{'r' * len(rows)}}}\n\\toprule\n{header} \\\\\n\\midrule\n{body}\n\\bottomrule\n"
        f"\\end{{tabular}}\n\\caption{{{_plain(suite)}, with 95\\,\\% intervals{_ranked(rows)}. {signatures}}}\n\\end{{table}}\n"
    )


def _ranked(rows: Sequence[MetricStanding]) -> str:
    tests = dict.fromkeys(standing.test_note for standing in rows if standing.ranges)
    return _plain(f" and rank ranges by the {'; '.join(tests)}") if tests else ""


def _arrow(standing: MetricStanding) -> str:
    return "\\uparrow" if standing.higher_is_better else "\\downarrow"


def _row(name: str, rows: Sequence[MetricStanding]) -> str:
    cells = [_plain(name)]
    for standing in rows:
        score = standing.scores[name]
        value = value_text(score)
        best = f"\\textbf{{{value}}}" if standing.best_rank(name) == 1 else value
        beside = " ".join(filter(None, (interval_text(score), standing.rank(name))))
        cells.append(f"{best} {{\\small {_plain(beside)}}}" if beside else best)
    return " & ".join(cells) + " \\\\"


def _plain(text: str) -> str:
    return "".join(SPECIAL.get(sign, sign) for sign in text)

"""Results as LaTeX tables (booktabs), for papers."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.core import registry
from mteval.core.formatting import interval_text, value_text
from mteval.core.results import Report, Results
from mteval.core.views import ReportView
from mteval.renderers._presentation import MetricStanding, by_rank, standings

SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    # In LaTeX's default fonts these three are other signs.
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "\n": " ",
    "\r": " ",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


@registry.renderers.register("latex")
class Latex:
    """One booktabs table per suite, best first; bold where a system may rank first, a dagger where it is worse than the best."""

    def render(self, view: ReportView) -> str:
        """Give the results as LaTeX; the preamble needs \\usepackage{booktabs}."""
        results = view.results
        tables = [_table(suite, reports, results) for suite, reports in results.by_suite()]
        return "% \\usepackage{booktabs}\n" + "\n".join(tables)


def _table(suite: str, reports: Sequence[Report], results: Results) -> str:
    rows = standings(suite, reports, results)
    header = " & ".join(["System", *(f"{_plain(s.spec)} ${_arrow(s)}$" for s in rows)])
    body = "\n".join(_row(report.system["name"], rows) for report in by_rank(suite, reports, results))
    signatures = " ".join(f"{_plain(standing.spec)}: \\texttt{{{_plain(standing.signature)}}}." for standing in rows)
    level = f"{100 * reports[0].scores[0].level:g}" if reports[0].scores else "95"
    return (
        "\\begin{table}\n\\centering\n"
        f"\\begin{{tabular}}{{l{'r' * len(rows)}}}\n\\toprule\n{header} \\\\\n\\midrule\n{body}\n\\bottomrule\n"
        f"\\end{{tabular}}\n\\caption{{{_plain(suite)}, with {level}\\,\\% intervals{_ranked(rows)}. {signatures}}}\n"
        "\\end{table}\n"
    )


def _ranked(rows: Sequence[MetricStanding]) -> str:
    tests = dict.fromkeys(standing.test_note for standing in rows if standing.ranges)
    if not tests:
        return ""
    return f" and rank ranges by the {_plain('; '.join(tests))}" + ", $^{\\dagger}$: significantly worse than the best"


def _arrow(standing: MetricStanding) -> str:
    return "\\uparrow" if standing.higher_is_better else "\\downarrow"


def _row(name: str, rows: Sequence[MetricStanding]) -> str:
    shown = _plain(name)
    # A bracket or star at the beginning would belong to the line end before it.
    cells = [f"{{{shown[0]}}}{shown[1:]}" if name.startswith(("[", "*")) else shown]
    for standing in rows:
        score = standing.scores[name]
        value = value_text(score)
        best = f"\\textbf{{{value}}}" if standing.best_rank(name) == 1 else value
        if standing.is_worse_than_first(name):
            best += "$^{\\dagger}$"
        beside = " ".join(filter(None, (interval_text(score), standing.rank(name))))
        cells.append(f"{best} {{\\small {_plain(beside)}}}" if beside else best)
    return " & ".join(cells) + " \\\\"


def _plain(text: str) -> str:
    """Text that LaTeX sets as it stands: no command, no paragraph, no dash of two hyphens."""
    return (
        "".join(SPECIAL.get(sign, sign) for sign in " ".join(text.split())).replace("--", "-{}-").replace("--", "-{}-")
    )

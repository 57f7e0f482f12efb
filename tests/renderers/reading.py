"""Reads reports back from their text, and says what they ought to show."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt

from mteval.core.results import Report, Results, Score


def number(score: Score, key: str) -> str:
    """A value as its metric's scale has it read: counts are whole, a dash stands for what is not there."""
    value, decimals = score.values[key], 0 if key in score.scale.counts else score.scale.decimals
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"


def headline(score: Score) -> str:
    """The headline with its interval."""
    low, high = score.intervals.get(score.headline, (math.nan, math.nan))
    interval = "" if math.isnan(low) else f" [{low:.{score.scale.decimals}f}, {high:.{score.scale.decimals}f}]"
    return number(score, score.headline) + interval


def rank_range(results: Results, report: Report, spec: str) -> tuple[int, int]:
    """The ranks a system may have on a metric, by who is significantly better or worse; (0, 0) for none."""
    own = [one for one in results.ranks if (one.suite, one.spec) == (report.suite["name"], spec)]
    tests = [one for one in results.comparisons if (one.suite, one.spec) == (report.suite["name"], spec)]
    score, name = next(one for one in report.scores if one.spec == spec), report.system["name"]
    if not own or math.isnan(score.value):
        return 0, 0
    sign = 1 if score.higher_is_better else -1
    leads = [sign * one.difference * (1 if one.a == name else -1) for one in tests if name in (one.a, one.b)]
    sure = [one.p_adjusted < 0.05 for one in tests if name in (one.a, one.b)]
    better = sum(lead < 0 and known for lead, known in zip(leads, sure, strict=True))
    worse = sum(lead > 0 and known for lead, known in zip(leads, sure, strict=True))
    systems = sum(not math.isnan(lead) for lead in leads) + 1
    return 1 + better, systems - worse


def rank(results: Results, report: Report, spec: str) -> str:
    """The mark of these ranks: #2, #1–3, or nothing."""
    first, last = rank_range(results, report, spec)
    return "" if not first else f"#{first}" if first == last else f"#{first}–{last}"


def placed(results: Results, report: Report, score: Score) -> str:
    """The headline with its interval and rank mark."""
    mark = rank(results, report, score.spec)
    return headline(score) + (f" {mark}" if mark else "")


def arrow(score: Score) -> str:
    """Which way is better."""
    return "↑" if score.higher_is_better else "↓"


def p(value: float) -> str:
    """A p-value with three decimals."""
    return "–" if math.isnan(value) else "<0.001" if value < 0.001 else f"{value:.3f}"


def signed(value: float, decimals: int) -> str:
    """A difference with its sign; a zero has none."""
    if math.isnan(value):
        return "–"
    text = f"{value:+.{decimals}f}"
    return text[1:] if float(text) == 0 else text


def common_signature(scores: list[Score]) -> str:
    """The parts of signatures that all of them have."""
    first, *others = (score.signature.split("|") for score in scores)
    return "|".join(part for part in first if all(part in other for other in others))


def slice_sizes(scores: list[Score]) -> str:
    """How many cases a slice has; several numbers where systems differ."""
    return " / ".join(dict.fromkeys(str(score.n) for score in scores))


def renamed(results: Results, *names: str) -> Results:
    """The same results with the systems called otherwise."""
    new = dict(zip((report.system["name"] for report in results.reports), names, strict=True))
    return Results(
        tuple(replace(one, system={**one.system, "name": new[one.system["name"]]}) for one in results.reports),
        tuple(replace(one, a=new[one.a], b=new[one.b]) for one in results.comparisons),
        tuple(
            replace(
                one,
                clusters=tuple(tuple(new[name] for name in names) for names in one.clusters),
                ranges={new[name]: places for name, places in one.ranges.items()},
            )
            for one in results.ranks
        ),
    )


@dataclass(frozen=True)
class MarkdownSection:
    """One suite of a Markdown report, as a reader of the rendered page would see it."""

    title: str
    findings: list[str]
    tables: list[list[list[str]]]
    codes: list[str]


def markdown_sections(text: str) -> list[MarkdownSection]:
    """What a CommonMark parser with tables makes of a report; markup that slipped through is not in the texts."""
    found: list[MarkdownSection] = []
    inside = ""
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in ("heading_open", "blockquote_open", "paragraph_open", "td_open", "th_open"):
            inside = inside if inside == "blockquote_open" and token.type == "paragraph_open" else token.type
        elif token.type == "blockquote_close":
            inside = ""
        elif token.type == "table_open":
            found[-1].tables.append([])
        elif token.type == "tr_open":
            found[-1].tables[-1].append([])
        elif token.type == "inline":
            words = "".join(child.content for child in token.children or () if child.type == "text")
            if inside == "heading_open":
                found.append(MarkdownSection(words, [], [], []))
            elif inside == "blockquote_open":
                found[-1].findings.append(words)
            elif inside in ("td_open", "th_open"):
                found[-1].tables[-1][-1].append(words)
            else:
                found[-1].codes.extend(one.content for one in token.children or () if one.type == "code_inline")
    return found


@dataclass(frozen=True)
class LatexTable:
    """One table of a LaTeX report: cells as they are written, names as they are typeset."""

    header: list[str]
    rows: list[list[str]]
    caption: str


SPELLED = {r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^"}
SPELLED |= {r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", r"\textasteriskcentered{}": "*"}


def typeset(text: str) -> str:
    """Plain text as LaTeX shows it; a special sign that was not escaped is an error."""
    escaped = re.compile("|".join(map(re.escape, SPELLED)) + r"|\\([&%$#_{}])|\{([\[\]*])\}")
    left = escaped.sub("", text)
    assert not re.search(r"[&%$#_{}~^\\]", left), left
    return escaped.sub(lambda found: SPELLED.get(found[0]) or found[1] or found[2], text)


def latex_tables(text: str) -> list[LatexTable]:
    """The tables of a report, taken apart at line ends and unescaped ampersands."""
    found = []
    for table in re.findall(r"\\begin\{table\}(.*?)\\end\{table\}", text, re.DOTALL):
        body = re.search(r"\\toprule\n(.*)\\bottomrule", table, re.DOTALL)[1].replace("\\midrule\n", "")
        rows = [re.split(r"(?<!\\) & ", row) for row in body.split(" \\\\\n") if row]
        found.append(LatexTable(rows[0], rows[1:], re.search(r"\\caption\{(.*)\}\n", table)[1]))
    return found


def text_tables(text: str, first: set[str]) -> list[list[list[str]]]:
    """Tables of plain text: a header starts with one of the given cells, columns are at least two spaces apart."""
    found: list[list[list[str]]] = []
    for line in text.splitlines():
        cells = re.split(r"\s{2,}", line.strip())
        if len(cells) > 1 and cells[0] in first:
            found.append([cells])
        elif len(cells) > 1 and found:
            found[-1].append(cells)
    return found

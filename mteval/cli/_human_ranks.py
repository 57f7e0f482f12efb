"""Tables of ranked systems for the terminal and as Markdown, never wider than 80 columns where names allow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mteval.core.results import Finding
    from mteval.evaluation.human_ranking import RankedSystem, RankTable
    from mteval.human.automatic_scores import SystemMetrics

NAME_WIDTH = 26
TEXT_WIDTH = 80
Row = Sequence[str]


def rank_text(tables: Sequence[RankTable], *, markdown: bool) -> str:
    """Every table with its findings, head-to-head losses of ranks shown as lines between clusters."""
    return "\n".join("\n".join(_one(table, markdown=markdown)) for table in tables) + "\n"


def _one(table: RankTable, *, markdown: bool) -> Iterator[str]:
    title = f"{table.languages or 'systems'}, {table.scale}"
    yield f"### {title}\n" if markdown else title
    domains = any(one.domains for one in table.systems)
    header = ["rank", "system", "raw", "z", *(["macro"] if domains else []), "segments", "ratings", "won–lost"]
    rows, breaks = [], []
    for place, one in enumerate(table.systems):
        rows.append(_cells(one, domains=domains))
        if place and one.cluster != table.systems[place - 1].cluster:
            breaks.append(place)
    yield from (_markdown(header, rows) if markdown else _plain(header, rows, breaks))
    yield ""
    yield from _about(table)


def _cells(one: RankedSystem, *, domains: bool) -> list[str]:
    first, last = one.range
    macro = [_number(one.macro, 2)] if domains else []
    counts = [str(one.n_segments), str(one.n_ratings), f"{one.wins}–{one.losses}"]
    return [f"{first}–{last}", one.system, _number(one.raw, 2), _number(one.z, 3), *macro, *counts]


def _number(value: float, digits: int) -> str:
    return "–" if isnan(value) else f"{value:.{digits}f}"


def _about(table: RankTable) -> Iterator[str]:
    controlled = [one for one in table.annotators if one["controls"] and one["failed"] is not None]
    if controlled:
        failed = [str(one["annotator"]) for one in controlled if one["failed"]]
        names = f": {', '.join(failed[:5])}" if failed else ""
        passed = len(controlled) - len(failed)
        yield from _wrapped(f"Controls: {passed} of {len(controlled)} annotators passed; {len(failed)} failed{names}.")
    seconds = sorted(one["seconds"] for one in table.annotators if one["seconds"] is not None)
    if seconds:
        yield f"Time: {seconds[len(seconds) // 2]:.0f} s per segment (median of annotators)."
    if table.spans is not None:
        spans = table.spans
        yield from _wrapped(
            f"Spans: character F1 {_number(spans.character_f1, 3)}, span precision {_number(spans.precision, 3)}, "
            f"recall {_number(spans.recall, 3)} over {spans.pairs} pairs of annotations."
        )
    yield from finding_lines(table.findings)
    yield from _wrapped(table.signature.replace("|", " | "))


def finding_lines(findings: Sequence[Finding]) -> Iterator[str]:
    """One paragraph per finding."""
    for finding in findings:
        yield from _wrapped(f"! {finding.code}: {finding.message}")


def _wrapped(text: str) -> list[str]:
    from textwrap import wrap

    return wrap(text, TEXT_WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _markdown(header: Row, rows: Sequence[Row]) -> Iterator[str]:
    yield "| " + " | ".join(header) + " |"
    yield "| " + " | ".join("---" if name in ("rank", "system") else "---:" for name in header) + " |"
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _plain(header: Row, rows: Sequence[Row], breaks: Sequence[int] = ()) -> Iterator[str]:
    shown = [[_short(cell) if place == 1 else cell for place, cell in enumerate(row)] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *shown, strict=True)]
    yield _line(header, widths)
    for place, row in enumerate(shown):
        if place in breaks:
            yield "─" * (sum(widths) + 2 * (len(widths) - 1))
        yield _line(row, widths)


def _line(row: Row, widths: Sequence[int]) -> str:
    cells = (
        cell.ljust(width) if place < 2 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()


def _short(name: str) -> str:
    return name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…"


def autorank_text(table: SystemMetrics, ranks: Sequence[float], *, markdown: bool) -> str:
    """Systems, best first, with the mean of every metric that counts."""
    order = sorted(range(len(ranks)), key=lambda place: ranks[place])
    header = ["AutoRank", "system", *table.metrics]
    rows = [
        [f"{ranks[place]:.1f}", table.systems[place], *(f"{value:.3f}" for value in table.means[place])]
        for place in order
    ]
    wide = header if markdown else ["AutoRank", "system", *(f"[{n}]" for n in range(1, len(table.metrics) + 1))]
    lines = list(_markdown(wide, rows) if markdown else _plain(wide, rows))
    if not markdown:
        lines += _wrapped("; ".join(f"[{n}] {name}" for n, name in enumerate(table.metrics, start=1)))
    return "\n".join([*lines, *finding_lines(table.findings)]) + "\n"

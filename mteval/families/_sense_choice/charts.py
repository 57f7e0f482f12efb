"""Pictures of sense choice: positive, negative and unknown translations as stacked bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite, nan
from pathlib import Path
from typing import TYPE_CHECKING

from mteval.charts.bars import TONES, BarStack, stacks_svg
from mteval.charts.numbers import decimal_text
from mteval.charts.tables import plain_table
from mteval.charts.templates import fragment
from mteval.core.results import Report, Score
from mteval.core.views import Section

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
METRIC = "sense-f1"
PARTS = (("good", "positive"), ("bad", "negative"), ("open", "unknown"))
BOUNDS_HEADER = ("system", "domain", "all undecided wrong", "all undecided right")


def choice_sections(reports: Sequence[Report]) -> Iterator[Section]:
    """One section for each suite: what became of the ambiguous words, in-domain, out-of-domain and all."""
    names = dict.fromkeys(str(report.suite["name"]) for report in reports)
    for place, name in enumerate(names):
        own = [report for report in reports if report.suite["name"] == name]
        stacks = [stack for report in own for stack in _stacks(report)]
        if stacks:
            picture = stacks_svg(stacks, f"Sense choice on {name}")
            yield Section(f"Sense choice: {name}", _body(picture, own), f"sense-choice-{place}")


def _body(picture: Markup, reports: Sequence[Report]) -> Markup:
    legend = [(TONES[tone], name) for tone, name in PARTS]
    rows = list(_bounds(reports))
    table = plain_table(BOUNDS_HEADER, rows, "F1 if the undecided were decided") if rows else ""
    return fragment(FOLDER, "choices.html.j2", legend=legend, picture=picture, bounds=table)


def _stacks(report: Report) -> Iterator[BarStack]:
    system = str(report.system["name"])
    for name, scores in (
        ("all", report.scores),
        *((one.value, one.scores) for one in report.slices if one.tag == "domain"),
    ):
        score = _score(scores)
        if score is not None and all(isfinite(score.values.get(key, nan)) for _, key in PARTS):
            parts = tuple((tone, int(score.values[key])) for tone, key in PARTS)
            yield BarStack(f"{name}: {system}", parts, f"F1 {decimal_text(score.values.get('f1_b'), 3)}")


def _score(scores: Sequence[Score]) -> Score | None:
    return next((score for score in scores if score.metric == METRIC), None)


def _bounds(reports: Sequence[Report]) -> Iterator[tuple[str, ...]]:
    """System, domain, and F1 if all undecided were wrong or right."""
    for report in reports:
        for name, bound in report.extras.get("bounds", {}).items():
            shown = (decimal_text(bound[end]["f1_b"], 3) for end in ("worst", "best"))
            yield (str(report.system["name"]), name, *shown)

"""Pictures of contrastive results: accuracy against chance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING

from mteval.charts.bars import Mark, marks_svg
from mteval.charts.templates import fragment
from mteval.core.results import Report, Score, Slice
from mteval.core.views import Section

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
MOST_ROWS = 24
METRIC = "accuracy"
BINNED = ("distance", "frequency")


@dataclass(frozen=True, slots=True)
class _SlicePicture:
    """The accuracies by one tag; `complete` where every value of the tag is shown."""

    title: str
    svg: Markup
    complete: bool


def accuracy_sections(reports: Sequence[Report]) -> Iterator[Section]:
    """One section for each suite: the accuracy of every system, whole and by slice, with chance marked."""
    names = dict.fromkeys(str(report.suite["name"]) for report in reports)
    for place, name in enumerate(names):
        own = [report for report in reports if report.suite["name"] == name and _whole(report) is not None]
        if own:
            yield Section(f"Accuracy against chance: {name}", _body(own), f"contrastive-{place}")


def _body(reports: Sequence[Report]) -> Markup:
    whole = [(report, score) for report in reports if (score := _whole(report)) is not None]
    marks = [_mark(str(report.system["name"]), score, place) for place, (report, score) in enumerate(whole)]
    values = dict.fromkeys((one.tag, one.value) for report in reports for one in report.slices)
    # One value of a tag is the whole suite again.
    tags = [tag for tag, count in Counter(tag for tag, _ in values).items() if count > 1]
    return fragment(
        FOLDER,
        "accuracy.html.j2",
        whole=marks_svg(marks, "Accuracy of each system, with chance"),
        slices=[_by_tag(tag, reports) for tag in tags],
    )


def _by_tag(tag: str, reports: Sequence[Report]) -> _SlicePicture:
    values = list(dict.fromkeys(one.value for report in reports for one in report.slices if one.tag == tag))
    shown = _hardest(tag, values, reports[0])
    complete = len(shown) == len(values)
    left_out = "" if complete else f" (the {len(shown)} hardest of {len(values)} for {reports[0].system['name']})"
    title = f"Accuracy by {tag}{left_out}"
    marks = [mark for value in shown for mark in _slice_marks(tag, value, reports)]
    return _SlicePicture(title, marks_svg(marks, title), complete)


def _slice_marks(tag: str, value: str, reports: Sequence[Report]) -> Iterator[Mark]:
    """One mark per system, labelled with the slice and, where there are several, the system."""
    for place, report in enumerate(reports):
        score = _slice_score(report, tag, value)
        if score is not None:
            yield _mark(f"{value}: {report.system['name']}" if len(reports) > 1 else value, score, place)


def _hardest(tag: str, values: Sequence[str], report: Report) -> list[str]:
    """The slices worst first, bins in their order; of many only the worst."""
    if len(values) <= MOST_ROWS and tag in BINNED:
        return sorted(values, key=_from)
    scores = {value: _slice_score(report, tag, value) for value in values}
    known = {value: score.value for value, score in scores.items() if score is not None and score.value == score.value}
    worst = sorted(values, key=lambda value: (value not in known, known.get(value, 0.0), value))
    return worst[:MOST_ROWS] if len(values) > MOST_ROWS else worst


def _from(label: str) -> float:
    """Where a bin begins: `21-50` at 21, `1k-2k` at 1000, `>15` above 15."""
    found = re.match(r"(>?)(\d+)(k?)", label)
    if not found:
        return float("inf")
    above, number, thousands = found.groups()
    return int(number) * (1000 if thousands else 1) + (0.5 if above else 0)


def _mark(label: str, score: Score, colour: int) -> Mark:
    return Mark(
        label,
        score.values.get("accuracy", nan),
        score.intervals.get("accuracy"),
        score.values.get("chance"),
        f"n={score.n}",
        colour,
    )


def _whole(report: Report) -> Score | None:
    return _accuracy(report.scores)


def _slice_score(report: Report, tag: str, value: str) -> Score | None:
    found: Slice | None = next((one for one in report.slices if (one.tag, one.value) == (tag, value)), None)
    return _accuracy(found.scores) if found else None


def _accuracy(scores: Sequence[Score]) -> Score | None:
    return next((score for score in scores if score.metric == METRIC), None)

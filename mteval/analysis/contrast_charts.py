"""Pictures of contrastive results: accuracy against chance."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from mteval.analysis.bars import Mark, marks_svg
from mteval.core.protocols import Section
from mteval.core.results import Report, Results, Score, Slice

MOST_ROWS = 24
METRIC = "accuracy"
BINNED = ("distance", "frequency")


def accuracy_sections(results: Results) -> Iterator[Section]:
    """One section for each suite: the accuracy of every system, whole and by slice, with chance marked."""
    names = dict.fromkeys(str(report.suite["name"]) for report in results.reports)
    for place, name in enumerate(names):
        reports = [one for one in results.reports if one.suite["name"] == name and _whole(one) is not None]
        if reports:
            body = "".join(_parts(reports))
            yield Section(f"Accuracy against chance: {name}", body, f"contrastive-{place}")


def _parts(reports: Sequence[Report]) -> Iterator[str]:
    yield "<p>Dots are accuracies with their intervals; the upright stroke is what guessing gives on the same items.</p>"
    whole = [(report, score) for report in reports if (score := _whole(report)) is not None]
    marks = [_mark(str(report.system["name"]), score, place) for place, (report, score) in enumerate(whole)]
    yield marks_svg(marks, "Accuracy of each system, with chance")
    for tag in dict.fromkeys(one.tag for report in reports for one in report.slices):
        yield _by_tag(tag, reports)


def _by_tag(tag: str, reports: Sequence[Report]) -> str:
    values = list(dict.fromkeys(one.value for report in reports for one in report.slices if one.tag == tag))
    shown = _hardest(tag, values, reports[0])
    marks = [
        _mark(value if place == 0 else f"{report.system['name']}", score, place)
        for value in shown
        for place, report in enumerate(reports)
        if (score := _slice_score(report, tag, value)) is not None
    ]
    left_out = (
        f" (the {len(shown)} hardest of {len(values)} for {reports[0].system['name']})"
        if len(shown) < len(values)
        else ""
    )
    title = f"Accuracy by {tag}{left_out}"
    opened = " open" if len(shown) == len(values) else ""
    return f"<details{opened}><summary>{escape(title)}</summary>{marks_svg(marks, title)}</details>"


def _hardest(tag: str, values: Sequence[str], report: Report) -> list[str]:
    if len(values) <= MOST_ROWS:
        return sorted(values, key=_from) if tag in BINNED else list(values)
    scores = {value: _slice_score(report, tag, value) for value in values}
    known = [
        (score.value, value) for value, score in scores.items() if score is not None and score.value == score.value
    ]
    return [value for _, value in sorted(known)[:MOST_ROWS]]


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
        score.values["accuracy"],
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

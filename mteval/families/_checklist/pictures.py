"""Pictures of CheckList results: capability × language, and the failing instances by template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.charts.numbers import is_known, known_interval
from mteval.charts.templates import fragment
from mteval.core.results import Report, Score
from mteval.core.views import Section

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
METRIC = "failure-rate"
SHOWN_TEMPLATES = 40
REDDEST = 0.45  # so that text of either theme reads on it: at least 4.5 to 1


@dataclass(frozen=True, slots=True)
class _Shade:
    """A failure rate in per cent, how opaque its cell is, and what its tip says."""

    percent: str
    opacity: str
    tip: str


def checklist_sections(reports: Sequence[Report]) -> Iterator[Section]:
    """A heat map for each system, then the failing instances of each of its reports."""
    for system in dict.fromkeys(map(_system, reports)):
        own = [report for report in reports if _system(report) == system]
        yield Section(f"Failure rate by capability and language: {system}", heat_map(own), f"checklist-map-{system}")
        for report in own:
            failures = report.extras.get("failures", ())
            if failures:
                name = str(report.suite.get("name", ""))
                title = f"Failing instances by template: {system} on {name}"
                yield Section(title, failure_list(failures), f"checklist-failures-{system}-{name}")


def heat_map(reports: Sequence[Report]) -> Markup:
    """A table of failure rates, capabilities down and suites across, each cell coloured from white (0) to red (1)."""
    names = dict.fromkeys(part.value for report in reports for part in report.slices if part.tag == "capability")
    rows = [(name, [_shade(_rate(report, name)) for report in reports]) for name in names]
    total = ("mean over capabilities", [_shade(_failure_rate(report.scores)) for report in reports])
    return fragment(
        FOLDER,
        "heat_map.html.j2",
        columns=[_column(report) for report in reports],
        rows=[*rows, total],
        metric=METRIC,
        drafts=any(_is_draft(report) for report in reports),
    )


def failure_list(failures: Sequence[Mapping[str, Any]]) -> Markup:
    """One folded entry per template, the worst first, with some failing instances."""
    return fragment(
        FOLDER, "failures.html.j2", groups=failures[:SHOWN_TEMPLATES], left_out=len(failures) - SHOWN_TEMPLATES
    )


def _system(report: Report) -> str:
    return str(report.system.get("name", ""))


def _column(report: Report) -> str:
    languages = "→".join(str(language) for language in report.suite.get("languages", ()))
    return f"{languages} {report.suite.get('name', '')}{' †' if _is_draft(report) else ''}".strip()


def _is_draft(report: Report) -> bool:
    return str(report.suite.get("status", "")).startswith(("draft", "machine"))


def _shade(score: Score | None) -> _Shade | None:
    """How one rate looks; None where there is none."""
    if score is None or not is_known(score.value):
        return None
    interval = known_interval(score.intervals.get(score.headline))
    bounds = "{:.1f}–{:.1f} %, ".format(*(100 * bound for bound in interval)) if interval else ""
    tip = f"{bounds}{score.values.get('decided', score.n):.0f} test cases"
    return _Shade(f"{100 * score.value:.1f}", f"{REDDEST * score.value:.2f}", tip)


def _rate(report: Report, capability: str) -> Score | None:
    parts = (part for part in report.slices if (part.tag, part.value) == ("capability", capability))
    found = next(parts, None)
    return _failure_rate(found.scores) if found else None


def _failure_rate(scores: Sequence[Score]) -> Score | None:
    return next((score for score in scores if score.metric == METRIC), None)

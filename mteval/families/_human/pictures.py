"""Pictures of what people said: the ranks systems may have, errors by category and system, and segments with marked errors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.charts.templates import fragment
from mteval.core.views import Section
from mteval.human.error_spans import SOURCE_SIDE, TARGET_SIDE
from mteval.human.marked_text import TextPiece, error_label, text_pieces

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = Path(__file__).parent
REDDEST = 0.45  # so that text of either theme reads on it: at least 4.5 to 1


@dataclass(frozen=True, slots=True)
class _ErrorRate:
    """Errors per 100 translations: as text, by severity, and how opaque the cell is."""

    rate: str
    severities: Sequence[str]
    opacity: str
    tip: str


@dataclass(frozen=True, slots=True)
class _MarkedTranslation:
    """One annotator's marks on one system's translation."""

    system: str
    annotator: str
    score: str
    target: Sequence[TextPiece]
    source: Sequence[TextPiece]
    errors: Sequence[str]


def human_sections(extras: Mapping[str, Any], name: str) -> Iterator[Section]:
    """Rank ranges, the heat map of errors and the segments, each where the report has it."""
    for table in extras.get("rankings") or ():
        title = " ".join(filter(None, ("How people rank the systems", _of(table), f"({table['scale']})")))
        yield Section(title, rank_chart(table), f"human-ranks-{table['languages']}-{table['scale']}")
    for counts in extras.get("errors") or ():
        title = " ".join(filter(None, ("Errors people marked", _of(counts))))
        yield Section(title, error_map(counts), f"human-errors-{counts['languages']}")
    segments = extras.get("segments") or ()
    if segments:
        total = extras.get("segments_with_errors") or len(segments)
        yield Section(f"Segments with marked errors: {name}", segment_list(segments, total), "human-segments")


def _of(part: Mapping[str, Any]) -> str:
    return f"of {part['languages']}" if part["languages"] else ""


def rank_chart(table: Mapping[str, Any]) -> Markup:
    """A bar from the best to the worst rank of each system, best mean first, with a line between clusters."""
    rows = table["systems"]
    width = 100 / max(len(rows), 1)
    shown = []
    for place, row in enumerate(rows):
        first, last = row["range"]
        bar = {"left": f"{(first - 1) * width:.2f}", "width": f"{(last - first + 1) * width:.2f}"}
        line = place > 0 and row["cluster"] != rows[place - 1]["cluster"]
        rank = str(first) if first == last else f"{first}–{last}"
        numbers = {"raw": _number(row["raw"], 2), "z": _number(row["z"], 3)}
        shown.append({**row, **numbers, **bar, "rank": rank, "line": line})
    return fragment(FOLDER, "ranks.html.j2", rows=shown, count=len(rows), signature=table["signature"])


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def error_map(counts: Mapping[str, Any]) -> Markup:
    """Categories down, systems across, errors per 100 rated translations, the redder the more."""
    rated = counts["rated"]
    categories: dict[str, list[Mapping[str, Any]]] = {}
    for row in counts["rows"]:
        categories.setdefault(row["category"], []).append(row)
    found = {
        (category, system): {row["severity"]: 100 * row["counts"][system] / max(rated[system], 1) for row in own}
        for category, own in categories.items()
        for system in rated
    }
    most = max((sum(rates.values()) for rates in found.values()), default=0.0)
    sums: dict[str, dict[str, float]] = {system: {} for system in rated}
    for (_, system), rates in found.items():
        for severity, rate in rates.items():
            sums[system][severity] = sums[system].get(severity, 0.0) + rate
    order = sorted(rated, key=lambda system: sum(sums[system].values()))
    rows = [(name, [_shade(name, system, found[name, system], most) for system in order]) for name in categories]
    total = [_shade("all errors", system, sums[system], 0.0) for system in order]
    return fragment(FOLDER, "errors.html.j2", systems=[(name, rated[name]) for name in order], rows=rows, total=total)


def _shade(category: str, system: str, rates: Mapping[str, float], most: float) -> _ErrorRate:
    rate = sum(rates.values())
    parts = [f"{severity} {value:.1f}" for severity, value in rates.items() if value]
    tip = f"{system}, {category}: {', '.join(parts) or 'none'} per 100 translations"
    opacity = REDDEST * rate / most if most else 0.0
    return _ErrorRate(f"{rate:.1f}", parts, f"{opacity:.3f}", tip)


def segment_list(segments: Sequence[Mapping[str, Any]], total: int) -> Markup:
    """Each segment folded, its translations side by side, errors marked where they are."""
    shown = [{**one, "translations": [_marked(one, given) for given in one["translations"]]} for one in segments]
    return fragment(FOLDER, "segments.html.j2", segments=shown, total=total)


def _marked(segment: Mapping[str, Any], given: Mapping[str, Any]) -> _MarkedTranslation:
    errors = given["errors"]
    sides = {side: [one for one in errors if one["side"] == side] for side in (TARGET_SIDE, SOURCE_SIDE)}
    return _MarkedTranslation(
        given["system"],
        given["annotator"],
        f"{given['score']:g}",
        text_pieces(given["target"], sides[TARGET_SIDE]),
        text_pieces(segment["source"], sides[SOURCE_SIDE]) if sides[SOURCE_SIDE] else (),
        [f"{error_label(one)}{' (missing)' if one.get('missing') else ''}" for one in errors],
    )

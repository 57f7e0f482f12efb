"""What annotators marked: errors counted by category, system and severity, and segments to look at, for a report's extras.

Errors are counted per 100 translations that were rated (a translation rated by two people counts twice), so that
systems with more ratings do not look worse. Control items are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from mteval.core.evidence import ErrorSpan, Rating
from mteval.human.error_spans import SOURCE_SIDE, error_of_span
from mteval.human.marked_text import WORST_FIRST
from mteval.human.ratings import CONTROLS, Ratings, item_type

NO_CATEGORY = "no category"
MISSING = "missing"
SHOWN_CATEGORIES = 30
OTHER = "all other categories"
SHOWN_SEGMENTS = 40


def error_extras(ratings: Ratings) -> dict[str, Any]:
    """The counts of each language pair, and the segments on which systems differ most; nothing where nobody marked errors."""
    parts = [ratings.of_languages(pair) for pair in ratings.languages]
    rated = {part.languages[0]: [one for one in part.ratings if item_type(one) not in CONTROLS] for part in parts}
    marked = {pair: given for pair, given in rated.items() if any(one.spans for one in given)}
    if not marked:
        return {}
    segments = [one for pair, given in marked.items() for one in marked_segments(pair, given)]
    return {
        "errors": [error_counts(pair, given) for pair, given in marked.items()],
        "segments": segments,
        "segments_with_errors": sum(len(_with_errors(given)) for given in marked.values()),
    }


def error_counts(pair: str, ratings: Sequence[Rating]) -> dict[str, Any]:
    """Errors by category and severity of each system, with how many of its translations were rated."""
    systems = Counter(one.system or "" for one in ratings)
    counts: Counter[tuple[str, str, str]] = Counter(
        (category_of(span), span.severity, one.system or "") for one in ratings for span in one.spans
    )
    totals = Counter[str]()
    for (category, _, _), count in counts.items():
        totals[category] += count
    order = [category for category, _ in totals.most_common()]
    named = set(order[:SHOWN_CATEGORIES] if len(order) > SHOWN_CATEGORIES + 1 else order)
    kept: Counter[tuple[str, str, str]] = Counter()
    for (category, severity, system), count in counts.items():
        kept[category if category in named else OTHER, severity, system] += count
    rows = [
        {
            "category": category,
            "severity": severity,
            "counts": {name: kept[category, severity, name] for name in systems},
        }
        for category in [*(one for one in order if one in named), OTHER]
        for severity in WORST_FIRST
        if any(kept[category, severity, name] for name in systems)
    ]
    return {"languages": pair, "rated": dict(systems), "rows": rows}


def category_of(span: ErrorSpan) -> str:
    """What an error is counted under: its category, with what is peculiar about its place."""
    name = span.category or (MISSING if span.missing else NO_CATEGORY)
    return f"{name} (in the source)" if span.side == SOURCE_SIDE else name


def marked_segments(pair: str, ratings: Sequence[Rating]) -> Iterator[dict[str, Any]]:
    """The segments whose text is known and on which ratings differ most, every rating with its errors."""
    by_item = {item: given for item, given in _with_errors(ratings).items() if any(_text(one) for one in given)}
    order = sorted(by_item, key=lambda item: -_spread(by_item[item]))
    for item in order[:SHOWN_SEGMENTS]:
        given = sorted(by_item[item], key=lambda one: (-one.value, one.system or "", one.annotator))
        yield {
            "languages": pair,
            "item": item,
            "document": str(given[0].detail.get("document", "")),
            "source": str(given[0].detail.get("source", "")),
            "translations": [
                {
                    "system": one.system or "",
                    "annotator": one.annotator,
                    "score": one.value,
                    "target": _text(one),
                    "errors": [error_of_span(span) for span in one.spans],
                }
                for one in given
            ],
        }


def _with_errors(ratings: Sequence[Rating]) -> dict[str, list[Rating]]:
    by_item: dict[str, list[Rating]] = {}
    for one in ratings:
        by_item.setdefault(one.item, []).append(one)
    return {item: given for item, given in by_item.items() if any(one.spans for one in given)}


def _text(one: Rating) -> str:
    return str(one.detail.get("target", ""))


def _spread(given: Sequence[Rating]) -> float:
    values = [one.value for one in given]
    return max(values) - min(values)
